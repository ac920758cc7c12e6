import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Time limits tell a hanging test from a slow machine, and nothing else.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // By default one core is left to whoever watches, which is half of a small machine.
    maxWorkers: "100%",
    setupFiles: ["test/support/environment.ts"],
  },
});
