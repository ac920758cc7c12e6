/** `slice`: seeds, the nodes that come with them, and the written data. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { KINDS } from "../../src/operations.ts";
import type { DataNode } from "../oracle.ts";
import { readLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { ROOT } from "../support/repository.ts";
import { digitsOf, keyOf, nodeOf, siteDirectory, udiOf } from "../support/site.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";
import { piped } from "../support/terminal.ts";
import {
  contentsOf,
  expectSameAgain,
  expectSameAnswers,
  expectSound,
  filesIn,
  json,
  type Receipt,
  reportsOf,
  sliced,
} from "./slicing.ts";

const SAMPLE = join(ROOT, "data");
const BRØLEN = "ca6558e1-81be-46e1-a367-99864e2b06fc";

/** The ids of complete nodes that a slice has for this reason. */
function idsOf({ explained }: Receipt, because: string): number[] {
  return explained.filter((node) => node.because === because && !node.isStub).map(({ id }) => id);
}

describe("slice: seeds", () => {
  it.each([
    [["--id", "1063"], [1063]],
    [["--key", BRØLEN], [1063]],
    [["--key", `umb://document/${BRØLEN.replaceAll("-", "")}`], [1063]],
    [["--url", "/collection/air-horns/gamle-broelen"], [1063]],
    [["--url", "/media/kd5w0m3r/gamle-broelen.jpg"], [1207]],
    [
      ["--id", "1063", "--id", "1059", "--url", "/visit/"],
      [1063, 1059, 1051],
    ],
    [
      ["--type", "eventYear"],
      [1070, 1074],
    ],
    [["--type", "eventYear", "--per-type", "1"], [1070]],
    [
      ["--type", "event*", "--per-type", "1"],
      [1053, 1070, 1071],
    ],
    [
      ["--type", "article", "--below", "1052"],
      [1085, 1086],
    ],
    [
      ["--below", "1070"],
      [1071, 1072, 1073],
    ],
    [
      ["--kind", "media", "--per-type", "1"],
      [1201, 1203, 1216, 1221],
    ],
  ])("%j", async (flags, ids) => {
    const { status, receipt } = await sliced(SAMPLE, flags);
    expect(status).toBe(0);
    expect(idsOf(receipt, "seed").toSorted()).toEqual(ids.toSorted());
  });

  it.each([
    ["json", ["--format", "json"]],
    ["ndjson", ["--format", "ndjson"]],
    ["complete nodes", ["--full", "--format", "ndjson"]],
  ])("the output of find as %s", async (_, format) => {
    const found = await piped(["find", "--sample", "--type", "eventYear", ...format]);
    const args = ["slice", "--sample", "--keys-from", "-", "--explain", "--format", "json"];
    const out = join(temporaryDirectory(), "fixture");
    const { status, stdout } = await run([...args, "--out", out], { stdin: found.stdout });
    expect(status).toBe(0);
    expect(idsOf(JSON.parse(stdout), "seed")).toEqual([1070, 1074]);
  });

  it("a list of keys, UDIs and ids, one per line", async () => {
    const list = join(
      dataDirectory({ keys: `\uFEFF${BRØLEN}\r\n\r\n1059\numb://media/${digitsOf(1)}\n` }),
      "keys",
    );
    const data = siteDirectory(
      [{ ...nodeOf(1059, "Kafé"), children: [{ ...nodeOf(2, "B"), key: BRØLEN }] }],
      [nodeOf(1, "A")],
    );
    const { receipt } = await sliced(data, ["--keys-from", list]);
    expect(idsOf(receipt, "seed")).toEqual([2, 1059, 1]);
  });

  it.each([
    [["--id", "4711"], 3, "error: no node matches --id 4711\n"],
    [["--below", "4711"], 3, "error: there is no node with the id 4711\n"],
    [["--type", "artikle"], 3, "error: no node has the type artikle; near it: article"],
    [
      [],
      2,
      "error: slice needs nodes to start with: --key, --id, --url, --type, --per-type, --below, --keys-from or --cover\n",
    ],
    [["--keys-from", "none.txt"], 2, "error: --keys-from none.txt cannot be read: no such file or directory"],
    [
      ["--id", "1", "--follow", "far"],
      2,
      'error: --follow takes a number of references, or all, not "far"\n',
    ],
  ])("%j: exit status %d", async (flags, status, message) => {
    const found = await sliced(SAMPLE, flags);
    expect(found.status).toBe(status);
    expect(found.stderr).toContain(message);
    expect(existsSync(found.out)).toBe(false);
  });

  it.each([
    ["[1,", "--keys-from LIST is not valid JSON"],
    ['[{"name":"A"}]', "--keys-from LIST, item 1 has no key"],
    ["1063\nKafé", '--keys-from LIST, line 2, takes an id, a GUID or a UDI, not "Kafé"'],
  ])("an invalid list is refused: %s", async (list, message) => {
    const path = join(dataDirectory({ list }), "list");
    const { status, stderr } = await sliced(SAMPLE, ["--keys-from", path]);
    expect(status).toBe(2);
    expect(stderr).toContain(message.replace("LIST", path));
  });
});

