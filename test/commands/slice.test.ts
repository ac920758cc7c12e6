/** `slice`: seeds, the nodes that come with them, and the written data. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { KINDS } from "../../src/operations.ts";
import { once } from "../../src/site/once.ts";
import type { DataNode } from "../oracle.ts";
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
  nodesIn,
  reportsOf,
  sliced,
} from "./slicing.ts";

const SAMPLE = join(ROOT, "data");
const BRØLEN = "ca6558e1-81be-46e1-a367-99864e2b06fc";

/** The ids of the nodes of a slice. */
const idsIn = (out: string, isStub = false) =>
  nodesIn(out).flatMap((node) => (node.isStub === isStub ? [node.id] : []));

describe("slice: seeds", () => {
  it.each([
    ["--id 1063", [1050, 1052, 1060, 1063]],
    [`--key ${BRØLEN}`, [1050, 1052, 1060, 1063]],
    [`--key umb://document/${BRØLEN.replaceAll("-", "")}`, [1050, 1052, 1060, 1063]],
    ["--url /collection/air-horns/gamle-broelen", [1050, 1052, 1060, 1063]],
    ["--url /media/kd5w0m3r/gamle-broelen.jpg", [1201, 1206, 1207]],
    ["--id 1063 --id 1059 --url /visit/", [1050, 1051, 1052, 1059, 1060, 1063]],
    ["--type eventYear", [1050, 1053, 1070, 1074]],
    ["--type event* --per-type 1", [1050, 1053, 1070, 1071]],
    ["--type article --below 1052", [1050, 1052, 1060, 1063, 1085, 1086]],
    ["--below 1070", [1050, 1053, 1070, 1071, 1072, 1073]],
    ["--kind media --per-type 1", [1201, 1202, 1203, 1215, 1216, 1220, 1221]],
  ])("%s, with their ancestors", async (flags, ids) => {
    const { status, out } = await sliced(SAMPLE, [...flags.split(" "), "--follow", "0"]);
    expect(status).toBe(0);
    expect(idsIn(out).toSorted()).toEqual(ids);
  });

  it.each([
    ["json", ["--format", "json"]],
    ["ndjson", ["--format", "ndjson"]],
    ["complete nodes", ["--full", "--format", "ndjson"]],
  ])("the output of find as %s", async (_, format) => {
    const found = await piped(["find", "--sample", "--type", "eventYear", ...format]);
    const args = ["slice", "--sample", "--keys-from", "-", "--follow", "0"];
    const out = join(temporaryDirectory(), "fixture");
    const { status } = await run([...args, "--out", out], { stdin: found.stdout });
    expect(status).toBe(0);
    expect(idsIn(out)).toEqual([1050, 1053, 1070, 1074]);
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
    const { out } = await sliced(data, ["--keys-from", list]);
    expect(idsIn(out)).toEqual([1059, 2, 1]);
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
  ])("%j: exit status %d", async (flags, status, message) => {
    const found = await sliced(SAMPLE, flags);
    expect(found.status).toBe(status);
    expect(found.stderr).toContain(message);
    expect(existsSync(found.out)).toBe(false);
  });
});

describe("slice: ancestors, references and stubs", () => {
  it("the receipt has the totals", async () => {
    const out = join(temporaryDirectory(), "fixture");
    const { stdout } = await piped(["slice", "--sample", "--id", "1081", "--out", out]);
    expect(stdout.replace(out, "OUT")).toMatchInlineSnapshot(`
      "wrote OUT
      content: 4 nodes, 8 stubs
      media: 8 nodes, 0 stubs
      files: 4, 28 kB
      in all: 65.5 kB
      references: 3 to stubs, 0 already dead
      "
    `);
    expect(idsIn(out)).toEqual([1050, 1055, 1080, 1081, 1201, 1202, 1204, 1211, 1213, 1217, 1218, 1223]);
    expect(idsIn(out, true)).toEqual([1052, 1060, 1063, 1053, 1074, 1075, 1054, 1078]);
  });

  it.each([
    [[], [1081, 1085], []],
    [["--follow", "0"], [], [1081, 1207]],
    [["--follow", "1"], [1081, 1207], [1213]],
    [["--follow", "all"], [1081, 1207, 1213], []],
  ])("a picked page with %j", async (flags, whole, stubs) => {
    const { out } = await sliced(SAMPLE, ["--id", "1063", ...flags]);
    expect(idsIn(out, true)).toEqual(expect.arrayContaining(stubs));
    if (flags.length > 0) expect(idsIn(out)).toEqual(expect.arrayContaining(whole));
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
  const source = once(() => reportsOf(SAMPLE));

  it.each([[["--cover"]], [["--per-type", "1", "--follow", "0"]]])(
    "has the answers of its source except omitted children, passes check and audit as it does, and is the same when sliced again: %j",
    async (flags) => {
      const slice = await sliced(SAMPLE, flags);
      await expectSameAnswers(SAMPLE, slice.out);
      const reports = await reportsOf(slice.out);
      expectSound(await source(), reports);
      await expectSameAgain(slice, flags, await source());
      if (flags[0] === "--cover") expect(contentsOf(reports)).toEqual(contentsOf(await source()));
    },
  );

  it("has exactly the media files of its nodes", async () => {
    const { out, receipt } = await sliced(SAMPLE, ["--id", "1081"]);
    const files = Object.keys(filesIn(join(out, "files")));
    expect(receipt.files).toMatchObject({ count: files.length, missing: 0 });
    const args = ["audit", "--data", out, "--section", "media", "--fail-on", "missing-file,orphaned-file"];
    expect((await piped(args)).status).toBe(0);
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
});

/** A site with a few types, in which pages have images, and some have blocks, lists or empty values. */
function largeSite(): string {
  const property = (alias: string, editorAlias: string, value: unknown) => ({
    [alias]: { alias, editorAlias, value },
  });
  const pages = Array.from({ length: 200 }, (_, i): DataNode => {
    const image = udiOf("media", 5000 + (i % 20));
    const block = { key: keyOf(9000 + i), name: "", ncContentTypeAlias: `block${i % 4}`, title: i };
    const properties = {
      ...property("image", "Umbraco.MediaPicker3", i % 9 === 0 ? "" : image),
      ...property(
        "text",
        "Umbraco.RichText",
        `<p>Page ${i} <a href="/{localLink:${2 + ((i * 7) % 200)}}">more</a></p>`,
      ),
      ...(i % 5 === 0 && property("blocks", "Umbraco.NestedContent", [block])),
      ...(i % 11 === 0 && property("tags", "Umbraco.Tags", i % 22 === 0 ? [] : ["a", "b"])),
    };
    return { ...nodeOf(i + 2, `Page ${i}`), type: `type${i % 6}`, properties };
  });
  const images = Array.from({ length: 20 }, (_, i) => nodeOf(5000 + i, `Image ${i}`));
  return siteDirectory([nodeOf(1, "Home", pages)], images);
}

describe("slice --cover", () => {
  it("contains every type, editor, element and shape of a site with 221 nodes in less than a fifth of them", async () => {
    const data = largeSite();
    const { out } = await sliced(data, ["--cover"]);
    expect(nodesIn(out).length).toBeLessThan(221 / 5);
    expect(contentsOf(await reportsOf(out))).toEqual(contentsOf(await reportsOf(data)));
  });
});
