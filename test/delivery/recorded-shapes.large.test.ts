/** The objects in answers of the Delivery API have the members, in the order and of the types, of recorded answers of Umbraco 12 to 17. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { jsonOf } from "../../src/decode/decoded-value.ts";
import { DeliverySite } from "../../src/delivery/delivery-site.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { once } from "../../src/site/once.ts";
import { createSite } from "../../src/site/site.ts";
import { SHARED } from "../support/repository.ts";

const RECORDED = join(SHARED, "recorded", "delivery");
const SITES = [
  "databases/widgets-17.sqlite.db",
  "databases/shop-13.sqlite.db",
  "corpus/uheadless-v14",
  "corpus/uheadless-v9",
  "corpus/community-v8",
];

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Members = { [name: string]: Json };

/** The kinds of objects, each known by members that no other has; the first that fits counts. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  "grid item": ["rowSpan", "content"],
  "grid area": ["rowSpan", "alias"],
  grid: ["gridColumns"],
  link: ["linkType", "destinationId"],
  page: ["contentType", "route", "cultures"],
  "picked page": ["contentType", "route"],
  element: ["contentType", "properties"],
  media: ["mediaType", "bytes"],
  route: ["startItem", "path"],
  "rich text": ["markup"],
  block: ["content", "settings"],
  crop: ["alias", "coordinates"],
  coordinates: ["x1", "y2"],
  "focal point": ["left", "top"],
};
type ObjectKind = keyof typeof KINDS;

/** Members that Umbraco added later or has in some answers alone. */
const NEWER: Partial<Record<ObjectKind, readonly string[]>> = {
  // Of 16.3.
  route: ["queryString"],
  // Absent of media that a tree picker picks.
  media: ["focalPoint", "crops"],
  // Of 13.
  "rich text": ["blocks"],
  // Of 17.6.
  link: ["culture"],
};
type Found = { kind: ObjectKind; members: Members };

/** The objects of known kinds in a value. */
function* objectsOf(value: Json): Generator<Found> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) {
    const kind = Object.keys(KINDS).find((each) => KINDS[each].every((name) => name in value));
    if (kind !== undefined) yield { kind, members: value };
  }
  for (const inner of Object.values(value)) yield* objectsOf(inner);
}

function typeOf(value: Json): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

/** The names of members that are given in all versions, in their order. */
function namesIn({ kind, members }: Found): string[] {
  return Object.keys(members).filter((name) => !(NEWER[kind] ?? []).includes(name));
}

/** The recorded objects of a file of JSON, or of one with a model and its JSON a line. */
function recordedIn(name: string): Found[] {
  const text = readFileSync(join(RECORDED, name), "utf8");
  const texts = name.endsWith(".txt") ? text.split("\n").map((line) => line.replace(/^\w+: /, "")) : [text];
  return texts
    .filter((each) => each.startsWith("{") || name.endsWith(".json"))
    .flatMap((each) => [...objectsOf(JSON.parse(each))]);
}

/** One object of each kind, with each list of members and of their types. */
function distinct(objects: readonly Found[]): Found[] {
  const shapeOf = ({ kind, members }: Found) =>
    `${kind} ${Object.entries(members).map(([name, value]) => `${name}: ${typeOf(value)}`)}`;
  return [...new Map(objects.map((each) => [shapeOf(each), each])).values()];
}

/** All pages of a site with their pickers expanded once, and its media. */
async function answersOf(path: string): Promise<Found[]> {
  const site = new DeliverySite(createSite(await loadDirectory(join(SHARED, path))));
  const language = await site.language();
  const expand = { properties: new Map(), all: { below: undefined } };
  const found: Found[] = [];
  for (const page of language.pages()) {
    for (const selections of [{}, { expand }]) {
      found.push(...objectsOf(JSON.parse(jsonOf(await site.item(language, page, selections)))));
    }
  }
  return distinct(found);
}

/** The answers about each site, read once. */
const answers = once(() =>
  Promise.all(SITES.map(async (path) => ({ path, objects: await answersOf(path) }))),
);

describe.skipIf(!existsSync(RECORDED))("the Delivery API answers with the shapes of recorded answers", () => {
  it.each([
    { name: "docs13-post-default.json", isOrdered: true },
    { name: "docs13-blockgrid-default.json", isOrdered: true },
    { name: "home-v16.json", isOrdered: true },
    { name: "serialised-models-core-13.16.4.txt", isOrdered: true },
    { name: "serialised-models-core-17.8.1.txt", isOrdered: true },
    { name: "blog-v12.json", isOrdered: false },
  ])("$name", async ({ name, isOrdered }) => {
    const recorded = distinct(recordedIn(name));
    const seen = new Set<ObjectKind>();
    for (const { path, objects } of await answers()) {
      for (const own of objects) {
        for (const expected of recorded.filter(({ kind }) => kind === own.kind)) {
          seen.add(own.kind);
          const [ownNames, names] = [namesIn(own), namesIn(expected)];
          const where = `${own.kind} of ${path}`;
          if (isOrdered) expect(ownNames, where).toEqual(names);
          else expect(new Set(ownNames), where).toEqual(new Set(names));
          for (const member of names) {
            const types = [typeOf(own.members[member]), typeOf(expected.members[member])];
            if (types.includes("null")) continue;
            expect(types[0], `${member} of ${where}`).toBe(types[1]);
          }
        }
      }
    }
    expect([...seen].toSorted()).toEqual([...new Set(recorded.map(({ kind }) => kind))].toSorted());
  });
});
