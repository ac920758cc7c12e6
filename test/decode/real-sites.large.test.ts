/** Values of real sites, decoded: nothing of the CMS's own syntax is left, and no word is lost. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { jsonOf } from "../../src/decode/decoded-value.ts";
import type { DecodingSite, NodeSummary } from "../../src/decode/decoding.ts";
import { PropertyTypes } from "../../src/decode/property-types.ts";
import { ValueDecoder } from "../../src/decode/value-decoder.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { jsonAt } from "../../src/json/pointer.ts";
import { createSite, type Site } from "../../src/site/site.ts";
import { knownEditor } from "../../src/site/values/editors.ts";
import { visibleText } from "../../src/site/values/visible-html.ts";
import { visibleTexts } from "../../src/site/values/visible-words.ts";
import { ROOT, SHARED } from "../support/repository.ts";

/** What a site's values become. */
type Decoded = {
  values: number;
  words: number;
  elements: number;
  left: string[];
  lost: string[];
  report: Map<string, number>;
  lines: string[];
};

const LEFT = /umb:\/\/|localLink:|contentUdi|contentKey|data-udi=|umbraco_macro/i;
const READS = ["nodes", "links", "markup", "elements"];

function decodedSite(site: Site, culture: string | undefined): Decoded {
  const report = new Map<string, number>();
  const lines: string[] = [];
  const left: string[] = [];
  /** Texts in values of unknown editors, which are given as they are stored. */
  const unread = new Set<string>();
  const lost: string[] = [];
  /** The pointers of the lines about the value that is decoded. */
  const reported: string[] = [];
  let [values, words, elements] = [0, 0, 0];
  const context: DecodingSite = {
    mode: "export",
    culture,
    resolve(reference) {
      const found = site.resolve(reference);
      if (found.state !== "found") return { state: found.state };
      const view = site.at(found);
      const { key, name, type = "", url = null } = view.fields();
      const common = { key, name, type };
      const startItem = { id: key, path: "root" };
      const node: NodeSummary =
        found.kind === "content"
          ? {
              kind: "content",
              ...common,
              createDate: null,
              updateDate: null,
              route: { path: url ?? `/${name}/`, queryString: null, startItem },
            }
          : {
              kind: "media",
              ...common,
              ...{ url, extension: null, width: null, height: null, bytes: null },
              ...{ hasCropper: false, focalPoint: null, crops: [] },
            };
      return { state: "found", node };
    },
    report({ problem, property, pointer, text }) {
      report.set(problem, (report.get(problem) ?? 0) + 1);
      reported.push(pointer);
      if (problem === "unknown-editor")
        for (const each of stringsIn(JSON.parse(jsonAt(property.value, pointer) ?? "null"))) unread.add(each);
      lines.push(`${problem} ${property.type}.${property.alias}${pointer} ${text.slice(0, 100)}`);
    },
  };
  const decoder = new ValueDecoder(context, new PropertyTypes(site.types()));
  for (const view of site.nodes()) {
    const { key, type = "" } = view.fields();
    for (const { alias, editorAlias, value } of view.properties()) {
      values++;
      reported.length = 0;
      const property = { node: key, kind: view.kind, type, alias, editorAlias, value };
      const json = jsonOf(decoder.property(property));
      const parsed: unknown = JSON.parse(json);
      const stored = site.read(value, editorAlias, alias);
      elements += stored.elements.length;
      const known = wordsOf(Array.from(stringsIn(parsed), visibleText));
      for (const part of [
        { ...stored, pointer: "", culture: undefined },
        ...stored.elements.flatMap(({ properties }) => properties),
      ]) {
        const isOther = part.culture !== undefined && part.culture.toLowerCase() !== culture?.toLowerCase();
        if (isOther || reported.some((pointer) => pointer !== "" && part.pointer.startsWith(pointer)))
          continue;
        const own = wordsOf(visibleTexts(part));
        words += own.length;
        const has = new Set(known);
        for (const word of own) if (!has.has(word)) lost.push(`${type}.${alias}${part.pointer} ${word}`);
      }
      const reads = knownEditor(editorAlias)?.reads;
      if (editorAlias !== null && !READS.includes(reads ?? "")) continue;
      for (const text of stringsIn(parsed))
        if (!unread.has(text) && (LEFT.test(text) || isJson(text)))
          left.push(`${type}.${alias} ${text.slice(0, 200)}`);
    }
  }
  return { values, words, elements, left, lost, report, lines };
}

function wordsOf(texts: readonly string[]): string[] {
  return texts.flatMap((text) => text.split(/[\s,]+/)).filter((word) => /\p{L}/u.test(word));
}

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === "string") {
    yield value;
    if (isJson(value)) yield* stringsIn(JSON.parse(value));
  } else if (typeof value === "object" && value !== null)
    for (const inner of Object.values(value)) yield* stringsIn(inner);
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const SHARED_SITES = existsSync(SHARED)
  ? ["corpus", "databases", "trees"].flatMap((folder) =>
      readdirSync(join(SHARED, folder))
        .filter((name) => !/README|-wal$/.test(name))
        .map((name) => join(SHARED, folder, name)),
    )
  : [];
const SITES = [join(ROOT, "data"), ...SHARED_SITES];

it.each(SITES)(
  "ValueDecoder: nothing of the CMS's syntax is left in %s and no word is lost, in any language",
  async (name) => {
    const data = await loadDirectory(name);
    const site = createSite(data);
    for (const culture of new Set([site.culture, ...site.otherLanguages])) {
      const read = culture === site.culture || culture === undefined ? site : await site.inLanguage(culture);
      const decoded = decodedSite(read, culture);
      if (process.env.SHOW_DECODED)
        console.log(
          name,
          culture,
          JSON.stringify({ ...decoded, report: Object.fromEntries(decoded.report) }),
        );
      expect(decoded.left).toEqual([]);
      expect(decoded.lost).toEqual([]);
      expect(decoded.report.get("malformed-value") ?? 0).toBe(0);
    }
  },
);
