/** `buildSite`: which records are left out and why, and the ids and URLs of the others. */
import { describe, expect, it } from "vitest";
import { PropertyWriter } from "../../src/formats/node-writer.ts";
import { buildSite, type SiteRecord } from "../../src/formats/site-model.ts";
import { Findings } from "../../src/site/findings.ts";
import { everyAnswer } from "../everything.ts";
import { keyOf } from "../support/site.ts";

const NO_VALUES = new PropertyWriter("text").write([]);

function record(id: number, parent?: number, more: Partial<SiteRecord> = {}): SiteRecord {
  return { id, key: keyOf(id), parent, name: `N${id}`, type: "page", properties: NO_VALUES, ...more };
}

type Options = { includeUnpublished?: boolean; refusesCycles?: boolean; urls?: boolean };

/** The site of content records linked by id, and everything that is reported. */
function build(content: SiteRecord[], { includeUnpublished = false, refusesCycles, urls }: Options = {}) {
  const findings = new Findings();
  const site = buildSite(
    {
      records: { content, media: [] },
      linkedBy: "id",
      includeUnpublished,
      urls: urls ? { domains: [] } : undefined,
    },
    {
      findings,
      file: (kind) => kind,
      nameOf: ({ name }) => name,
      warn: ({ name }, text, topic) => findings.warn(name, text, topic),
      error: ({ name }, reason, other) =>
        findings.error(name, () => "", other ? `${reason} as ${other.name}` : reason),
      refusesCycles,
    },
  );
  const { trees, unpublished } = site;
  return {
    nodes: trees.content && everyAnswer(trees.content),
    unpublished: unpublished.map(({ id }) => id),
    warnings: findings.warnings.map(({ file, text }) => `${file} ${text}`),
    errors: findings.errorLines(),
  };
}

describe("`buildSite`", () => {
  const DRAFT = { unpublished: "it is not published" };
  const SITE = [
    record(1),
    record(2, 1, DRAFT),
    record(3, 2),
    record(4, 3),
    record(5, 1, { removed: "it is in the recycle bin" }),
    record(6, 5),
    record(7, 99),
    record(8, 1, { incomplete: "it has no type" }),
    record(9, 1, { ...DRAFT, incomplete: "it has no current version" }),
  ];

  it("leaves out removed, unpublished and incomplete nodes, nodes without a parent, and their descendants", () => {
    const { nodes, unpublished, warnings } = build(SITE);
    expect(nodes?.map(({ id }) => id)).toEqual([1]);
    expect(unpublished).toEqual([2, 3, 4]);
    expect(warnings).toEqual([
      "N2 is left out: it is not published",
      "N3 is left out: it lies below N2, which is left out",
      "N4 is left out: it lies below N2, which is left out",
      "N6 is left out: its parent, 5, is left out: it is in the recycle bin",
      "N7 is left out: no node has the id 99 of its parent",
      "N8 is left out: it has no type",
      "N9 is left out: it is not published",
    ]);
  });

  it("with --include-unpublished, keeps unpublished nodes and their descendants with `published: false`", () => {
    const { nodes, unpublished, warnings } = build(SITE, { includeUnpublished: true });
    expect(nodes?.map(({ id, published }) => [id, published])).toEqual([
      [1, undefined],
      [2, false],
      [3, false],
      [4, false],
    ]);
    expect(unpublished).toEqual([]);
    expect(warnings.at(-1)).toBe("N9 is left out: it has no current version");
  });

  const CIRCLE = [record(1), record(2, 3), record(3, 2), record(4, 3), record(5, 5)];

  it("leaves out cycles and their descendants", () => {
    const { nodes, warnings } = build(CIRCLE);
    expect(nodes?.map(({ id }) => id)).toEqual([1]);
    expect(warnings).toEqual([2, 3, 4, 5].map((id) => `N${id} is left out: its ancestors lead in a circle`));
  });

  it("reports each cycle if a format refuses them", () => {
    const { warnings, errors } = build(CIRCLE, { refusesCycles: true });
    expect(warnings).toEqual([]);
    expect(errors).toEqual(["N2: is its own ancestor, in a circle of 2 nodes", "N5: is its own parent"]);
  });

  it("refuses more than 1,000 levels", () => {
    const { nodes, errors } = build(Array.from({ length: 1001 }, (_, i) => record(i + 1, i || undefined)));
    expect(nodes).toBeUndefined();
    expect(errors).toEqual(["N1001: is on level 1001: a tree has at most 1000 levels"]);
  });

  it("leaves out a chain of 10,000 nodes above which a parent is missing", () => {
    const chain = Array.from({ length: 10_000 }, (_, i) => record(i + 1, i + 2));
    expect(build(chain).warnings).toHaveLength(10_000);
  });

  it("orders siblings by `sortOrder`, then in the order of the records", () => {
    const { nodes } = build([
      record(3, 1),
      record(2, 1, { sortOrder: 5 }),
      record(4, 1),
      record(1, undefined, { sortOrder: 1 }),
      record(5),
    ]);
    expect(nodes?.map(({ id }) => id)).toEqual([5, 1, 3, 4, 2]);
  });

  it("derives ids, counts derived keys, and reports duplicate keys", () => {
    const made = record(7, undefined, { hasDerivedKey: true });
    const derived = { ...record(7), id: undefined, key: keyOf(8) };
    const { nodes, warnings } = build([made, derived]);
    expect(nodes?.map(({ id }) => typeof id)).toEqual(["number", "number"]);
    expect(warnings).toEqual([
      "content 1 node has no key: its own is derived from its id",
      "content ids are derived from keys: 1 node",
    ]);
    expect(build([record(1), record(2, 1, { key: keyOf(1) })]).errors).toEqual([
      `N2: key ${keyOf(1)} is used twice as N1`,
    ]);
  });

  it("makes URLs from segments if URLs are requested", () => {
    const site = () => [
      record(3, 2, { segment: "c" }),
      record(1, undefined, { segment: "a" }),
      record(2, 1, { segment: "b" }),
      record(4, undefined, { segment: "d", url: "/own/" }),
    ];
    expect(build(site(), { urls: true }).nodes?.map(({ url }) => url)).toEqual(["/", "/b/", "/b/c/", "/d/"]);
    expect(build(site()).nodes?.map(({ url }) => url)).toEqual([undefined, undefined, undefined, "/own/"]);
  });

  it("reads only the values of nodes that are kept, each once", () => {
    const read: number[] = [];
    const properties = (id: number) => () => {
      read.push(id);
      return NO_VALUES;
    };
    build([1, 2, 3].map((id) => record(id, id === 3 ? 99 : undefined, { properties: properties(id) })));
    expect(read).toEqual([1, 2]);
  });
});
