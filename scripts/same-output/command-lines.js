/** The command lines that both builds run: those of the docs, those that stand whole in the tests, and each flag of each command. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const COMMANDS = [
  "content",
  "media",
  "find",
  "types",
  "audit",
  "diff",
  "urls",
  "check",
  "slice",
  "pull",
  "serve",
];
/** What needs a reader that is there, or never ends. */
const NOT_RUN =
  /--base-url|--verify|--watch|--open|https?:|^serve(?!.* (?:--help|--sample --host|-- ))|--keys-from -/;

const DATA = {
  sample: ["--sample"],
  usync: ["--data", "test/fixtures/usync/values"],
  importer: ["--data", "test/fixtures/usync/importer"],
  cultures: ["--data", "test/fixtures/usync/cultures"],
  types: ["--data", "test/fixtures/usync/types"],
  nodes: ["--data", "test/fixtures/usync/which-nodes"],
  config: ["--data", "App_Data"],
  database: ["--data", "umbraco/Data/Umbraco.sqlite.db"],
  missing: ["--data", "nothing/there"],
};

const LOOKUPS = [
  "", "--id 1052", "--id 1052 --depth all", "--id 1085 --depth 0", "--id 1052 --max-level 2", "--max-level 0", "--depth all",
  "--id 999999", "--id x", "--key 3a67d110-04bf-42ed-a0a3-8339f5052e44", "--key umb://media/3a67d11004bf42eda0a38339f5052e44",
  "--key nonsense", "--id 1085 --property bodyText", "--id 1085 --property nothing", "--depth -1", "--id 1 --key 2", "1050",
  "--max-level 3 --depth 2", "--id 1207", "--culture da-DK", "--urls --depth all", "--include-unpublished --depth all", "--nonsense",
]; // biome-ignore format: a list

const FINDS = [
  "", "--name kafe", "--name /o+/", "--name /(/", "--type article", "--type 'e*' --type article", "--below 1052", "--level 2",
  "--url /visit", "--changed-since 2016-01-01", "--changed-since never", "--property title", "--property title~fog",
  "--property 'title=Fog bells'", "--text fog", "--element quote", "--editor 'Umbraco.Grid*'", "--links-to 1207", "--linked-from 1085",
  "--links-to /media/kd5w0m3r/gamle-broelen.jpg", "--unused", "--kind media --unused", "--kind media", "--kind nonsense", "--count",
  "--full", "--count --name zzz", "--name zzz", "--level 0", "--type article --level 4 --text sea",
]; // biome-ignore format: a list

const AUDITS = [
  "", "--section editors", "--section elements", "--section references", "--section leftovers", "--section media", "--section urls",
  "--section secrets", "--section texts", "--section properties", "--section filled", "--kind media", "--fail-on dead-reference",
  "--fail-on nonsense", "--editors-stub", "--section nonsense",
]; // biome-ignore format: a list

const DIFFS = [
  "", "--stat", "--full", "--only added,removed", "--only changed", "--kind media", "--below 1052", "--match path", "--match url",
  "--match name-path", "--dates", "--ignore-property title", "--ignore-property 'article.*'", "--as-migrated", "--fail-on removed",
  "--only nonsense", "--as-migrated --map test/fixtures/editors.json",
]; // biome-ignore format: a list

const URLS = [
  "", "--kind media", "--legacy", "--against friday", "--against friday --removed ancestor", "--against friday --removed /sorry",
  "--against friday --match path", "--against friday --temporary", "--host old.example=new.example", "--urls",
  ...["apache", "nginx", "iis", "netlify", "vercel", "cloudflare", "skybrud", "urltracker", "csv", "nonsense"].map(
    (reader) => `--against friday --format redirects --for ${reader}`,
  ),
]; // biome-ignore format: a list

const SLICES = [
  "--id 1063", "--type article --per-type 1", "--cover", "--url /visit/kafe/", "--id 1063 --follow all", "--id 1063 --no-stubs",
  "--id 1063 --explain", "--cover --max-nodes 1", "--below 1052 --scrub", "--id 1085 --scrub-property bodyText", "", "--id 999999",
]; // biome-ignore format: a list

const FORMATS = {
  content: ["json", "ndjson", "tree", "table"],
  find: ["plain", "json", "ndjson", "table"],
  types: ["plain", "json", "ndjson", "table"],
  audit: ["plain", "json", "ndjson", "csv", "html"],
  diff: ["plain", "json", "ndjson", "csv"],
  urls: ["plain", "table", "json", "ndjson", "csv"],
  check: ["plain", "json"],
};

/** @typedef {{args: string[], writes: boolean}} CommandLine */

