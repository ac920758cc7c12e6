import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "rolldown";

/** Bundled, so that a look-up starts quickly, and since CommonJS cannot load them from where npm installs them. */
const BUNDLED = ["commander", "chalk", "string-width", "cli-table3", "log-update"];
/** SQLite itself, which sql.js reads from the folder that its script is in. */
const SQLITE = "node_modules/sql.js/dist/sql-wasm.wasm";
/** The UTF-16 units of which every sequence of emoji has at least one. */
const OF_EMOJI = /[\ufe0f\u20e3\u231a-\u23f3\u25fd\u25fe\u2614-\u27bf\u2b1b-\u2b55\ud83c-\ud83e]/;
const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
const EXTERNAL = Object.keys(dependencies).filter((name) => !BUNDLED.includes(name));

/** The program. */
const PROGRAM = defineConfig({
  input: { cli: "src/cli.ts" },
  platform: "node",
  external: (id) => EXTERNAL.some((name) => id === name || id.startsWith(`${name}/`)),
  // A chunk that several commands share is still loaded only when a command first needs it.
  checks: { ineffectiveDynamicImport: false },
  transform: { define: { BUILT_FROM: JSON.stringify(commitBuilt()) } },
  // Node starts CommonJS a tenth sooner than ES modules.
  output: {
    dir: "dist",
    cleanDir: true,
    format: "cjs",
    entryFileNames: "[name].cjs",
    chunkFileNames: "[name].cjs",
    minify: { compress: false, mangle: false, codegen: true },
    // Of text that is ASCII V8 keeps half the bytes.
    charset: "ascii",
    codeSplitting: {
      groups: [
        chunkOf("basics", "errors|io|operations|text/visible-text", 4),
        chunkOf("command-line", "cli|commands/program", 3),
        chunkOf("look-up", "commands/content", 2),
        chunkOf("views", "output/tree-view", 1),
        chunkOf("lists", "commands/list-output|site/site", 0),
      ],
    },
  },
  plugins: [
    withoutUnused(),
    withQuickMeasure(),
    withEmojiWhenNeeded(),
    withEntitiesWhenNeeded(),
    withSqlite(),
    withLicences(),
  ],
});

/** The explorer's page, all of it in a few files that `serve` sends to browsers. */
const EXPLORER = defineConfig({
  input: { page: "src/explorer/page.tsx" },
  platform: "browser",
  resolve: {
    alias: { "entities/decode": fileURLToPath(new URL("src/explorer/html-entities.ts", import.meta.url)) },
  },
  output: { dir: "dist/explorer", cleanDir: true, format: "es", minify: true },
  plugins: [withPageFiles(), withLicences()],
});

// In this order: the first empties the folder that the second is in.
export default [PROGRAM, EXPLORER];

/** Returns the commit of a clone, with `.changed` if its files differ; empty outside a clone, or without git. */
function commitBuilt() {
  if (!existsSync(".git")) return "";
  const git = (...args) =>
    execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  try {
    const commit = git("rev-parse", "--short=10", "HEAD").trim();
    return git("status", "--porcelain", "--untracked-files=no") === "" ? commit : `${commit}.changed`;
  } catch {
    return "";
  }
}

/**
 * One chunk of modules and of all that they import, so that a look-up opens few files.
 * @param modules paths below `src`, as a regular expression
 * @param priority of two chunks, the one of higher priority has what both need
 */
function chunkOf(name, modules, priority) {
  const test = new RegExp(`src/(?:${modules})\\.ts$`.replaceAll("/", "[\\\\/]"));
  return { name, test, includeDependenciesRecursively: true, priority };
}

/**
 * Commander can run subcommands as processes, ours are none, and loading what that takes is half of its start-up. And
 * cli-table3 has colours, which ours has from chalk.
 */
function withoutUnused() {
  const unused = { "node:child_process": "commander", "@colors/colors/safe": "cli-table3" };
  return {
    name: "without-unused",
    resolveId: (id, importer) => (importer?.includes(unused[id]) ? "\0none" : undefined),
    load: (id) => (id === "\0none" ? "export {};" : undefined),
  };
}

