/** The shape of the code: imports point one way, and each package is used in one place. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix, relative, sep } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "./support/repository.ts";

/** From what is used by all to what uses all. A room imports only from itself and from rooms before it. */
const ROOMS = [
  ["visible-text", "counted", "api-key", "byte-order-mark"],
  ["errors", "operations", "sample", "loopback", "media-names", "media-paths"],
  ["system-error"],
  ["io"],
  ["json"],
  ["tree"],
  ["schema", "urls", "parameters"],
  ["source", "formats", "media-files"],
  ["analysis"],
  ["pull-events"],
  ["sources", "http", "output"],
  ["pull"],
  ["commands"],
  ["cli"],
];

/** Where each package may be imported: one file or one folder. */
const PACKAGES: Record<string, string> = {
  commander: "commands",
  hono: "http",
  "@hono/node-server": "http",
  chalk: "output",
  "cli-table3": "output",
  "string-width": "output",
  "cross-spawn": "commands",
  saxes: "formats",
  undici: "sources",
  "log-update": "output",
};

type Import = { file: string; room: string; target: string };

const SOURCE = join(ROOT, "src");

/** Every import of every source file; relative ones as paths below src. */
function imports(): Import[] {
  const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  return files.flatMap((path) => {
    const file = path.split(sep).join("/");
    const text = readFileSync(join(SOURCE, path), "utf8");
    const targets = [...text.matchAll(/(?:from|import\()\s*"([^"]+)"/g)].map(([, target]) => target);
    return targets.map((target) => ({
      file,
      room: roomOf(file),
      target: target.startsWith(".") ? posix.join(posix.dirname(file), target) : target,
    }));
  });
}

function roomOf(file: string): string {
  return file.split("/")[0].replace(/\.ts$/, "");
}

const orderOf = (room: string) => ROOMS.findIndex((rooms) => rooms.includes(room));

it("has a place for each room", () => {
  const rooms = readdirSync(SOURCE).map(roomOf);
  expect(rooms.filter((room) => orderOf(room) < 0)).toEqual([]);
});

it("imports only from rooms before", () => {
  const wrong = imports()
    .filter(({ target }) => target.endsWith(".ts"))
    .filter(({ room, target }) => roomOf(target) !== room && orderOf(roomOf(target)) >= orderOf(room));
  expect(wrong.map(({ file, target }) => `${file} imports ${target}`)).toEqual([]);
});

it("imports each package in one place, and declares it", () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const used = imports().filter(
    ({ target }) => !target.startsWith("node:") && !/\.(?:ts|json)$/.test(target),
  );
  const packageOf = (target: string) => target.split("/", target.startsWith("@") ? 2 : 1).join("/");
  expect(used.filter(({ room, target }) => PACKAGES[packageOf(target)] !== room)).toEqual([]);
  expect(Object.keys(manifest.dependencies).toSorted()).toEqual(
    [...new Set(used.map(({ target }) => packageOf(target)))].toSorted(),
  );
});

it("has no barrels, default exports, or gathering places", () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" });
  expect(files.filter((file) => /(?:^|[\\/])(?:index|utils?|types|helpers)(?:\.ts)?$/.test(file))).toEqual(
    [],
  );
  for (const file of files.filter((name) => name.endsWith(".ts"))) {
    const text = readFileSync(join(SOURCE, file), "utf8");
    expect(text, file).toMatch(/^\/\*\* .+/);
    expect(text, file).not.toMatch(/export default|export \* from/);
  }
});

it("writes package-lock.json without download addresses", () => {
  const lock = readFileSync(join(ROOT, "package-lock.json"), "utf8");
  expect(lock).not.toMatch(/"resolved"/);
});

it("spells an operation's name nowhere but in its table", () => {
  const spelled = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && relative(SOURCE, join(SOURCE, file)) !== "operations.ts")
    .filter((file) =>
      /Get(?:Content|Media)(?:AtRoot|ById|ByKey|Type)/.test(readFileSync(join(SOURCE, file), "utf8")),
    );
  expect(spelled).toEqual([]);
});