describe("slice: ancestors, references and stubs", () => {
  it("--explain prints the reason of each node, and the totals", async () => {
    const out = join(temporaryDirectory(), "fixture");
    const { stdout } = await piped(["slice", "--sample", "--id", "1081", "--out", out, "--explain"]);
    expect(stdout.replace(out, "OUT")).toMatchInlineSnapshot(`
      "content 1081 "Åshild Nøttveit": seed (--id 1081)
      media 1213 "Åshild": referred to by content 1081 "Åshild Nøttveit" in portrait
      content 1080 "Folk på museet": ancestor of content 1081 "Åshild Nøttveit"
      media 1211 "People": ancestor of media 1213 "Åshild"
      content 1055 "Om oss": ancestor of content 1080 "Folk på museet"
      media 1201 "Photographs": ancestor of media 1211 "People"
      content 1050 "Måkevær Foghorn Museum": ancestor of content 1055 "Om oss"
      media 1218 "Årsmelding 2022": referred to by content 1055 "Om oss" in annualReport
      media 1223 "Måkevær seen from the sea": referred to by content 1050 "Måkevær Foghorn Museum" in heroImage
      media 1204 "Havna i tåke": referred to by content 1050 "Måkevær Foghorn Museum" in blocks
      media 1217 "Documents": ancestor of media 1218 "Årsmelding 2022"
      media 1202 "Harbour": ancestor of media 1204 "Havna i tåke"
      stub content 1063 "Gamle Brølen": referred to by content 1050 "Måkevær Foghorn Museum" in featured
      stub content 1060 "Air horns": ancestor of content 1063 "Gamle Brølen"
      stub content 1052 "Collection": ancestor of content 1060 "Air horns"
      stub content 1075 "Concert for seven horns and a harbour": referred to by content 1050 "Måkevær Foghorn Museum" in featured
      stub content 1074 "2024": ancestor of content 1075 "Concert for seven horns and a harbour"
      stub content 1053 "Events": ancestor of content 1074 "2024"
      stub content 1078 "The keeper's goat": referred to by content 1050 "Måkevær Foghorn Museum" in featured
      stub content 1054 "Stories": ancestor of content 1078 "The keeper's goat"
      wrote OUT
      content: 4 nodes, 8 stubs
      media: 8 nodes, 0 stubs
      files: 4, 28 kB
      in all: 65.5 kB
      references: 3 to stubs, 0 already dead
      "
    `);
  });

  it.each([
    [[], [1081, 1085], []],
    [["--follow", "0"], [], [1081, 1207]],
    [["--follow", "1"], [1081, 1207], [1213]],
    [["--follow", "all"], [1081, 1207, 1213], []],
  ])("a picked page with %j", async (flags, whole, stubs) => {
    const { receipt } = await sliced(SAMPLE, ["--id", "1063", ...flags]);
    const of = (isStub: boolean) =>
      receipt.explained.filter((node) => node.isStub === isStub).map(({ id }) => id);
    expect(of(true)).toEqual(expect.arrayContaining(stubs));
    if (flags.length > 0) expect(of(false)).toEqual(expect.arrayContaining(whole));
  });

  it("keep all properties of a media node whose file is only in its properties", async () => {
    const file = { alias: "umbracoFile", editorAlias: "Umbraco.UploadField", value: "/media/1/a.jpg" };
    const text = { alias: "text", editorAlias: "Umbraco.RichText", value: '<img src="/media/1/a.jpg">' };
    const data = siteDirectory(
      [{ ...nodeOf(1, "A"), properties: { text } }],
      [{ ...nodeOf(2, "B", [{ ...nodeOf(3, "C"), properties: { file } }]) }],
    );
    const { receipt, out } = await sliced(data, ["--id", "1", "--follow", "0"]);
    expect(receipt.nodes).toEqual({ content: 1, media: 2 });
    const [, node] = readFileSync(join(out, "media.ndjson"), "utf8").trim().split("\n");
    expect(JSON.parse(node).properties.file.value).toBe("/media/1/a.jpg");
  });
});

