import { readdirSync, readFileSync } from "node:fs";
import { sep } from "node:path";
import { defineConfig } from "rolldown";

/** Bundled, so that a look-up starts quickly, and since CommonJS cannot load them from where npm installs them. */
const BUNDLED = ["commander", "chalk", "string-width"];
const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
const EXTERNAL = Object.keys(dependencies).filter((name) => !BUNDLED.includes(name));

export default defineConfig({
  input: { cli: "src/cli.ts", "load-worker": "src/formats/load-worker.ts" },
  platform: "node",
  external: (id) => EXTERNAL.some((name) => id === name || id.startsWith(`${name}/`)),
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

/** Commander can run subcommands as processes, ours are none, and loading what that takes is half of its start-up. */
function withoutChildProcess() {
  return {
    name: "without-child-process",
    resolveId: (id, importer) =>
      id === "node:child_process" && importer?.includes("commander") ? "\0none" : undefined,
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
