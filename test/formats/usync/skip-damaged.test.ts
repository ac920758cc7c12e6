/** `--skip-damaged`: a uSync folder of which some files cannot be read. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadDirectory } from "../../../src/formats/load-directory.ts";
import { readLines } from "../../support/ndjson.ts";
import { run } from "../../support/program.ts";
import { fixture } from "../../support/repository.ts";
import { keyOf } from "../../support/site.ts";
import { dataDirectory, temporaryDirectory } from "../../support/temporary.ts";
import { usyncPage } from "../../support/usync-files.ts";

const CONFLICT = "<<<<<<< HEAD\n<Content/>\n=======\n<Content></Content>\n>>>>>>> other\n";
/** Each damage, and what the warning says of it. */
const DAMAGES: [file: string, damaged: (text: string) => string | Uint8Array, said: RegExp][] = [
  [
    "Content/second.config",
    () => CONFLICT,
    /^Content\/second\.config:1: is damaged, and skipped: .*conflict/,
  ],
  ["ContentTypes/seo.config", (text) => text.slice(0, 100), /^ContentTypes\/seo\.config:2:61: is damaged/],
  ["DataTypes/unused.config", () => Uint8Array.of(0x3c, 0xff), /^DataTypes\/unused\.config.*UTF-8/],
  ["Dictionary/a.config", () => "<Dictionary", /^Dictionary\/a\.config:1:11: is damaged/],
  ["Domains/a.config", () => "", /^Domains\/a\.config/],
];

/** Files that are XML, and have a field that cannot be read. */
const FAULTS: [file: string, text: string, said: RegExp][] = [
  [
    "ContentTypes/wrong.config",
    '<ContentType Key="nope" Alias="wrong"><Info/></ContentType>',
    /^ContentTypes\/wrong\.config:1: is damaged, and skipped: Key must be a GUID, not "nope"$/,
  ],
  [
    "ContentTypes/order.config",
    `<ContentType Key="${keyOf(400)}" Alias="order"><Tabs><Tab><Caption>A</Caption><SortOrder>first</SortOrder></Tab></Tabs></ContentType>`,
    /^ContentTypes\/order\.config:1: is damaged, and skipped: SortOrder must be an integer, not "first"$/,
  ],
  [
    "Dictionary/wrong.config",
    '<Dictionary Key="nope" Alias="wrong"><Info/></Dictionary>',
    /^Dictionary\/wrong\.config:1: is damaged, and skipped: Key must be a GUID/,
  ],
  [
    "Domains/wrong.config",
    '<Domain Alias="wrong.example"><Info><Root Key="nope"/></Info></Domain>',
    /^Domains\/wrong\.config:1: is damaged, and skipped: the Key of Info\/Root must be a GUID/,
  ],
];

function damagedSite(damages = DAMAGES): string {
  const folder = temporaryDirectory();
  cpSync(fixture("usync/types"), folder, { recursive: true });
  for (const [file, damaged] of damages) {
    const path = join(folder, file);
    mkdirSync(join(path, ".."), { recursive: true });
    const text = file.startsWith("D") ? "" : readFileSync(path, "utf8");
    writeFileSync(path, damaged(text));
  }
  return folder;
}

