import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Tests whose subject is the built program as a process: signals, closed streams, exit statuses, memory, the package. */
const PROCESS = "test/**/*.process.test.ts";
/** Tests that take seconds: large data, every site of the shared corpus, and tables of whole copies of sites that misbehave. */
const LARGE = "test/**/*.large.test.ts";
/** Tests in a real browser. */
const BROWSER = "test/**/*.browser.test.ts";

export default defineConfig({
  test: {
    // A time limit detects only a test that hangs, so that a slow machine does not fail.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // One more than there are cores, since some tests wait. By default, vitest leaves one core free.
    maxWorkers: availableParallelism() + 1,
    // Files share what they import, which halves the time. In processes, not threads, since commands run in a working directory.
    pool: "forks",
    isolate: false,
    // Compiled modules stay between runs, which halves the time of a single file.
    experimental: { fsModuleCache: true },
    setupFiles: ["test/support/environment.ts"],
    projects: [
      { extends: true, test: { name: "fast", exclude: ["node_modules/**", PROCESS, LARGE, BROWSER] } },
      { extends: true, test: { name: "process", include: [PROCESS, LARGE] } },
      { extends: true, test: { name: "browser", include: [BROWSER] } },
    ],
  },
});
