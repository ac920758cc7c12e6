import { describe, expect, it } from "vitest";
import { CRITERION_NAMES, criterionNamed, optionName } from "../../src/analysis/find/criteria.ts";
import type { DataNode } from "../oracle.ts";
import { keyOf, nodeOf, siteDirectory } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";
import { piped, shown } from "../support/terminal.ts";

const SAMPLE = ["find", "--sample"];
const BRØLEN = ["find", "--sample", "--name", "gamle brølen", "--kind", "content"];
const ITEM =
  '{"kind":"content","level":4,"breadcrumbs":["Måkevær Foghorn Museum","Collection","Air horns"],"id":1063,"key":"ca6558e1-81be-46e1-a367-99864e2b06fc","name":"Gamle Brølen","url":"/collection/air-horns/gamle-broelen/","type":"exhibit","sortOrder":0,"createDate":"2016-03-03T10:18:40","updateDate":"2024-01-08T16:44:21","template":"exhibit"}';

describe("find prints a list", () => {
  it("is JSON in a pipe: the fields of list items, with breadcrumbs", async () => {
    expect(await piped(BRØLEN)).toEqual({ status: 0, stdout: `[${ITEM}]\n`, stderr: "" });
    expect((await piped([...BRØLEN, "--format", "ndjson"])).stdout).toBe(`${ITEM}\n`);
  });

  it.each([
    [
      200,
      "name                                                              id  type     url                                   key\nMåkevær Foghorn Museum › Collection › Air horns › Gamle Brølen  1063  exhibit  /collection/air-horns/gamle-broelen/  ca6558e1-81be-46e1-a367-99864e2b06fc\n",
    ],
    [
      80,
      "name                                                              id  type\nMåkevær Foghorn Museum › Collection › Air horns › Gamle Brølen  1063  exhibit\n",
    ],
  ])("is a table on a terminal, whose last columns need room: %d columns", async (columns, table) => {
    expect(await shown(BRØLEN, columns)).toEqual({ status: 0, stdout: table, stderr: "" });
    if (columns === 200) expect((await piped([...BRØLEN, "--format", "table"])).stdout).toBe(table);
  });

  it.each([
    [75, `… › Collection › Air horns › Gamle Brølen${" ".repeat(21)}1063  exhibit\n`],
    [45, `… › Air horns › Gamle Brølen${" ".repeat(13)}1063\n`],
    [28, "… › Gamle Brølen        1063\n"],
    [24, "… › Gamle Brølen    1063\n"],
  ])("shortens breadcrumbs to %d columns, keeping the nearest ancestors", async (columns, line) => {
    expect((await shown(BRØLEN, columns)).stdout.split(/(?<=\n)/)[1]).toBe(line);
  });

  it("--search: has the best matches first, in every format", async () => {
    const horns = [...SAMPLE, "--search", "air HORNS"];
    const names = [
      ...["Air horns", "Gamle Brølen", "Restoration diary", "The night of 4 January 1923", "Lille Tut"],
      "What fog sounds like",
    ];
    const listed: DataNode[] = JSON.parse((await piped(horns)).stdout);
    expect(listed.map(({ name }) => name)).toEqual(names);
    const fields = await piped([...horns, "--fields", "name", "--format", "csv"]);
    expect(fields.stdout.trimEnd().split(/\r?\n/)).toEqual(["name", ...names]);
    const lines = async (format: string, ...more: string[]) =>
      (await piped([...horns, "--format", format, ...more])).stdout.trimEnd().split("\n");
    const ids = (await lines("table")).flatMap((line) => /\b10[0-9]{2}\b/.exec(line) ?? []);
    expect(ids.map(Number)).toEqual(listed.map(({ id }) => id));
    const whole = (await lines("ndjson", "--full")).map((line) => JSON.parse(line));
    expect(whole.map(({ name, properties }) => [name, typeof properties])).toEqual(
      names.map((name) => [name, "object"]),
    );
    expect((await piped([...horns, "--count"])).stdout).toBe("6\n");
    expect(
      (await piped([...horns, "--level", "3", "--name", "HORNS", "--fields", "name", "--format", "csv"]))
        .stdout,
    ).toMatch(/^name\r?\nAir horns\r?\n$/);
  });

  it("--full: has complete nodes", async () => {
    const { stdout } = await piped([...BRØLEN, "--full", "--format", "ndjson"]);
    const { kind, level, breadcrumbs, parentId, parentKey, ...node } = JSON.parse(stdout);
    expect({ kind, level, parentId }).toEqual({ kind: "content", level: 4, parentId: 1060 });
    const { stdout: answer } = await piped(["content", "--sample", "--id", "1063", "--depth", "0"]);
    expect(node).toEqual(JSON.parse(answer));
    expect(breadcrumbs).toEqual(node.path.map(({ name }: { name: string }) => name));
    expect(parentKey).toBe(node.path.at(-1).key);
    expect((await shown([...BRØLEN, "--full"])).stdout).toBe(
      `${JSON.stringify([JSON.parse(stdout)], undefined, 2)}\n`,
    );
  });

  it("--full: keeps the digits of numbers, and drops custom fields with the names of its own", async () => {
    const number = "12345678901234567890.10";
    const node = `{"id":1,"key":"${keyOf(1)}","name":"A","kind":"its own","price":${number},"level":7,"properties":{"n":{"alias":"n","value":${number}}},"children":[]}`;
    const data = dataDirectory({ "content.json": `[${node}]`, "media.json": "[]" });
    const { stdout } = await piped(["find", "--data", data, "--quiet", "--full"]);
    expect(stdout).toBe(
      `[{"kind":"content","level":1,"breadcrumbs":[],"path":[],"id":1,"key":"${keyOf(1)}","name":"A","price":${number},"properties":{"n":{"alias":"n","value":${number}}}}]\n`,
    );
  });

  it("--count: prints the number of nodes", async () => {
    expect(await piped([...SAMPLE, "--count"])).toEqual({ status: 0, stdout: "62\n", stderr: "" });
  });

  it("has at most 40 breadcrumbs per node", async () => {
    const deepest: DataNode = nodeOf(5000, "Deepest");
    let node = deepest;
    for (let id = 60; id > 0; id--) node = nodeOf(id, `Level ${id}`, [node]);
    const { stdout } = await piped(["find", "--name", "deepest", "--data", siteDirectory([node])]);
    const [{ breadcrumbs, level }] = JSON.parse(stdout);
    expect(level).toBe(61);
    expect(breadcrumbs).toEqual([
      ...Array.from({ length: 20 }, (_, i) => `Level ${i + 1}`),
      "…",
      ...Array.from({ length: 20 }, (_, i) => `Level ${i + 41}`),
    ]);
  });
});

