/** The structure of src: imports go from later folders to earlier ones, and each package is imported in one folder. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { expect, it } from "vitest";
import { entryIn } from "../src/site/map-entries.ts";
import { once } from "../src/site/once.ts";
import { ROOT } from "./support/repository.ts";

/** The folders (and files) of src in their order: each imports only from itself and from groups before its own. */
const FOLDERS = [
  ["text"],
  ["errors", "operations", "clock", "version", "parameter"],
  ["io"],
  ["access", "json"],
  ["site"],
  ["formats"],
  ["decode"],
  ["analysis"],
  ["completeness"],
  ["delivery", "usync17"],
  ["copy", "http"],
  ["remote"],
  ["output"],
  ["mcp"],
  ["commands"],
  ["cli"],
  ["explorer"],
];

/** The folder or file that may import each package. */
const PACKAGES: Record<string, string> = {
  commander: "commands",
  hono: "http",
  "@hono/node-server": "http",
  chalk: "output",
  "cli-table3": "output",
  "string-width": "output",
  "cross-spawn": "commands",
  diff: "text",
  entities: "site",
  saxes: "formats",
  "sql.js": "formats",
  undici: "remote",
  "log-update": "output",
  parse5: "completeness",
  "@modelcontextprotocol/server": "mcp",
  preact: "explorer",
  "preact-render-to-string": "output",
};

/** Packages that the build bundles, so that installations do without them: sql.js takes 30 MB. */
const COPIED = ["entities", "preact", "preact-render-to-string", "sql.js", "@modelcontextprotocol/server"];

/** `isType`: an import of types alone, of which nothing is left when the program runs. */
type Import = { file: string; folder: string; target: string; isType: boolean };

const SOURCE = join(ROOT, "src");

const texts = new Map<string, string>();
/** The text of a file, which several tests read. */
const textOf = (path: string) => entryIn(texts, path, () => readFileSync(path, "utf8"));

