import { readdirSync, readFileSync } from "node:fs";
import { sep } from "node:path";
import { defineConfig } from "rolldown";

/** Loaded from where npm installs them. All else is bundled, so that a look-up starts quickly. */
const EXTERNAL = ["hono", "@hono/node-server", "cli-table3"];

export default defineConfig({
  input: "src/cli.ts",
  platform: "node",
  external: EXTERNAL,
  // Node starts CommonJS a tenth sooner than ES modules.
  output: {
    dir: "dist",
    cleanDir: true,
    format: "cjs",
    entryFileNames: "[name].cjs",
    chunkFileNames: "[name].cjs",
    minify: { compress: false, mangle: false, codegen: true },
  },
  plugins: [withoutChildProcess(), withLicences()],
});

/** Commander can run subcommands as processes, ours never does, and loading what that takes is half of its start-up. */
function withoutChildProcess() {
  return {
    name: "without-child-process",
    resolveId: (id) => (id === "node:child_process" ? "\0none" : undefined),
    load: (id) => (id === "\0none" ? "export {};" : undefined),
  };
}

/** Puts the licences of the packages that were bundled beside the code. */
function withLicences() {
  return {
    name: "with-licences",
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((chunk) => Object.keys(chunk.modules ?? {}));
      const folders = modules.flatMap((id) => /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id) ?? []);
      const texts = [...new Set(folders)].sort().map((folder) => {
        const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
        if (!file) throw new Error(`${folder} has no licence`);
        return `${folder.split(`node_modules${sep}`).at(-1)}\n\n${readFileSync(`${folder}${sep}${file}`, "utf8")}`;
      });
      this.emitFile({ type: "asset", fileName: "LICENSES.txt", source: texts.join("\n\n") });
    },
  };
}
