/** Runs the examples of README.md and docs/, and checks that these pages are complete. */

import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXIT } from "../src/errors.ts";
import { PROBLEMS } from "../src/http/problem.ts";
import { visibleText } from "../src/site/values/visible-html.ts";
import { bacpacEntries, tablesOf, zipOf } from "./formats/bacpac/write-bacpac.ts";
import { SiteDatabase } from "./formats/database/site-database.ts";
import { sdfOf } from "./formats/sdf/write-sdf.ts";
import type { DataNode } from "./oracle.ts";
import { writeEditedSample, writeSample } from "./support/edited-sample.ts";
import { run, startServe } from "./support/program.ts";
import { ROOT } from "./support/repository.ts";
import { dataDirectory, temporaryDirectory } from "./support/temporary.ts";

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const MANIFEST = JSON.parse(read("package.json"));
const DOCS = readdirSync(join(ROOT, "docs")).filter((name) => name.endsWith(".md"));
const PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", ...DOCS.map((name) => `docs/${name}`)];

/** A command of a console block, and the lines below it. */
type Example = { page: string; command: string; output: string; status: number };

/** The exit status that an example shows, if it is not 0. */
const STATUS = /# exit status (\d+)/;

const EXAMPLES: Example[] = PAGES.flatMap((page) =>
  [...read(page).matchAll(/```console\n([\s\S]*?)```/g)].flatMap(([, block]) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((text) => {
        const [command, ...output] = text.split("\n");
        const status = Number(STATUS.exec(command)?.[1] ?? 0);
        return { page, command: command.replace(/ +#.*$/, ""), output: output.join("\n"), status };
      }),
  ),
);
const OWN = EXAMPLES.filter(({ command }) => command.startsWith("migrations "));

const SITE = (() => {
  const site = new SiteDatabase();
  site.type("page");
  site.page("page", { name: "Home" });
  return site;
})();
const DATABASE = Buffer.from(SITE.image);
const BACPAC = zipOf(bacpacEntries(tablesOf(SITE.database)));
const SDF = sdfOf(tablesOf(SITE.database));

/** The name of the old site in the examples. */
const OLD_SITE = "https://old.example";
const SITE_KEY = "the key of the old site";
/** A minimal importer: it retries until it gets an answer. */
const IMPORTER = `
const url = [process.env.MIGRATIONS_BASE_URL, process.env.MIGRATIONS_PREFIX, "Migrations/GetContentAtRoot"].join("/");
while (!(await fetch(url)).ok) ;
`;

/** The words of a command line, without quotes. */
function words(command: string): string[] {
  return (command.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) => word.replaceAll(/['"]/g, ""));
}

/** Every file and folder that the examples use, with the function that creates it. */
const DESK: Record<string, (path: string) => void> = {
  ...Object.fromEntries(
    ["data", "site", "yesterday"].map((name) => [name, (path: string) => copy("data", path)]),
  ),
  monday: writeSample,
  friday: writeEditedSample,
  mine: writeOwnData,
  "imported.ndjson": writeImportListing,
  "test/fixtures": (path) => copy("test/fixtures", path),
  uSync: (path) => copy("test/fixtures/usync/versions", path),
  App_Data: (path) => {
    copy("test/fixtures/umbraco-config/site", path);
    writeFileSync(join(path, "Umbraco.sdf"), SDF);
  },
  media: (path) => copy("data/files/media", path),
  "umbraco/Data/Umbraco.sqlite.db": (path) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, DATABASE);
  },
  "production.bacpac": (path) => writeFileSync(path, BACPAC),
  key: (path) => writeFileSync(path, SITE_KEY),
  "import.mjs": (path) => writeFileSync(path, IMPORTER),
  // npm takes seconds to start.
  "bin/npm": (path) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '#!/bin/sh\n[ "$*" = "run import" ] && exec node import.mjs\n', { mode: 0o755 });
  },
  // On Windows, where a shell script cannot stand for npm.
  "package.json": (path) => writeFileSync(path, JSON.stringify({ scripts: { import: "node import.mjs" } })),
};
/** The data that the page of formats shows as one's own. */
function writeOwnData(path: string): void {
  const [, json = ""] =
    /## Write your own data\n[\s\S]*?```json\n([\s\S]*?)```/.exec(read("docs/formats.md")) ?? [];
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, "content.json"), json);
}

/** The sample, imported without its café, and without the blocks of its home page. */
function writeImportListing(path: string): void {
  const textsIn = (value: unknown): string[] => {
    if (typeof value === "string") return [visibleText(value)];
    return value !== null && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
  };
  const rowsOf = (nodes: readonly DataNode[]): object[] =>
    nodes.flatMap(({ id, key, name, url, properties = {}, children }) => {
      const texts = Object.entries(properties as object).filter(
        ([alias]) => id !== 1050 || alias !== "blocks",
      );
      const row = {
        key,
        url: id === 1053 ? "/whats-on/" : url,
        name,
        text: texts.flatMap(([, value]) => textsIn(value)).join("\n"),
      };
      return [...(id === 1059 ? [] : [row]), ...rowsOf(children ?? [])];
    });
  const rows = rowsOf(JSON.parse(read("data/content.json")));
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
}