/**
 * @param {string} root a checkout
 * @returns {CommandLine[]} each once
 */
export function commandLines(root) {
  const all = [...ofDocs(root), ...ofTests(root), ...ofFlags()];
  const texts = new Set();
  return all
    .filter((args) => {
      const text = args.join(" ");
      if (NOT_RUN.test(text) || texts.has(text)) return false;
      texts.add(text);
      return true;
    })
    .map((args) => ({ args, writes: args.includes("--out") }));
}

/** @param {string} root */
function ofDocs(root) {
  const pages = [
    "README.md",
    "CHANGELOG.md",
    ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`),
  ];
  return pages
    .filter((page) => page.endsWith(".md") && existsSync(join(root, page)))
    .flatMap((page) => [
      ...readFileSync(join(root, page), "utf8").matchAll(/^(?:\$ |\| `)?migrations ([^\n`|]*)/gm),
    ])
    .map(([, text]) => words(text.replace(/ +#.*$/, "")));
}

/** Command lines that stand in tests as a list of plain texts. @param {string} root */
function ofTests(root) {
  const folders = ["test", "test/commands", "test/formats", "test/output"];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(root, folder, name)),
  );
  const list = /\[\s*((?:"[^"\\]*"\s*,?\s*)+)\]/g;
  return files
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => [...readFileSync(file, "utf8").matchAll(list)])
    .map(([, items]) => /** @type {string[]} */ (JSON.parse(`[${items.replace(/,\s*$/, "")}]`)))
    .flatMap((args) => {
      if (COMMANDS.includes(args[0])) return [args];
      if (!args.some((arg) => arg.startsWith("-"))) return [];
      // A list of flags alone is tried with the commands that know most of them.
      return ["content", "find", "audit", "urls"].map((command) => [command, ...args, "--sample"]);
    });
}

function ofFlags() {
  const lines = [[], ["--help"], ["--version"], ["help"], ["nonsense"], ["help", "nonsense"]];
  for (const command of COMMANDS) lines.push([command, "--help"], ["help", command], [command, "--nonsense"]);
  const data = Object.values(DATA);
  /** @type {(command: string, tails: string[], sources: string[][], formats: string[]) => void} */
  const add = (command, tails, sources, formats) => {
    for (const source of sources) {
      tails.forEach((tail, i) => {
        // Each tail in its own form, and in one of the forms in turn; the first in all.
        const some = i === 0 ? formats : [formats[i % formats.length]];
        for (const form of ["", ...some.map((format) => `--format ${format}`)]) {
          lines.push([command, ...words(tail), ...source, ...words(form)]);
        }
      });
    }
  };
  add("content", LOOKUPS, data, FORMATS.content);
  add("media", LOOKUPS, data.slice(0, 4), FORMATS.content);
  add("find", FINDS, data, FORMATS.find);
  add("types", ["", "article", "nothing", "--kind media", "--kind nonsense"], data, FORMATS.types);
  add("audit", AUDITS, data, FORMATS.audit);
  add("urls", URLS, data, FORMATS.urls);
  add(
    "check",
    ["", "--all-notes", "--strict", "--strict=editors,missing", "--strict=nonsense"],
    data,
    FORMATS.check,
  );
  add(
    "diff",
    DIFFS,
    [["monday", "friday"], ["monday", "site"], ["friday", "App_Data"], ["monday"]],
    FORMATS.diff,
  );
  for (const [i, tail] of SLICES.entries()) {
    for (const source of [DATA.sample, DATA.usync])
      lines.push(["slice", ...words(tail), ...source, "--out", `slice-${i}`]);
  }
  for (const source of data) lines.push(["pull", ...source, "--out", `copy-${lines.length}`]);
  return lines;
}

/**
 * A command line of the older build, with the options that the newer one has instead.
 * @param {string[]} args
 */
export function respelled(args) {
  if (args[0] === "urls") {
    const isRedirects = args.includes("--for") && args.includes("redirects");
    return args.flatMap((arg, i) => {
      if (arg === "--host") return ["--rename-host"];
      if (!isRedirects) return [arg];
      if (arg === "--for") return ["--redirects"];
      return arg === "redirects" || args[i + 1] === "redirects" ? [] : [arg];
    });
  }
  if (args[0] !== "check") return args;
  return args.flatMap((arg) => {
    if (arg === "--strict") return ["--fail-on", "any"];
    return arg.startsWith("--strict=") ? ["--fail-on", arg.slice("--strict=".length)] : [arg];
  });
}

/** The words of a command line, quotes taken off. @param {string} text */
function words(text) {
  return (text.match(/(?:'[^']*'|[^\s'])+/g) ?? []).map((word) => word.replaceAll("'", ""));
}