/** Every import of every source file; relative ones as paths below src. */
const imports = once((): Import[] => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  return files.flatMap((path) => {
    const file = path.split(sep).join("/");
    const text = textOf(join(SOURCE, path));
    const found = text.matchAll(/(import type [^;"]*)?(?:from|import\(|^import)\s*"([^"\s,]+)"/gm);
    return [...found].map(([, isType, target]) => ({
      file,
      folder: folderOf(file),
      target: target.startsWith(".") ? posix.join(posix.dirname(file), target) : target,
      isType: isType !== undefined,
    }));
  });
});

function folderOf(file: string): string {
  return file.split("/")[0].replace(/\.tsx?$/, "");
}

const orderOf = (folder: string) => FOLDERS.findIndex((group) => group.includes(folder));

it("architecture: every folder is in the order of imports", () => {
  const folders = readdirSync(SOURCE).map(folderOf);
  expect(folders.filter((folder) => orderOf(folder) < 0)).toEqual([]);
});

it("architecture: folders import only from earlier folders", () => {
  const wrong = imports()
    .filter(({ target }) => /\.tsx?$/.test(target))
    .filter(
      ({ folder, target }) => folderOf(target) !== folder && orderOf(folderOf(target)) >= orderOf(folder),
    );
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

it("architecture: the name of an exported type has one meaning", () => {
  const filesOf = new Map<string, Set<string>>();
  for (const path of filesBelow("src").filter((each) => /\.tsx?$/.test(each))) {
    const declared = textOf(path).matchAll(/^export (?:abstract )?(?:type|interface|class) (\w+)/gm);
    for (const [, name] of declared) filesOf.set(name, (filesOf.get(name) ?? new Set()).add(below(path)));
  }
  expect([...filesOf].filter(([, { size }]) => size > 1).map(([name, files]) => [name, ...files])).toEqual(
    [],
  );
});

it("architecture: no file imports itself through others, not even types", () => {
  const targets = new Map<string, string[]>();
  for (const { file, target } of imports()) targets.set(file, [...(targets.get(file) ?? []), target]);
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, above: readonly string[]) => {
    if (above.includes(file)) circles.push([...above.slice(above.indexOf(file)), file].join(" > "));
    if (done.has(file) || above.includes(file)) return;
    for (const target of targets.get(file) ?? []) visit(target, [...above, file]);
    done.add(file);
  };
  for (const file of targets.keys()) visit(file, []);
  expect(circles).toEqual([]);
});

it("architecture: the answers for the page are imported by the server and the page alone", () => {
  const users = imports().filter(({ target }) => target.startsWith("http/explorer/"));
  expect([...new Set(users.map(({ folder }) => folder))].toSorted()).toEqual(["explorer", "http"]);
});

it("architecture: each package is imported in one folder, and declared in package.json", () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const used = imports().filter(
    ({ target }) => !target.startsWith("node:") && !/\.(?:tsx?|json)$/.test(target),
  );
  const packageOf = (target: string) => target.split("/", target.startsWith("@") ? 2 : 1).join("/");
  expect(used.filter(({ folder, target }) => PACKAGES[packageOf(target)] !== folder)).toEqual([]);
  expect(Object.keys(manifest.dependencies).toSorted()).toEqual(
    [...new Set(used.map(({ target }) => packageOf(target)))]
      .filter((name) => !COPIED.includes(name))
      .toSorted(),
  );
});

it("architecture: no barrels, default exports, or files called utils, types or helpers", () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" });
  const collective = /(?:^|[\\/])(?:index|utils?|types|helpers)(?:\.tsx?)?$/;
  // A command's file has its name.
  expect(files.filter((file) => collective.test(file) && !/^commands[\\/]types\.ts$/.test(file))).toEqual([]);
  for (const file of files.filter((name) => /\.tsx?$/.test(name))) {
    const text = textOf(join(SOURCE, file));
    expect(text, file).toMatch(/^\/\*\* .+/);
    expect(text, file).not.toMatch(/export default|export \* from/);
  }
});

/** The only export that no source file imports: the program's entry point. */
const ENTRY = "cli.ts: run";

/** Every name that a source file exports, as `file: name`. */
function exportedNames(): { file: string; name: string }[] {
  return filesBelow("src").flatMap((path) => {
    const names = textOf(path).matchAll(
      /^export (?:async |abstract )?(?:function\*?|const|class|type|interface) (\w+)/gm,
    );
    // An overloaded function counts once.
    return [...new Set([...names].map(([, name]) => name))].map((name) => ({ file: below(path), name }));
  });
}

/** Every name that is imported anywhere from a source file, as `file: name`. */
function importedNames(): Set<string> {
  const imported = ["src", "test", "bench", "scripts"].flatMap(filesBelow).flatMap((path) => {
    const text = textOf(path);
    const lists = [
      ...text.matchAll(/\{([^{}]*)\}\s*from\s*"(\.[^"]+)"/g),
      ...text.matchAll(/\{([^{}]*)\}\s*=\s*await import\(\s*"(\.[^"]+)"/g),
    ].map(([, names, target]) => ({ names, target }));
    const members = [...text.matchAll(/\(await import\(\s*"(\.[^"]+)"\s*\)\)\.(\w+)/g)];
    return [...lists, ...members.map(([, target, names]) => ({ names, target }))].flatMap(
      ({ names, target }) =>
        names.split(",").map((name) => {
          const [exportedName] = name
            .trim()
            .replace(/^type /, "")
            .split(/ as |:/);
          return `${below(join(dirname(path), target))}: ${exportedName}`;
        }),
    );
  });
  return new Set(imported);
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.[jt]sx?$/.test(file))
    .map((file) => join(ROOT, folder, file));
}

/** A path relative to src. */
function below(path: string): string {
  return relative(SOURCE, path).split(sep).join("/");
}

it("architecture: every export is imported by another file", () => {
  const imported = importedNames();
  const exported = exportedNames().map(({ file, name }) => `${file}: ${name}`);
  expect(exported).toContain(ENTRY);
  expect(exported.filter((name) => name !== ENTRY && !imported.has(name))).toEqual([]);
});

it("architecture: the explorer imports only the listed files, which need no Node", () => {
  const targets = imports()
    .filter(({ folder, target }) => folder === "explorer" && /\.tsx?$/.test(target))
    .map(({ target }) => target)
    .filter((target) => folderOf(target) !== "explorer");
  expect([...new Set(targets)].toSorted()).toEqual([
    "analysis/diff/change-kinds.ts",
    "analysis/diff/empty-values.ts",
    "analysis/find/criteria.ts",
    "analysis/find/marked-text.ts",
    "delivery/delivery-paths.ts",
    "http/explorer/explorer-api.ts",
    "operations.ts",
    "output/audit-report.tsx",
    "site/field-titles.ts",
    "site/unread.ts",
    "site/values/tag-reader.ts",
    "site/values/visible-html.ts",
    "text/iso-date.ts",
    "text/sequence-diff.ts",
    "text/visible-text.ts",
  ]);
});

it("architecture: nothing that the explorer imports, directly or not, imports a module of Node or a package of the server", () => {
  const all = imports().filter(({ isType }) => !isType);
  const page = new Set(all.filter(({ folder }) => folder === "explorer").map(({ file }) => file));
  for (const file of page) {
    for (const each of all) if (each.file === file && /\.tsx?$/.test(each.target)) page.add(each.target);
  }
  const wrong = all.filter(
    ({ file, target }) =>
      page.has(file) && !/\.tsx?$/.test(target) && !/^(?:diff$|(?:entities|preact)(?:$|\/))/.test(target),
  );
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

it("architecture: no command imports another", () => {
  const commands = filesBelow("src/commands")
    .filter((path) => / defineCommand\(\{/.test(textOf(path)))
    .map(below);
  expect(commands.length).toBeGreaterThan(3);
  const wrong = imports().filter(
    ({ file, folder, target }) =>
      folder === "commands" && commands.includes(target) && file !== "commands/program.ts",
  );
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

it("architecture: package-lock.json has no download URLs", () => {
  const lock = readFileSync(join(ROOT, "package-lock.json"), "utf8");
  expect(lock).not.toMatch(/"resolved"/);
});

it("architecture: operation names are written only in operations.ts", () => {
  const spelled = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && relative(SOURCE, join(SOURCE, file)) !== "operations.ts")
    .filter((file) => /Get(?:Content|Media)(?:AtRoot|ById|ByKey|Type)/.test(textOf(join(SOURCE, file))));
  expect(spelled).toEqual([]);
});

/** The lines in which an array is spread into the arguments of a call. */
function spreadArguments(text: string): number[] {
  const blank = (part: string) => part.replace(/[^\n]/g, " ");
  const code = text.replace(
    /\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\(\.{3}\)/g,
    blank,
  );
  const open: number[] = [];
  const spreads: { at: number; opener: number; end?: number }[] = [];
  for (let at = 0; at < code.length; at++) {
    if ("([{".includes(code[at])) open.push(at);
    else if (")]}".includes(code[at])) {
      const opener = open.pop();
      for (const spread of spreads) if (spread.opener === opener) spread.end ??= at;
    } else if (code.startsWith("...", at)) {
      const opener = open.at(-1) ?? -1;
      if (code[opener] === "(") spreads.push({ at, opener });
      at += 2;
    }
  }
  // A list before an arrow, a type or a body is a list of parameters.
  return spreads
    .filter(({ end }) => !/^\)\s*(?:=>|:|\{)/.test(code.slice(end)))
    .map(({ at }) => code.slice(0, at).split("\n").length);
}

it("architecture: no array is spread into arguments, whose number the stack limits", () => {
  expect(spreadArguments("f(a, ...b);\ng([...a]);\nconst h = (...c) => c;\nnew Map(\n  ...d,\n);")).toEqual([
    1, 5,
  ]);
  const spread = filesBelow("src")
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => spreadArguments(textOf(path)).map((line) => `${below(path)}:${line}`));
  expect(spread).toEqual([]);
});
