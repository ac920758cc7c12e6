/** Encodes the nodes of a site in one language: names, publication, and the values of 17. */

import type { DecodedValue } from "../decode/decoded-value.ts";
import { isList, isObject, jsonOf } from "../decode/decoded-value.ts";
import type { NodeSummary, StoredProperty } from "../decode/decoding.ts";
import { storedText } from "../decode/elements.ts";
import { reportLine } from "../decode/report.ts";
import { type DecodableSite, SiteInLanguage } from "../decode/site-in-language.ts";
import { parseString } from "../json/outline.ts";
import { KINDS, type Kind } from "../operations.ts";
import { isSameLanguage } from "../site/languages.ts";
import { FILE_PROPERTY } from "../site/media/media-paths.ts";
import { variesByCulture, variesBySegment } from "../site/schema/definitions.ts";
import type { SiteData } from "../site/site-data.ts";
import { SiteNode } from "../site/site-nodes.ts";
import type { Key } from "../site/tree/key.ts";
import type { Tree } from "../site/tree/tree.ts";
import { StoredValue } from "../site/values/stored-value.ts";
import { replaceLinks } from "../site/values/text-references.ts";
import type { BlockKeys } from "./block-keys.ts";
import { elementKeys, withTextsInBlocks } from "./block-value.ts";
import { encoderOf, OLD_GROUPS } from "./encoders.ts";
import { type EncodeAt, type EncodedValue, type Encoding, valueWords } from "./encoding.ts";
import type { MoveProblem, MoveReport } from "./move-report.ts";
import { storedIn17 } from "./stored-value.ts";
import type { TargetModel } from "./target-model.ts";

/** A node in one language. */
export type EncodedNode = {
  /** Umbraco can give it another one. */
  name: string;
  isPublished: boolean;
  /** The stored texts by property. */
  values: ReadonlyMap<string, string>;
  /** By segment, the texts that differ in it. */
  segments: ReadonlyMap<string, ReadonlyMap<string, string>>;
};