/** Plain text is as wide as it is long. cli-table3 measures each cell twenty times, which else takes most of a long table's time. */
function withQuickMeasure() {
  const quick = `
    const whole = module.exports;
    module.exports = (text) => (/^[\\x20-\\x7e]*$/.test(text) ? text.length : whole(text));`;
  const isMeasure = /cli-table3[\\/]node_modules[\\/]string-width[\\/]index\.js$/;
  return {
    name: "with-quick-measure",
    transform: (code, id) => (isMeasure.test(id) ? { code: code + quick, map: null } : undefined),
  };
}

/**
 * Makes string-width create what it reads from ICU when a text first needs it: the sequences of emoji take 50 ms and the
 * segmenter 10 ms, which most commands would spend for nothing when they start. Only what may be a sequence is compared with
 * them: an emoji of one code point is one whose default is to be shown as one (Unicode TS 51).
 */
function withEmojiWhenNeeded() {
  const isMeasure = /node_modules[\\/]string-width[\\/]index\.js$/;
  const isEmoji = `(/^.$/su.test(segment)
    ? /^[\\p{Emoji_Presentation}--\\p{Regional_Indicator}]$/v.test(segment)
    : ${OF_EMOJI}.test(segment) && (rgiEmojiRegex ??= new RegExp("^\\\\p{RGI_Emoji}$", "v")).test(segment))`;
  const replaced = [
    ["const segmenter = new Intl.Segmenter();", "let segmenter;"],
    ["of segmenter.segment(string)", "of (segmenter ??= new Intl.Segmenter()).segment(string)"],
    ["const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;", "let rgiEmojiRegex;"],
    ["rgiEmojiRegex.test(segment)", isEmoji],
  ];
  return {
    name: "with-emoji-when-needed",
    transform: (code, id) =>
      isMeasure.test(id) && code.includes("Intl.Segmenter") ? withReplaced(code, id, replaced) : undefined,
  };
}

/** Makes entities decode its table of names, which takes 5 ms, when a text first has an entity. */
function withEntitiesWhenNeeded() {
  const isDecoder = /node_modules[\\/]entities[\\/]dist[\\/]esm[\\/]decode\.js$/;
  const isTable = /decode-data-html\.js$/;
  const atOnce = "const htmlDecoder = /* #__PURE__ */ getDecoder(htmlDecodeTree);";
  const later =
    "let decoder;\nconst htmlDecoder = (...text) => (decoder ??= getDecoder(htmlDecodeTree()))(...text);";
  return {
    name: "with-entities-when-needed",
    transform(code, id) {
      if (isDecoder.test(id)) return withReplaced(code, id, [[atOnce, later]]);
      if (isTable.test(id))
        return withReplaced(code, id, [["/* #__PURE__ */ decodeBase64(", "() => decodeBase64("]]);
    },
  };
}

/** The code of a package with other texts. @throws Error if a text is not there once, as in another version of the package */
function withReplaced(code, id, replaced) {
  const text = replaced.reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`${id} has no longer, once: ${from}`);
    return text.replace(from, () => to);
  }, code);
  // Source maps of packages need not be exact.
  return { code: text, map: null };
}

function withSqlite() {
  return {
    name: "with-sqlite",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: basename(SQLITE), source: readFileSync(SQLITE) });
    },
  };
}

/** The styles of the audit as a page of its own. */
const OF_AUDIT = ["10-ground.css", "15-patterns.css", "70-audit.css"];

/** Puts beside the page's script what is no script. */
function withPageFiles() {
  const folder = "src/explorer";
  return {
    name: "with-page-files",
    generateBundle() {
      const sheets = readdirSync(`${folder}/styles`).sort();
      const styles = sheets.map((name) => readFileSync(`${folder}/styles/${name}`, "utf8")).join("\n");
      this.emitFile({ type: "asset", fileName: "page.css", source: styles });
      const ofAudit = OF_AUDIT.map((name) => readFileSync(`${folder}/styles/${name}`, "utf8")).join("\n");
      this.emitFile({ type: "asset", fileName: "audit.css", source: ofAudit });
      for (const fileName of ["page.html", "icon.svg"])
        this.emitFile({ type: "asset", fileName, source: readFileSync(`${folder}/${fileName}`, "utf8") });
    },
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