describe("--skip-damaged", () => {
  it("reads what is left, with a warning for each skipped file, which `check` lists and fails on", async () => {
    const data = damagedSite();
    const args = ["check", "--data", data, "--skip-damaged", "--format", "json"];
    const { status, stdout } = await run([...args, "--fail-on", "damaged"]);
    const { nodes, warnings } = JSON.parse(stdout);
    expect([status, nodes.content.total]).toEqual([1, 1]);
    const lines = (warnings as { file: string; text: string }[])
      .filter(({ text }) => text.startsWith("is damaged"))
      .map(({ file, text }) => `${file}: ${text}`);
    expect(lines).toHaveLength(DAMAGES.length);
    for (const [, , said] of DAMAGES) expect(lines).toContainEqual(expect.stringMatching(said));
  });

  it("skips types, domains and dictionary items of which a field cannot be read", async () => {
    const data = damagedSite([]);
    for (const [file, text] of FAULTS) {
      mkdirSync(join(data, file, ".."), { recursive: true });
      writeFileSync(join(data, file), text);
    }
    const loaded = await loadDirectory(data, { skipDamaged: true });
    const lines = loaded.warnings.map(({ file, text }) => `${file}: ${text}`);
    for (const [, , said] of FAULTS) expect(lines).toContainEqual(expect.stringMatching(said));
    expect(loaded.types().content.map(({ alias }) => alias)).toEqual(["base", "page", "seo"]);
    expect(loaded.domains?.().map(({ domain }) => domain)).not.toContain("wrong.example");
    expect(loaded.dictionary?.().map(({ key }) => key)).not.toContain("wrong");
  });

  it("is named where it helps, and `check` and `export` report what it skips", async () => {
    const data = dataDirectory({
      "Content/a.config": CONFLICT,
      "Content/b.config": usyncPage({ id: 12, parent: 11 }),
      "Content/c.config": usyncPage({ id: 13, parent: 12 }),
      "Content/home.config": usyncPage({ id: 10 }),
    });
    const refused = await run(["content", "--data", data]);
    expect(refused.stderr).toContain("does not load: 1 error; --skip-damaged reads the other files\n");
    const given = ["--data", data, "--skip-damaged"];
    const check = await run(["check", ...given]);
    expect(check.stdout).toContain("loads, but 1 damaged file is skipped and 2 nodes are left out: uSync");
    expect(JSON.parse((await run(["check", ...given, "--format", "json"])).stdout).sound).toBe(false);
    const out = join(temporaryDirectory(), "export");
    const exported = await run(["export", ...given, "--out", out, "--fail-on", "skipped"]);
    expect(exported.status).toBe(1);
    expect(exported.stdout).toContain("not exported: 1 damaged file, 2 nodes left out\n");
    expect(JSON.parse(readFileSync(join(out, "export.json"), "utf8")).notExported).toEqual({
      "damaged files": 1,
      "nodes left out": 2,
    });
    const skipped = readLines(join(out, "report.ndjson")).map(({ problem, text }) => `${problem} ${text}`);
    expect(skipped.toSorted()).toEqual([
      expect.stringMatching(/^skipped Content\/a\.config:1: is damaged, and skipped: unresolved Git/),
      expect.stringMatching(/^skipped Content\/b\.config: is left out: no node has the key .* of its/),
      expect.stringMatching(/^skipped Content\/c\.config: is left out: it lies below /),
    ]);
  });

  it("adds a line to the report of `usync` for each file and node that is left out", async () => {
    const out = temporaryDirectory();
    const given = ["--data", damagedSite(), "--skip-damaged", "--out", out];
    const { status, stderr } = await run(["usync", ...given, "--fail-on", "skipped"]);
    expect(status, stderr).toBe(1);
    const lines = readLines(join(out, "report.ndjson")).filter(({ problem }) => problem === "skipped");
    expect(lines.map(({ kind, name }) => [kind, String(name).replace(/:.*/, "")]).toSorted()).toEqual(
      DAMAGES.map(([file]) => ["file", file]),
    );
    for (const { text } of lines)
      expect(text).toMatch(/^is damaged, and skipped: .+; mend the data, and write the folder again$/);
    expect(stderr).toContain(
      `damaged files of the data are skipped, or nodes are left out with them (${DAMAGES.length} lines)`,
    );
  });

  it.each(DAMAGES.slice(0, 3).map((damage) => [damage[0], damage] as const))(
    "is not the default: with %s damaged nothing is read",
    async (_, damage) => {
      const data = damagedSite([damage]);
      const command = damage[0].startsWith("Data") ? "types" : "content";
      expect(await run([command, "--data", data])).toMatchObject({ status: 6, stdout: "" });
      expect((await run([command, "--data", data, "--skip-damaged"])).status).toBe(0);
    },
  );

  it("is refused for data that is not a folder of files", async () => {
    expect(await run(["content", "--sample", "--skip-damaged"])).toEqual({
      status: 2,
      stdout: "",
      stderr: "error: --skip-damaged cannot be used: JSON is read as a whole or not at all\n",
    });
  });
});