/** Files that examples read by default: those of --data, and of the old site. */
const UNNAMED = ["data", "media", "key"];

function copy(from: string, to: string): void {
  cpSync(join(ROOT, from), to, { recursive: true });
}

/** Fills a folder with the files that a command needs. Without a command, and for the folder itself, with all. */
function desk(folder: string, command?: string): string {
  const needsAll = command === undefined || / \.( |$)/.test(command);
  for (const [name, lay] of Object.entries(DESK)) {
    const [first] = name.split("/");
    if (needsAll || UNNAMED.includes(name) || command.includes(first)) lay(join(folder, name));
  }
  return folder;
}

/** Commands that write, and get a folder of their own; the other examples share one. */
const WRITING = ["pull"];
let sharedDesk = "";
beforeAll(() => {
  sharedDesk = desk(mkdtempSync(join(tmpdir(), "migrations-test-")));
});
afterAll(() => rmSync(sharedDesk, { recursive: true, force: true, maxRetries: 5 }));

/** The commands that print a table on a terminal, where examples show it, and JSON in a pipe. */
const TABLES = /^migrations (?:find|types|urls)\b(?!.*(?: --format| --count| > | \| ))/;
/** The width of that terminal. */
const COLUMNS = 100;

/** Runs an example in a folder, with a test server as the old site; `serve` is stopped when it listens. */
async function runExample(command: string) {
  const [line, into] = command.split(" | ");
  const isWriting = [line, into].some((each) => WRITING.includes(words(each ?? "")[1]));
  const cwd = isWriting ? desk(temporaryDirectory(), command) : sharedDesk;
  if (into !== undefined) {
    const { stdout: stdin } = await run(words(line).slice(1), { cwd });
    return run(words(into).slice(1), { cwd, stdin });
  }
  let args = words(command).slice(1);
  if (args[0] === "pull")
    rmSync(join(cwd, args[args.indexOf("--out") + 1]), { recursive: true, force: true });
  if (args.includes(OLD_SITE)) {
    const site = ["--sample", "--prefix", "umbraco/Limbo", "--api-key-file", "key", "--files", "media"];
    const { origin } = await startServe([...site, "--public-files", "--log", "none"], { cwd });
    args = args.map((word) => word.replace(OLD_SITE, origin));
  }
  if (args.includes("--")) {
    const env = { PATH: `${join(cwd, "bin")}${delimiter}${process.env.PATH}` };
    return run(args, { cwd, env });
  }
  if (args[0] !== "serve") {
    const isTable = TABLES.test(command);
    return run(args, isTable ? { cwd, columns: COLUMNS, env: { NO_COLOR: "1" } } : { cwd });
  }
  const { output, stop } = await startServe(args.slice(1), { cwd });
  const status = await stop();
  return { ...output, status };
}

/** The results of examples by command: several pages show the same one. */
const results = new Map<string, ReturnType<typeof runExample>>();

function resultOf(command: string): ReturnType<typeof runExample> {
  const result = results.get(command) ?? runExample(command);
  results.set(command, result);
  return result;
}