describe("slice: the written data", () => {
  it.each([
    { data: SAMPLE, flags: ["--type", "exhibit", "--per-type", "2"] },
    { data: SAMPLE, flags: ["--id", "1063", "--follow", "0"] },
  ])(
    "$data $flags: nodes have the same answers as in the source, except omitted children",
    async ({ data, flags }) => {
      const { out, receipt } = await sliced(data, flags);
      await expectSameAnswers(data, out, receipt);
    },
  );

  const CASES = [["--cover"], ["--per-type", "1", "--follow", "0"]];

  it.each(CASES.map((flags) => ({ flags })))(
    "passes check and audit, if its source does: $flags",
    async ({ flags }) => {
      expectSound(await reportsOf(SAMPLE), await reportsOf((await sliced(SAMPLE, flags)).out));
    },
  );

  it.each(CASES.map((flags) => ({ flags })))("is the same when sliced again: $flags", async ({ flags }) =>
    expectSameAgain(await sliced(SAMPLE, flags), flags, await reportsOf(SAMPLE)),
  );

  it("has exactly the media files of its nodes", async () => {
    const { out, receipt } = await sliced(SAMPLE, ["--id", "1081"]);
    const files = Object.keys(filesIn(join(out, "files")));
    expect(receipt.files).toMatchObject({ count: files.length, missing: 0 });
    const inventory = await json(["check", "--data", out, "--files", join(out, "files"), "--format", "json"]);
    expect(inventory.files).toMatchObject({ missing: [], orphaned: [] });
  });

  it("replaces an earlier slice with its media files, and keeps other files", async () => {
    const { out } = await sliced(SAMPLE, ["--id", "1081"]);
    writeFileSync(join(out, "README.md"), "What this is for.");
    await sliced(SAMPLE, ["--url", "/media/kd5w0m3r/gamle-broelen.jpg"], out);
    const fresh = await sliced(SAMPLE, ["--url", "/media/kd5w0m3r/gamle-broelen.jpg"]);
    expect(filesIn(out)).toEqual({ ...filesIn(fresh.out), "README.md": "What this is for." });
  });

  it("has the source and the times of a copy's manifest, and cannot be refreshed by pull", async () => {
    const copy = join(temporaryDirectory(), "site");
    await piped(["pull", "--sample", "--out", copy, "--files"]);
    const { out } = await sliced(copy, ["--id", "1081"]);
    const [before, after] = [copy, out].map((path) =>
      JSON.parse(readFileSync(join(path, "manifest.json"), "utf8")),
    );
    for (const kind of KINDS) {
      const { source, startedAt, finishedAt } = before[kind];
      expect(after[kind]).toMatchObject({ source, startedAt, finishedAt, options: { slice: true } });
    }
    const pulled = await piped(["pull", "--sample", "--out", out]);
    expect(pulled.status).toBe(2);
    expect(pulled.stderr).toContain("(slice true)");
  });
});

