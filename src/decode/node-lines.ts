/** Lines of nodes in one language: an object for each node with its decoded values, as importers read it. */

import { isScalar } from "../json/grammar.ts";
import type { Kind } from "../operations.ts";
import { derivedParts } from "../site/references/resolve-reference.ts";
import type { Tree } from "../site/tree/tree.ts";
import { jsonOf } from "./decoded-value.ts";
import type { ContentSummary, MediaSummary } from "./decoding.ts";
import type { LanguageLine } from "./merge-languages.ts";
import { NodeProperties, type NodeVariation } from "./node-properties.ts";
import { type ReportLine, reportLine } from "./report.ts";
import {
  type DecodableSite,
  type DecodeOptions,
  FILE_PROPERTIES,
  SiteInLanguage,
} from "./site-in-language.ts";

/** Fields that a line has under other names. */
const RENAMED: ReadonlySet<string> = new Set(["id", "key", "type", "url", "parentId", "parentKey"]);

export type LineOptions = Pick<DecodeOptions, "elsewhere" | "uses"> & {
  /** The path of the file of a media node in the export. Default: none is there */
  file?(index: number): string | undefined;
};

/** Makes the lines of a site's nodes in one language. */
export class NodeLines {
  readonly language: SiteInLanguage;
  /** The code of the language of the lines; `undefined` if the data does not say. */
  readonly #culture: string | undefined;
  readonly #properties: NodeProperties;
  readonly #options: LineOptions;
  readonly #hasIds: Record<Kind, boolean>;
  #lastParent: { tree: Tree; index: number; key: string } | undefined;
  /** What is reported and which languages are found while a line is made. */
  #report: ReportLine[] = [];
  #languages = new Set<string>();

  /** @param valueCulture another language that values hold within themselves (Vorto). Default: the language that is read */
  constructor(site: DecodableSite, options: LineOptions = {}, valueCulture?: string) {
    const { content, media } = site.trees;
    const culture = valueCulture ?? site.culture;
    this.#culture = culture;
    this.#options = options;
    this.#hasIds = { content: !derivedParts(content).ids, media: !derivedParts(media).ids };
    this.language = new SiteInLanguage(
      site,
      {
        mode: "export",
        elsewhere: options.elsewhere,
        reportsElsewhere: true,
        uses: options.uses,
        report: (line) => this.#report.push(reportLine(line, line.property.culture)),
        language: (code) => this.#languages.add(code),
      },
      valueCulture,
    );
    this.#properties = new NodeProperties(this.language, site.types());
  }

  /** How nodes of a type vary by language. */
  variation(kind: Kind, type: string): NodeVariation {
    return this.#properties.variation(kind, type);
  }

  /** Counts the uses in a node. @returns the languages that its values hold within themselves */
  count(kind: Kind, index: number): ReadonlySet<string> {
    this.#report = [];
    this.#languages = new Set();
    this.#properties.count(kind, index);
    return this.#languages;
  }

  /** @returns the line, and the languages that values of the node hold within themselves */
  line(kind: Kind, index: number): { line: LanguageLine; languages: ReadonlySet<string> } {
    this.#report = [];
    this.#languages = new Set();
    const { referenced } = this.language;
    referenced.clear();
    const fields = this.language.fields(kind, index);
    const summary = this.language.summary(kind, index);
    const members =
      summary.kind === "content"
        ? this.#content(index, summary, fields)
        : this.#media(index, summary, fields);
    for (const [name, value] of fields) {
      if (!RENAMED.has(name) && !members.has(name) && isScalar(value.charCodeAt(0))) members.set(name, value);
    }
    const { key } = summary;
    const properties = new Map<string, string>();
    for (const [alias, value] of this.#properties.of(kind, index)) {
      if (kind === "content" || !FILE_PROPERTIES.has(alias)) properties.set(alias, jsonOf(value));
    }
    referenced.delete(key);
    const line = {
      key,
      language: this.#culture,
      members,
      properties,
      references: [...referenced],
      report: this.#report,
    };
    return { line, languages: this.#languages };
  }

  #content(
    index: number,
    { route, createDate, updateDate }: ContentSummary,
    fields: ReadonlyMap<string, string>,
  ): Map<string, string> {
    const tree = this.language.trees.content;
    const given = (name: string) => fields.get(name) ?? "null";
    const parent = tree.parentAt(index);
    const ownRoute = route ?? this.language.route(index);
    const host = ownRoute.path === null ? undefined : this.language.host(index);
    return new Map([
      ["contentType", given("type")],
      ["name", given("name")],
      ["createDate", jsonOf(createDate)],
      ["updateDate", jsonOf(updateDate)],
      ["route", jsonOf(ownRoute)],
      ["id", given("key")],
      ["legacyId", this.#hasIds.content ? given("id") : "null"],
      ["parent", parent < 0 ? "null" : this.#quotedKey(tree, parent)],
      ["level", String(tree.columns.level[index])],
      ["sortOrder", given("sortOrder")],
      ["template", given("template")],
      ["published", String(fields.get("published") !== "false")],
      ["protected", String(this.language.isProtected(index))],
      ["host", jsonOf(host ?? null)],
    ]);
  }

  #media(index: number, summary: MediaSummary, fields: ReadonlyMap<string, string>): Map<string, string> {
    const tree = this.language.trees.media;
    const given = (name: string) => fields.get(name) ?? "null";
    const { focalPoint, crops, url, extension, width, height, bytes } = summary;
    const parent = tree.parentAt(index);
    const file = this.#options.file?.(index);
    const { createDate, updateDate } = this.language.dates("media", index);
    return new Map([
      ["path", JSON.stringify(this.language.mediaPath(index))],
      ["createDate", jsonOf(createDate)],
      ["updateDate", jsonOf(updateDate)],
      ["focalPoint", jsonOf(focalPoint)],
      ["crops", jsonOf(crops)],
      ["id", given("key")],
      ["name", given("name")],
      ["mediaType", given("type")],
      ["url", jsonOf(url)],
      ["extension", jsonOf(extension)],
      ["width", jsonOf(width)],
      ["height", jsonOf(height)],
      ["bytes", jsonOf(bytes)],
      ["legacyId", this.#hasIds.media ? given("id") : "null"],
      ["parent", parent < 0 ? "null" : this.#quotedKey(tree, parent)],
      ["level", String(tree.columns.level[index])],
      ["sortOrder", given("sortOrder")],
      ["file", file === undefined ? "null" : JSON.stringify(file)],
    ]);
  }

  /** Siblings have one parent. */
  #quotedKey(tree: Tree, index: number): string {
    if (this.#lastParent?.tree !== tree || this.#lastParent.index !== index) {
      this.#lastParent = { tree, index, key: JSON.stringify(tree.keyAt(index)) };
    }
    return this.#lastParent.key;
  }
}