it("examples: an & is in double quotes, which cmd.exe reads too", () => {
  const unquoted = EXAMPLES.filter(({ command }) => /&/.test(command.replaceAll(/"[^"]*"|&&/g, "")));
  expect(unquoted).toEqual([]);
});

it("examples: README.md shows what to run for each kind of file first, then the sample, with a request for another terminal", () => {
  const lines = read("README.md").split("\n");
  expect(lines.slice(0, 25).join("\n")).toMatch(
    /serve --data \S+ --open[\s\S]*\n\| you have \| run \| you get \|\n/,
  );
  const top = lines.slice(0, 46).join("\n");
  expect(top).toMatch(
    /```console\n\$ npm ci && npm start\n```[^`]*another terminal[^`]*```console\n\$ curl .*\n\{"id":/,
  );
});

describe("examples: the answer of a request is the printed one", () => {
  const requests = EXAMPLES.filter(({ command }) => command.startsWith("curl "));
  it.each(requests)("$page: $command", async ({ command, output }) => {
    expect(MANIFEST.scripts.start).toBe("node bin/migrations.js serve --sample");
    const { origin } = await startServe(["--sample", "--log", "none"]);
    const shown = words(command).find((word) => word.startsWith("http")) ?? "";
    const answer = await (await fetch(shown.replace("http://127.0.0.1:3000", origin))).text();
    expect(`${answer}\n`).toBe(output);
  });
});

describe("examples: the output of a command is the printed one", () => {
  it.each(OWN.filter(({ output }) => output !== ""))(
    "$page: $command",
    async ({ command, output, status }) => {
      expect(await resultOf(command)).toEqual({ status, stdout: output, stderr: "" });
    },
  );
});

describe("examples: a command exits with the printed status", () => {
  it.each(OWN.filter(({ output }) => output === ""))(
    "$page: $command",
    async ({ command, status: expected }) => {
      const { status, stdout, stderr } = await resultOf(command);
      expect(stderr).not.toContain("error:");
      expect(status).toBe(expected);
      const isSilent = /^migrations pull /.test(command) || command.includes(" -- ");
      if (!isSilent) expect(stdout).toMatch(/\S/);
    },
  );
});

describe("examples: a script of the repository exists", () => {
  const scripts = PAGES.flatMap((page) =>
    [...read(page).matchAll(/npm run ([a-z:]+)/g)].map(([, script]) => ({ page, script })),
  ).filter(({ script }) => script !== "import");
  it.each(scripts)("$page: npm run $script", ({ script }) => {
    expect(Object.keys(MANIFEST.scripts)).toContain(script);
  });
});

it("docs name every kind of problem and every exit status", () => {
  for (const name of Object.keys(PROBLEMS)) expect(read("docs/operations.md")).toContain(`\`${name}\``);
  for (const status of Object.values(EXIT)) expect(read("docs/output.md")).toContain(`| ${status} | `);
});

it("docs show the actual problem document", async () => {
  const document = JSON.parse(/```json\n(.*)\n```/.exec(read("docs/operations.md"))?.[1] ?? "");
  const data = dataDirectory({ "content.json": [] });
  const { url } = await startServe(["--data", data, "--log", "none", "--quiet"]);
  const response = await fetch(`${url}/GetContentById?id=5`);
  expect(await response.json()).toEqual(document);
});

it("README.md has at most 125 lines, and links to every page of docs/", () => {
  const readme = read("README.md");
  expect(readme.split("\n").length).toBeLessThanOrEqual(126);
  for (const name of DOCS) expect(readme).toContain(`(docs/${name})`);
});

it("CONTRIBUTING.md lists every file of the repository", () => {
  const ignored = read(".gitignore")
    .split("\n")
    .map((line) => line.replace(/\/$/, ""));
  const files = readdirSync(ROOT).filter((name) => name !== ".git" && !ignored.includes(name));
  const map = read("CONTRIBUTING.md")
    .split("```\n")
    .find((block) => block.includes("package.json        "));
  expect(files.filter((name) => !name.endsWith(".tgz") && !map?.includes(name))).toEqual([]);
});

describe("links in docs: the file exists, in the repository and in the package", () => {
  const links = PAGES.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:)([^)#]+)|(?:src|srcset)="([^"]+)"/g)].map(
      ([, link, picture]) => ({
        page,
        link: link ?? picture,
      }),
    ),
  );
  it.each(links)("$page: $link", ({ page, link }) => {
    const path = join(ROOT, dirname(page), link);
    expect(existsSync(path)).toBe(true);
    const [first] = relative(ROOT, path).split(/[\\/]/);
    expect([...MANIFEST.files, "README.md"]).toContain(first);
  });
});

/** The anchor of a heading, as code hosts derive it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");

describe("links in docs: the heading exists", () => {
  const links = PAGES.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)].map(([, file, anchor]) => ({
      page,
      target: file === "" ? page : join(dirname(page), file),
      anchor,
    })),
  );
  it.each(links)("$page: $target#$anchor", ({ target, anchor }) => {
    const text = read(target).replace(/```[\s\S]*?```/g, "");
    const headings = text.match(/(?<=^#+ ).+$/gm) ?? [];
    expect(headings.map(anchorOf)).toContain(anchor);
  });
});

it("docs contain the sections that the code cites", () => {
  const cited = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => [...read(join("src", file)).matchAll(/(docs\/formats\.md)([^.]*)/g)]);
  expect(cited.length).toBeGreaterThan(0);
  const headings = (page: string) => read(page).match(/(?<=^#+ ).+$/gm) ?? [];
  const missing = cited.filter(
    ([, page, words]) => !headings(page).some((heading) => words.includes(heading)),
  );
  expect(missing.map(([text]) => text)).toEqual([]);
});

it("docs/architecture.md names existing files", () => {
  const files = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" });
  const paths = files.map((file) => `/${file.split("\\").join("/")}`);
  const named = [...read("docs/architecture.md").matchAll(/`(?:src\/)?([a-z/-]+\.ts)`/g)].map(
    ([, name]) => name,
  );
  expect(named.length).toBeGreaterThan(10);
  const missing = named.filter(
    (name) => !name.startsWith("test/") && !paths.some((path) => path.endsWith(`/${name}`)),
  );
  expect(missing).toEqual([]);
});
