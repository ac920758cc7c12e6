/** A second implementation of counts of words and references, by regular expressions: the oracle of the tests. */
import { expect } from "vitest";
import { parseLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";

type Node = {
  id: number;
  key: string;
  url?: string;
  properties: Record<string, { value: unknown }>;
};

async function linesOf<T>(...args: string[]): Promise<T[]> {
  const { stdout } = await run([...args, "--quiet", "--format", "ndjson"]);
  return parseLines(stdout);
}

/** Compares the fields that `find` prints of all nodes with the counts. @param site the options that name the data */
export async function expectCountedByHand(site: readonly string[]): Promise<void> {
  const rows = await linesOf<Record<string, number | string>>(
    ...["find", ...site, "--fields", "id,key,words,references,deadReferences,referencedBy"],
  );
  const nodes = await linesOf<Node>("find", ...site, "--full");
  const { languages = [], culture } = JSON.parse(
    (await run(["check", ...site, "--quiet", "--format", "json"])).stdout,
  );
  const others = languages.filter((code: string) => code !== culture);
  const elsewhere = others.map((code: string) => linesOf<Node>("find", ...site, "--full", "--culture", code));
  // Data without unpublished nodes refuses the option, and prints none.
  const all = await linesOf<Node>("find", ...site, "--full", "--include-unpublished");
  const expected = countByHand(
    nodes,
    (await Promise.all(elsewhere)).flat(),
    new Set(all.map(({ key }) => key)),
  );
  expect(rows).toEqual(nodes.map(({ id, key }) => ({ id, key, ...expected.get(key) })));
}

/** The counts of a node. */
type Counts = { words: number; references: number; deadReferences: number; referencedBy: number };

/**
 * @param elsewhere nodes in other languages, which count as well, with their references
 * @param existing the keys of all nodes, also of unpublished ones: references to these are not dead
 */
function countByHand(
  nodes: readonly Node[],
  elsewhere: readonly Node[],
  existing: ReadonlySet<string>,
): Map<string, Counts> {
  const keys = new Set([...nodes, ...elsewhere].map(({ key }) => key));
  const byId = new Map(nodes.map(({ id, key }) => [String(id), key]));
  const byPath = new Map(nodes.flatMap(({ url, key }) => (url ? [[pathOf(url), key] as const] : [])));
  const found = new Map<string, Counts & { to: Set<string> }>();
  for (const { key, properties } of nodes) {
    const values = Object.values(properties).map(({ value }) => value);
    const to = new Set<string>();
    let dead = 0;
    for (const value of values) {
      for (const target of targetsIn(value, { byId, byPath })) {
        if (!keys.has(target)) dead += existing.has(target) ? 0 : 1;
        else if (target !== key) to.add(target);
      }
    }
    const words = values.reduce((sum: number, value) => sum + wordsIn(value), 0);
    found.set(key, { words, references: 0, deadReferences: dead, referencedBy: 0, to });
  }
  for (const { key, properties } of elsewhere) {
    for (const { value } of Object.values(properties)) {
      for (const target of targetsIn(value, { byId, byPath })) {
        if (keys.has(target) && target !== key) found.get(key)?.to.add(target);
      }
    }
  }
  for (const { to } of found.values()) {
    for (const target of to) {
      const counts = found.get(target);
      if (counts) counts.referencedBy++;
    }
  }
  return new Map([...found].map(([key, { to, ...counts }]) => [key, { ...counts, references: to.size }]));
}

const pathOf = (url: string) =>
  decodeURI(url.replace(/^https?:\/\/[^/]*/, ""))
    .toLowerCase()
    .replace(/(.)\/$/, "$1");

/** The keys of all nodes that a value refers to: UDIs, media keys, paths of media and pages. */
function targetsIn(
  value: unknown,
  { byId, byPath }: { byId: ReadonlyMap<string, string>; byPath: ReadonlyMap<string, string> },
): string[] {
  const text = typeof value === "string" ? value : JSON.stringify(value ?? null);
  const plain = text.replaceAll(/\\+"/g, '"').replaceAll("\\/", "/");
  const hex = [...plain.matchAll(/umb:\/\/(?:document|media)\/([0-9a-f-]{32,36})/gi)].map(([, key]) => key);
  const mediaKeys = [...plain.matchAll(/"mediaKey":\s*"([0-9a-f-]{32,36})"/gi)].map(([, key]) => key);
  const paths = [...plain.matchAll(/(?:href|src|url)(?:=|":\s*)"(\/[^"?#]*)/gi)].flatMap(
    ([, path]) => byPath.get(pathOf(path)) ?? [],
  );
  const links = [...plain.matchAll(/localLink:([0-9a-f-]{32,36}|\d+)\}/gi)].map(
    ([, target]) => byId.get(target) ?? withHyphens(target),
  );
  return [...hex, ...mediaKeys].map(withHyphens).concat(paths, links);
}

function withHyphens(key: string): string {
  const digits = key.replaceAll("-", "").toLowerCase();
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Texts without words: numbers, ids, dates, paths and URLs. */
const MACHINE =
  /^(?:-?\d+(?:\.\d+)?|[{]?[0-9a-f-]{32,36}[}]?(?:,.*)?|umb:\/\/\S*|\d{4}-\d\d-\d\d(?:[T ][\d:.Z+-]*)?|~?\/media\/\S.*|https?:\/\/\S*|\/\S*)$/i;

function wordsIn(value: unknown): number {
  if (typeof value === "string") {
    const text = value.trim();
    if (/^[[{]/.test(text) && isJson(text)) return wordsIn(JSON.parse(text));
    if (MACHINE.test(text)) return 0;
    return count(/<\/?[a-z!?]/i.test(text) ? stripped(text) : text);
  }
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every((each) => typeof each === "string")) {
      return value.reduce(
        (sum, text) => sum + (/^(?:umb:|[0-9a-f-]{32,36}$)/.test(text) ? 0 : count(text)),
        0,
      );
    }
    return value.reduce((sum, each) => sum + elementWords(each), 0);
  }
  return elementWords(value);
}

/** The words of an object that is an element or contains elements. */
function elementWords(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const object = value as Record<string, unknown>;
  const markup = typeof object.markup === "string" ? wordsIn(object.markup) : 0;
  if (object.blocks) return markup + elementWords(object.blocks);
  if (Array.isArray(object.contentData)) return markup + wordsIn(object.contentData);
  if (Array.isArray(object.values) && "contentTypeKey" in object) {
    return object.values.reduce((sum, each) => sum + wordsIn(each.value), 0);
  }
  if ("contentTypeKey" in object || "ncContentTypeAlias" in object) {
    const own = Object.entries(object).filter(
      ([name]) => !/^(?:key|udi|contentTypeKey|ncContentTypeAlias|name|PropType)$/.test(name),
    );
    return own.reduce((sum, [, each]) => sum + wordsIn(each), 0);
  }
  if ("elementType" in object || "dtgeContentTypeAlias" in object) {
    return Object.values(object.value ?? {}).reduce((sum: number, each) => sum + wordsIn(each), 0);
  }
  if (Array.isArray(object.sections)) {
    const controls = object.sections.flatMap(({ rows = [] }) =>
      rows.flatMap(({ areas = [] }) => areas.flatMap(({ controls = [] }) => controls)),
    );
    return controls.reduce((sum, control) => sum + wordsIn(control.value), 0);
  }
  return markup;
}

function count(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

function stripped(html: string): string {
  const shown = html
    .replaceAll(/<!--.*?-->/gs, " ")
    .replaceAll(/<(script|style)\b.*?<\/\1\s*>/gis, " ")
    .replaceAll(
      /<\/?(?:p|br|li|ul|ol|h\d|div|td|th|tr|table|img|hr|blockquote|figure|figcaption|pre|section)\b[^>]*>/gi,
      " ",
    )
    .replaceAll(/<[^>]*>/g, "");
  return shown
    .replaceAll(/&nbsp;|&#160;/g, " ")
    .replaceAll(/&[a-z]+;/g, (entity) =>
      /(?:copy|dash|quo|hellip|amp|lt|gt|rarr|middot|bull)/.test(entity) ? "-" : "x",
    );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