it("find --sort: sorts by a field, in every format, and takes a field after a minus", async () => {
  const names = async (...options: string[]) => {
    const args = ["--type", "article", "--fields", "name,words", "--format", "csv", ...options];
    const rows = (await piped([...SAMPLE, ...args])).stdout.trim().split("\n").slice(1);
    return rows.map((row) => Number(row.slice(row.lastIndexOf(",") + 1)));
  };
  const inOrder = (await names()).toSorted((a, b) => a - b);
  expect(await names("--sort", "words")).toEqual(inOrder);
  expect(await names("--sort", "-words")).toEqual(inOrder.toReversed());
  expect(await names("--sort=-words")).toEqual(inOrder.toReversed());
  expect(new Set(inOrder).size).toBeGreaterThan(1);
});

describe("find exits with 3 if nothing matches", () => {
  it.each([
    [["--name", "nope"], "[]\n", "no node matches"],
    [["--name", "nope", "--format", "table"], "", "no node matches"],
    [["--name", "nope", "--count"], "0\n", "no node matches"],
    [
      ["--type", "artcle"],
      "[]\n",
      "no node has the type artcle; near it: article: try migrations find --type article --sample",
    ],
    [
      ["--property", "finishd~x"],
      "[]\n",
      "no node has the property finishd; near it: finished: try migrations find --property finished --sample",
    ],
    [
      ["--sort", "-property:titl"],
      "",
      "no node has the property titl; near it: title, jobTitle: try migrations find --sort -property:title --sample",
    ],
    [["--without-links-to", "/nowhere/"], "", "there is no page or file with the URL /nowhere/"],
    [["--type", "article", "--kind", "media"], "[]\n", "no media node has the type article"],
    [["--element", "quotBlock"], "[]\n", "no node matches"],
    [["--editor", "Umbraco.Nosuch"], "[]\n", "no node matches"],
    [["--in", "element", "--property", "nosuch"], "[]\n", "no element has the property nosuch"],
    [["--below", "99"], "", "there is no node with the id 99"],
    [
      ["--linked-from", `umb://media/${"9".repeat(32)}`],
      "",
      "there is no media node with the key 99999999-9999-9999-9999-999999999999",
    ],
    [["--links-to", "77"], "[]\n", "there is no node with the id 77, and nothing refers to it"],
  ])("%j", async (args, stdout, message) => {
    expect(await piped([...SAMPLE, ...args])).toEqual({ status: 3, stdout, stderr: `error: ${message}\n` });
  });

  it("and reports that the data has no dates", async () => {
    const { stderr } = await piped(["find", "--data", siteDirectory(), "--changed-since", "2024-01-01"]);
    expect(stderr).toBe("error: no node matches: this data has no updateDate\n");
  });
});

it("find --help has an option for each criterion", async () => {
  const { stdout } = await piped(["find", "--help"]);
  for (const name of CRITERION_NAMES) expect(stdout).toContain(`  ${optionName(name)} `);
});

it.each(CRITERION_NAMES.filter((name) => name !== "in" && name !== "sort"))(
  "find lists fewer nodes with the criterion %s",
  async (name) => {
    const { value, example } = criterionNamed(name) ?? {};
    const option = value ? [optionName(name), String(example)] : [optionName(name)];
    const { stdout } = await piped([...SAMPLE, ...option, "--count"]);
    expect(Number(stdout || Number.NaN)).toBeLessThan(62);
  },
);