describe("slice writes nothing,", () => {
  it.each([
    [
      "a site",
      (out: string) => cpSync(SAMPLE, out, { recursive: true }),
      "holds content-types.json, which is not a slice",
    ],
    [
      "other NDJSON",
      (out: string) => writeFileSync(join(out, "content.ndjson"), ""),
      "holds content.ndjson, which is not a slice",
    ],
    ["media files", (out: string) => mkdirSync(join(out, "files")), "holds files, which is not a slice"],
  ])("if --out has %s", async (_, fill, message) => {
    const out = temporaryDirectory();
    fill(out);
    const before = filesIn(out);
    const { status, stderr } = await sliced(SAMPLE, ["--id", "1063"], out);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(filesIn(out)).toEqual(before);
  });

  it("if --out has a slice of another site, or is the source", async () => {
    const { out } = await sliced(SAMPLE, ["--id", "1063"]);
    const other = siteDirectory();
    expect((await sliced(other, ["--id", "1"], out)).stderr).toContain(
      "holds a slice of data, but this is a slice of site",
    );
    expect((await sliced(other, ["--id", "1"], other)).stderr).toContain("--data and --out are both");
  });

  it.each([
    [["--max-nodes", "10"], "24 nodes, and --max-nodes is 10", 14],
    [["--max-bytes", "80kB"], "85.2 kB, and --max-bytes is 80 kB", undefined],
  ])("if it is larger than %j allows", async (limit, message, count) => {
    const { out, status, stderr, receipt } = await sliced(SAMPLE, ["--id", "1063", ...limit]);
    expect(status).toBe(1);
    expect(stderr).toBe(`error: nothing was written, the slice is too large: ${message}\n`);
    expect(existsSync(out)).toBe(false);
    expect(receipt.unfit?.length).toBeGreaterThan(0);
    if (count !== undefined) expect(receipt.unfit).toHaveLength(count);
    expect(receipt.unfit?.every(({ because }) => because !== "seed")).toBe(true);
    const plain = await piped(["slice", "--sample", "--out", out, "--id", "1063", ...limit]);
    expect(plain.stdout).toMatch(/^would not fit: .*: (?:ancestor of|referred to by) /);
  });

  it("but is written, if it has exactly the allowed size", async () => {
    const { receipt } = await sliced(SAMPLE, ["--id", "1063"]);
    const fitting = ["--id", "1063", "--max-nodes", "24", "--max-bytes", String(receipt.bytes)];
    expect((await sliced(SAMPLE, fitting)).status).toBe(0);
    expect((await sliced(SAMPLE, [...fitting.slice(0, -1), String(receipt.bytes - 1)])).status).toBe(1);
  });
});