const ANY_KEY = /[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** A site in one language, with the keys of pages that exist in other languages alone. */
type EncodedSite = DecodableSite & Pick<SiteData, "elsewhere">;

/** What encoders add to. */
type EncodedInto = { model: TargetModel; report: MoveReport; blockKeys: BlockKeys };

export class LanguageEncoder implements Encoding {
  readonly model: TargetModel;
  readonly language: SiteInLanguage;
  readonly lacksMedia: boolean;
  readonly #report: MoveReport;
  readonly #blockKeys: BlockKeys;
  /** The editor of a property that the data does not name. */
  readonly #givenEditor: (type: string, alias: string) => string | null;

  /** The languages that values held within themselves, since this was cleared. */
  readonly innerLanguages = new Set<string>();
  /** The same of the value that is decoded. */
  readonly #languagesOfValue = new Set<string>();

  /** @param culture another language that values hold within themselves (Vorto). Default: that of the site */
  constructor(site: EncodedSite, { model, report, blockKeys }: EncodedInto, culture?: string) {
    const { elsewhere = new Set(), givenEditors } = site;
    this.#givenEditor = (type, alias) => givenEditors?.(type, alias) ?? null;
    this.model = model;
    this.lacksMedia = site.trees.media.size === 0;
    this.#report = report;
    this.#blockKeys = blockKeys;
    this.language = new SiteInLanguage(
      site,
      {
        mode: "usync",
        elsewhere: (key) => (elsewhere.has(key) ? pageElsewhere(key) : undefined),
        // Types say once which of their properties have no editor, or lose their media.
        report: (line) => {
          const { problem, property, text } = line;
          const written = reportLine(line, property.culture);
          const isMedia = problem === "unresolved-id" && this.lacksMedia;
          if (isMedia && ANY_KEY.test(text)) report.missingMedia(written);
          else if (problem !== "no-editor" && !(isMedia && this.#keepsMedia(property)))
            report.decoded(written);
        },
        language: (code) => {
          this.innerLanguages.add(code);
          this.#languagesOfValue.add(code);
        },
        elementDataType: (element, alias, dataType) => model.addLeBlender(element, alias, dataType),
      },
      culture ?? site.culture,
    );
  }

  /**
   * @param isFirst whether no language had the node before: then it gets all values, otherwise only values that vary
   * @param segments the site in the same language, with the values of each segment
   */
  node(
    kind: Kind,
    index: number,
    isFirst: boolean,
    segments: ReadonlyMap<string, LanguageEncoder> = new Map(),
  ): EncodedNode {
    const fields = this.language.fields(kind, index);
    const { key } = this.language.summary(kind, index);
    const values = this.#values(kind, index, isFirst);
    const url = parseString(fields.get("url"));
    const type = this.model.type(kind, this.language.summary(kind, index).type);
    if (kind === "media" && type?.all.has(FILE_PROPERTY) && !values.has(FILE_PROPERTY) && url && isFirst)
      values.set(FILE_PROPERTY, url);
    const bySegment = new Map<string, ReadonlyMap<string, string>>();
    for (const [segment, encoder] of segments) {
      const own = encoder.language.trees[kind].findKey(key);
      const found = own < 0 ? [] : [...encoder.#values(kind, own, isFirst, segment)];
      const different = found.filter(([alias, text]) => text !== values.get(alias));
      if (different.length > 0) bySegment.set(segment, new Map(different));
      if (own >= 0) this.#reportOtherSegments(kind, index, encoder.language.trees[kind], own, segment);
    }
    return {
      name: parseString(fields.get("name")) ?? "",
      isPublished: fields.get("published") !== "false",
      values,
      segments: bySegment,
    };
  }

  /** Whether a property picks media that the data lacks, which its type reports. */
  #keepsMedia({ kind, type, alias }: StoredProperty): boolean {
    const property = this.model.type(kind, type)?.all.get(alias);
    return property?.dataType.editor === "Umbraco.MediaPicker3";
  }

  /** Reports values of a segment whose property does not vary by segment in its type. */
  #reportOtherSegments(kind: Kind, index: number, tree: Tree, own: number, segment: string): void {
    const { type: alias, key } = this.language.summary(kind, index);
    const type = this.model.type(kind, alias);
    const node = new SiteNode(kind, this.language.trees[kind], index);
    const base = new Map(Array.from(node.properties(), (property) => [property.alias, property.value]));
    for (const { alias: property, value } of new SiteNode(kind, tree, own).properties()) {
      if (value === base.get(property) || variesBySegment(type?.all.get(property)?.variation ?? "nothing"))
        continue;
      const at = { kind, node: key, property, culture: this.language.culture, path: [] };
      this.report(
        at,
        "not-encoded",
        `has another value in the segment ${segment}, by which the property does not vary`,
      );
    }
  }

  /** @param segment if it is given, only values that vary by segment are encoded */
  #values(kind: Kind, index: number, isFirst: boolean, segment?: string): Map<string, string> {
    const { type: typeAlias, key } = this.language.summary(kind, index);
    const type = this.model.type(kind, typeAlias);
    const values = new Map<string, string>();
    for (const property of new SiteNode(kind, this.language.trees[kind], index).properties()) {
      const { alias, editorAlias, value } = property;
      const target = type?.all.get(alias);
      const varies = target !== undefined && variesByCulture(target.variation);
      if (target && !varies && !isFirst) continue;
      if (segment !== undefined && !(target && variesBySegment(target.variation))) continue;
      const culture = varies || !isFirst ? this.language.culture : undefined;
      const stored = StoredValue.of(value);
      if (stored.text.trim() === "" || type?.dropped.has(alias)) continue;
      if (!target) {
        // An empty list says nothing.
        if (/^\s*\[\s*\]\s*$/.test(stored.text)) continue;
        const text = `the type ${typeAlias} has no property ${alias}`;
        this.report({ kind, node: key, property: alias, culture, path: [] }, "unknown-property", text);
        continue;
      }
      const { dataType } = target;
      const at: EncodeAt = {
        kind,
        node: key,
        property: alias,
        culture,
        ...(segment !== undefined && { segment }),
        path: [],
        keys: new Set(),
        dataType,
      };
      const unchanged = dataType.isUnchanged && !target.isVorto ? this.#unchanged(stored, at) : undefined;
      if (unchanged !== undefined) {
        values.set(alias, unchanged);
        continue;
      }
      // The decoder knows the editor of the stored value; the property may have another one in 17.
      this.#languagesOfValue.clear();
      const { decoder } = this.language;
      const valueAt = decoder.at({
        ...{ node: key, kind, type: typeAlias, alias, value, culture },
        editorAlias: editorAlias ?? this.#givenEditor(typeAlias, alias),
      });
      const decoded = decoder.decode(valueAt);
      const encoded = this.encode(decoded, { ...at, stored: storedText(valueAt, decoder) });
      if (encoded !== undefined) values.set(alias, this.#written(encoded, at));
      if (!target.isVorto && encoded !== stored.text) this.#reportOtherLanguages(at);
    }
    return values;
  }

  /** Reports the languages of a value whose property does not vary, so that one of them is read. */
  #reportOtherLanguages(at: EncodeAt): void {
    // Without a language to read, the decoder takes the first.
    const [first] = this.#languagesOfValue;
    const read = this.language.culture ?? first;
    const others = [...this.#languagesOfValue].filter((code) => !isSameLanguage(code, read));
    if (others.length > 0)
      this.report(
        at,
        "not-encoded",
        `has values in ${others.join(", ")}, too, and does not vary by language`,
      );
  }

  /**
   * Reads a value that is stored in the form of 17. Made data types list its options, and its blocks at any depth.
   * @returns `undefined` if it has another form
   */
  #unchanged(stored: StoredValue, at: EncodeAt): string | undefined {
    const { model } = this;
    const dead = new Set<string>();
    const missing = new Set<string>();
    let hasGroups = false;
    const found = storedIn17(at.dataType, stored, {
      type: (key) => model.typeByKey(key),
      reference: (kind, key, text) => {
        const { state } = this.language.resolve({ kind, target: { by: "key", key } });
        if (state === "dead") dead.add(text);
        else if (state !== "found" && this.lacksMedia) missing.add(text);
      },
      memberGroups: () => {
        hasGroups = true;
      },
      block: (dataType, block) => model.blocks.listStored(dataType, block),
    });
    if (found === undefined) return undefined;
    if (hasGroups) this.report(at, "not-carried-over", OLD_GROUPS);
    const { kind, node, property, culture = null } = at;
    for (const text of missing)
      this.#report.missingMedia({ kind, id: node, property, language: culture, pointer: "", text });
    for (const text of dead)
      this.report(at, "dead-reference", `refers with "${text}" to a node that is missing or not published`);
    return this.#written(found as EncodedValue, at);
  }

  /** The text of a value. Blocks are noted by their keys. */
  #written(value: EncodedValue, at: EncodeAt): string {
    if (typeof value === "string") return value;
    const keys = [...elementKeys(value)].filter((key) => !this.#isNode(key));
    this.#blockKeys.add(at, keys);
    return jsonOf(withTextsInBlocks(value));
  }

  #isNode(key: Key): boolean {
    return KINDS.some((kind) => this.language.trees[kind].findKey(key) >= 0);
  }

  encode(value: DecodedValue, at: EncodeAt): EncodedValue | undefined {
    if (value === null) return isEmptyPicker(at) ? "[]" : undefined;
    const encoded = encoderOf(at.dataType)(value, at, this);
    if (encoded === undefined && !this.#saysNothing(value)) {
      const { editor, source } = at.dataType;
      const from = source.editor === null || source.editor === editor ? "" : ` of ${source.editor}`;
      this.report(at, "not-encoded", `${editor} has no form for its value${from}, ${valueWords(value)}`);
    }
    return encoded;
  }

  /** Whether a decoded value says nothing: an empty list, or a list of elements without any whose type is kept. */
  #saysNothing(value: DecodedValue): boolean {
    const items = isObject(value) ? value.items : value;
    if (items === undefined || !isList(items)) return value === "";
    return items.every((item) => isObject(item) && this.model.leavesOut(item.content ?? null));
  }

  localLinks(text: string): string {
    return replaceLinks(text, (found, link) => {
      const resolved = found && this.language.resolve(found);
      if (resolved?.state !== "found") return link;
      return `/{localLink:${resolved.node.key}}`;
    });
  }

  report(
    { kind, node, property, culture, path }: Omit<EncodeAt, "dataType" | "keys">,
    problem: MoveProblem,
    text: string,
  ): void {
    const pointer = path.map((part) => `/${part}`).join("");
    const language = culture ?? null;
    this.#report.value({ kind, id: node, language, property, pointer, problem, text });
  }
}

/** Whether a page has a picker of media from which all items were taken out. */
function isEmptyPicker({ dataType, stored = "" }: EncodeAt): boolean {
  return dataType.editor === "Umbraco.MediaPicker3" && /^\s*\[\s*\]\s*$/.test(stored);
}

function pageElsewhere(key: Key): NodeSummary {
  return { kind: "content", key, type: "", name: "", createDate: null, updateDate: null, route: null };
}