describe("slice --scrub", () => {
  const mail = (value: string) => ({ mail: { alias: "mail", editorAlias: "Umbraco.TextBox", value } });
  const site = () =>
    siteDirectory([
      {
        ...nodeOf(1, "Home", [{ ...nodeOf(2, "A"), properties: mail("kari@firma.no") }]),
        properties: mail("Kari@firma.no"),
      },
    ]);
  const valuesIn = (out: string) =>
    readLines(join(out, "content.ndjson")).map((row): string => row.properties.mail.value);

  it("replaces addresses, the same address by the same", async () => {
    const { out } = await sliced(site(), ["--id", "2", "--scrub"]);
    const [first, second] = valuesIn(out);
    expect(second).toMatch(/^[a-z]{4}@example\.(?:com|net|org)$/);
    expect(first.toLowerCase()).toBe(second);
    expect(first).toMatch(/^[A-Z]/);
  });

  it("is deterministic, and does not pseudonymise a slice again", async () => {
    const data = site();
    const flags = ["--id", "2", "--scrub", "--scrub-property", "MAIL"];
    const first = await sliced(data, flags);
    expect(filesIn((await sliced(data, flags)).out)).toEqual(filesIn(first.out));
    expect(filesIn((await sliced(first.out, flags)).out)).toEqual(filesIn(first.out));
    const manifest = JSON.parse(readFileSync(join(first.out, "manifest.json"), "utf8"));
    expect(manifest.content.options).toEqual({ slice: true, scrub: true, scrubProperty: "mail" });
    const unflagged = await sliced(first.out, ["--id", "2"]);
    expect(filesIn(unflagged.out)).toEqual(filesIn(first.out));
  });

  it("reports aliases of --scrub-property that no node in the slice has, which may be misspelt", async () => {
    const scrubbed = (...flags: string[]) =>
      piped([
        ...["slice", "--data", site(), "--out", join(temporaryDirectory(), "fixture"), "--id", "2"],
        ...["--scrub-property", ...flags],
      ]);
    expect((await scrubbed("mial,MAIL,fon")).stderr).toBe(
      "warning: no node or element in the slice has the property mial or fon of --scrub-property\n",
    );
    for (const flags of [["mail"], ["mial", "--quiet"]]) expect((await scrubbed(...flags)).stderr).toBe("");
  });

  it("--max-bytes compares the pseudonymised size", async () => {
    const data = site();
    const { receipt } = await sliced(data, ["--id", "2", "--scrub"]);
    const limit = (bytes: number) => ["--id", "2", "--scrub", "--max-bytes", String(bytes)];
    expect((await sliced(data, limit(receipt.bytes))).status).toBe(0);
    expect((await sliced(data, limit(receipt.bytes - 1))).status).toBe(1);
  });
});

/** A site with a few types, in which pages have images, and some have blocks, lists or empty values. */
function largeSite(): string {
  const property = (alias: string, editorAlias: string, value: unknown) => ({
    [alias]: { alias, editorAlias, value },
  });
  const pages = Array.from({ length: 400 }, (_, i): DataNode => {
    const image = udiOf("media", 5000 + (i % 40));
    const block = { key: keyOf(9000 + i), name: "", ncContentTypeAlias: `block${i % 4}`, title: i };
    const properties = {
      ...property("image", "Umbraco.MediaPicker3", i % 9 === 0 ? "" : image),
      ...property(
        "text",
        "Umbraco.RichText",
        `<p>Page ${i} <a href="/{localLink:${2 + ((i * 7) % 400)}}">more</a></p>`,
      ),
      ...(i % 5 === 0 && property("blocks", "Umbraco.NestedContent", [block])),
      ...(i % 11 === 0 && property("tags", "Umbraco.Tags", i % 22 === 0 ? [] : ["a", "b"])),
    };
    return { ...nodeOf(i + 2, `Page ${i}`), type: `type${i % 6}`, properties };
  });
  const images = Array.from({ length: 40 }, (_, i) => nodeOf(5000 + i, `Image ${i}`));
  return siteDirectory([nodeOf(1, "Home", pages)], images);
}

describe("slice --cover", () => {
  it("contains every type, editor, element and shape of value of the sample", async () => {
    const { out } = await sliced(SAMPLE, ["--cover"]);
    expect(contentsOf(await reportsOf(out))).toEqual(contentsOf(await reportsOf(SAMPLE)));
  });

  it("contains every type, editor, element and shape of a site with 441 nodes in less than a tenth of them", async () => {
    const data = largeSite();
    const { out, receipt } = await sliced(data, ["--cover"]);
    expect(receipt.explained.length).toBeLessThan(441 / 10);
    expect(contentsOf(await reportsOf(out))).toEqual(contentsOf(await reportsOf(data)));
  });
});
