/** What a page consists of, read from its decoded values: the texts that visitors read, references, images, elements, and other values. */

import type { DecodedPart } from "../decode/decoded-value.ts";
import { propertyContent } from "../decode/editor-values.ts";
import type { PropertyKind } from "../decode/property-kinds.ts";
import { PropertyTypes } from "../decode/property-types.ts";
import { isMembers } from "../json/shape.ts";
import type { TypeLists } from "../site/schema/site-types.ts";
import { emptiedOfSecrets, type IsSecret, secretProperties } from "../site/secrets.ts";
import { isImagePath } from "../site/values/file-urls.ts";
import { htmlParts } from "../site/values/html-parts.ts";
import { formOfText } from "../site/values/value-shape.ts";
import { percentDecoded } from "../text/path-text.ts";
import { comparableText, hasTags } from "./comparable-text.ts";

/** A filled property of a page, or of an element on it. */
type PageField = {
  /** The type of the page or of the element. */
  type: string;
  alias: string;
  /** The index of the element; absent if the page itself has the property. */
  element?: number;
};

/** A text that visitors read as a whole, in the form of `comparableText`. */
type PageText = { text: string; field: number };

/** A node or URL that a page leads to, or an image that it shows. */
export type PageReference = {
  /** The key of the node, or a URL. */
  target: string;
  /** The URL, if it is known besides the key. */
  url?: string;
  /** The name of the node, or the URL. */
  label: string;
  isImage: boolean;
  /** Whether it is a text that is a URL: a page may show it as a text. */
  isText?: boolean;
  field: number;
};

/** A link to a part of a page. */
type PageAnchor = {
  /** Without `#`. */
  hash: string;
  /** Whether it leads to the page itself. */
  isOwn: boolean;
  field: number;
};

/** A block, an item of nested content or a control of a grid. `field` holds it. */
type PageElement = { type: string; field: number };

/** What a value that visitors do not read as a text is. */
export const VALUE_KINDS = ["number", "date", "boolean", "choice", "other"] as const;
type ValueKind = (typeof VALUE_KINDS)[number];

/** A number, date, switch or choice. `other` values cannot be compared: members, and what is not known. */
export type PageValue = { kind: ValueKind; value: string | number | boolean; field: number };

export type PageContent = {
  fields: readonly PageField[];
  texts: readonly PageText[];
  references: readonly PageReference[];
  elements: readonly PageElement[];
  values: readonly PageValue[];
  /** The `alt` and `title` texts of rich text, in the form of `comparableText`. */
  labels: readonly PageText[];
  anchors: readonly PageAnchor[];
  /** What anchors can lead to on the page itself. */
  ids: ReadonlySet<string>;
};

/** Whether a property is left out of what pages consist of, by the alias of its type, or of an element's. */
type IsLeftOut = (type: string, alias: string) => boolean;

/** Kinds of properties whose texts are read by visitors. Labels are made by the CMS. */
const READ_KINDS: ReadonlySet<PropertyKind> = new Set([
  "text",
  "multilineText",
  "richText",
  "markdown",
  "texts",
  "tags",
  "email",
]);
const SCALAR_KINDS: Readonly<Partial<Record<PropertyKind, ValueKind>>> = {
  integer: "number",
  decimal: "number",
  slider: "number",
  date: "date",
  time: "date",
  dateTime: "date",
  boolean: "boolean",
  choice: "choice",
  color: "choice",
  member: "other",
};
/** What a property of a site without types holds: all its texts may be read. */
const ANY = "any";

/** Properties by which the CMS makes URLs: nothing of them is on the page. */
const OF_ROUTING: ReadonlySet<string> = new Set([
  "umbracoInternalRedirectId",
  "umbracoRedirect",
  "umbracoUrlAlias",
  "umbracoUrlName",
]);

/** Links and images of Markdown, whose texts are read and whose URLs are not. */
const MARKDOWN_LINK = /(!?)\[([^\][]*)\]\(\s*<?([^\s()<>]*)>?[^()]*\)/g;
/** Ids that a picker of an unknown editor has stored, which nobody reads. */
const IDS = /^\d+(?:\s*,\s*\d+)+$/;
/** A text that is a URL or the reference to a node, wherever it is. */
const ADDRESS = /^(?:(?:https?:)?\/\/?|~\/|umb:|mailto:|tel:)\S/i;
/** What leads nowhere else. */
const NO_ADDRESS = /^(?:$|#|javascript:|data:|about:)/i;

/** Where a value is: its property, and how it is read. */
type At = { kind: PropertyKind | typeof ANY; field: number };

/** Reads pages of one site. */
export class PageReader {
  readonly #types: PropertyTypes | undefined;
  readonly #isSecret: IsSecret | undefined;
  readonly #isLeftOut: IsLeftOut;
  readonly #kinds = new Map<string, PropertyKind>();
  /** How many secrets inside values were left out. */
  secrets = 0;
  #fields: PageField[] = [];
  #texts: PageText[] = [];
  #references: PageReference[] = [];
  #elements: PageElement[] = [];
  #values: PageValue[] = [];
  #labels: PageText[] = [];
  #anchors: PageAnchor[] = [];
  #ids = new Set<string>();

  /**
   * @param types the types of the site. Without them, all texts count as read: for a new site, in which old texts are looked for
   * @param isLeftOut properties that are left out, in addition to secrets. Default: none
   */
  constructor(types?: TypeLists, isLeftOut: IsLeftOut = () => false) {
    this.#types = types && new PropertyTypes(types);
    this.#isSecret = types && secretProperties([types]);
    this.#isLeftOut = isLeftOut;
  }

  /** @param properties the decoded properties of a content node */
  content(type: string, properties: object): PageContent {
    this.#fields = [];
    this.#texts = [];
    this.#references = [];
    this.#elements = [];
    this.#values = [];
    this.#labels = [];
    this.#anchors = [];
    this.#ids = new Set();
    const shown = this.#isSecret ? emptiedOfSecrets(properties) : { properties, count: 0 };
    this.secrets += shown.count;
    this.#addProperties(type, "node", shown.properties, undefined);
    return {
      fields: this.#fields,
      texts: this.#texts,
      references: this.#references,
      elements: this.#elements,
      values: this.#values,
      labels: this.#labels,
      anchors: this.#anchors,
      ids: this.#ids,
    };
  }

  #addProperties(type: string, of: "node" | "element", properties: object, element: number | undefined) {
    for (const [alias, value] of Object.entries(properties)) {
      // Asked first, since a property may be empty on all pages.
      if (this.#isLeftOut(type, alias) || OF_ROUTING.has(alias) || value === null) continue;
      if (this.#isSecret?.({ kind: "content", of, type }, alias)) continue;
      const field = this.#fields.push({ type, alias, element }) - 1;
      this.#add(value, { kind: this.#kindOf(type, alias), field });
    }
  }

  #kindOf(type: string, alias: string): At["kind"] {
    if (this.#types === undefined) return ANY;
    const name = `${type}.${alias}`;
    const known = this.#kinds.get(name);
    if (known !== undefined) return known;
    const property = this.#types?.ofNode("content", type)?.properties.get(alias);
    const editor = property?.editorAlias;
    if (property === undefined && alias === "umbracoNaviHide") return "boolean";
    // The names of groups are not on the page.
    const { kind } = /^umbraco\.membergrouppicker$/i.test(editor ?? "")
      ? { kind: "member" as const }
      : propertyContent(editor ?? null, property?.configuration);
    this.#kinds.set(name, kind);
    return kind;
  }

  #add(value: unknown, at: At): void {
    const scalar = at.kind === ANY ? undefined : SCALAR_KINDS[at.kind];
    if (scalar !== undefined) this.#addScalars(value, scalar, at);
    else if (typeof value === "string") this.#addString(value, at);
    else if (Array.isArray(value)) for (const each of value) this.#add(each, at);
    else if (isMembers(value)) this.#addObject(value, at);
    else if (at.kind === "unknown" && typeof value === "number") this.#addScalars(value, "number", at);
    else if (at.kind === "unknown" && typeof value === "boolean") this.#addScalars(value, "boolean", at);
  }

  /** Of a colour, its label is no value of its own. */
  #addScalars(value: unknown, kind: ValueKind, at: At): void {
    if (Array.isArray(value)) for (const each of value) this.#addScalars(each, kind, at);
    else if (isMembers(value)) {
      const { label, ...others } = value;
      for (const each of Object.values(others)) this.#addScalars(each, kind, at);
    } else if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
      if (value !== "") this.#values.push({ kind, value, field: at.field });
    }
  }

  #addString(text: string, at: At): void {
    const { kind } = at;
    if (kind === ANY) {
      if (ADDRESS.test(text)) this.#addUrl(text, isImagePath(text), at);
      if (hasTags(text)) this.#addHtml(text, at);
      else this.#addMarkdown(text, "$2 $3", at);
      return;
    }
    const shape = kind === "unknown" ? formOfText(text, undefined).shape : undefined;
    if (kind === "unknown" && IDS.test(text)) this.#addScalars(text, "other", at);
    else if (kind === "richText" || shape === "html") this.#addHtml(text, at);
    else if (kind === "markdown") this.#addMarkdown(text, "$2", at);
    else if (READ_KINDS.has(kind) || shape === "text") this.#addText(text, at);
    else if (kind === "file" || shape === "media-path" || shape === "url")
      this.#addUrl(text, isImagePath(text), at, shape === "url");
    else if (shape === "number" || shape === "date" || shape === "boolean") this.#addScalars(text, shape, at);
    else if (kind === "unknown") this.#addScalars(text, "other", at);
  }

  #addText(text: string, { field }: At): void {
    const folded = comparableText(text);
    if (folded !== "") this.#texts.push({ text: folded, field });
  }

  #addHtml(html: string, at: At): void {
    const { field } = at;
    this.#addText(html, at);
    const { uses, labels, ids } = htmlParts(html);
    for (const { key, urls, isImage } of uses) {
      const [url] = urls;
      const target = key ?? url;
      this.#addAnchor(url ?? "", at);
      if (NO_ADDRESS.test(target)) continue;
      this.#references.push({ target, url, label: url ?? target, isImage, field });
    }
    for (const text of labels.map(comparableText)) if (text !== "") this.#labels.push({ text, field });
    for (const id of ids) this.#ids.add(id);
  }

  #addAnchor(url: string, { field }: At): void {
    const hash = hashOf(url);
    if (hash !== undefined) this.#anchors.push({ hash, isOwn: url.startsWith("#"), field });
  }

  /** @param read what is read of a link: its text `$2`, its URL `$3` */
  #addMarkdown(text: string, read: string, at: At): void {
    for (const [, mark, , url] of text.matchAll(MARKDOWN_LINK)) this.#addUrl(url, mark === "!", at);
    this.#addText(text.replace(MARKDOWN_LINK, read), at);
  }

  #addUrl(url: string, isImage: boolean, at: At, isText = false): void {
    if (NO_ADDRESS.test(url.trim())) return;
    const text = isText ? { isText } : {};
    this.#references.push({ target: url, url, label: url, isImage, ...text, field: at.field });
    if (!isText) this.#addAnchor(url, at);
  }

  #addObject(value: Readonly<Record<string, unknown>>, at: At): void {
    const { markup, blocks, items, url } = value;
    switch (partIn(value)) {
      case "rich-text":
        this.#addHtml(String(markup), at);
        // The parameters of a macro are for its code.
        this.#addBlocks(
          listOf(blocks).filter((block) => !isMembers(block) || block.layout !== "macro"),
          at,
        );
        break;
      case "blocks":
      case "block-grid":
        this.#addBlocks(listOf(items), at);
        break;
      case "block":
        this.#addBlock(value, at);
        break;
      case "link":
        this.#addLink(value, at);
        break;
      case "media":
      case "content":
        this.#addNode(value, at);
        break;
      case "image":
        this.#addUrl(String(url), true, at);
        break;
      case undefined:
        if (at.kind !== "unknown" && at.kind !== "json") break;
        this.#values.push({ kind: "other", value: "{}", field: at.field });
        for (const each of Object.values(value)) this.#addElementsIn(each, at);
    }
  }

  /** Of JSON that nobody knows, only the elements in it are known. */
  #addElementsIn(value: unknown, at: At): void {
    if (Array.isArray(value)) for (const each of value) this.#addElementsIn(each, at);
    else if (isMembers(value)) {
      const items = listOf(value.items);
      const areElements = items.some((item) => isMembers(item) && partIn(item) === "block");
      if (areElements) this.#addBlocks(items, at);
      else for (const each of Object.values(value)) this.#addElementsIn(each, at);
    }
  }

  #addBlocks(blocks: readonly unknown[], at: At): void {
    for (const block of blocks) if (isMembers(block)) this.#addBlock(block, at);
  }

  #addBlock({ content, areas }: Readonly<Record<string, unknown>>, at: At): void {
    if (isMembers(content) && isMembers(content.properties)) {
      const type = String(content.contentType ?? "");
      // The rows of a grid have no properties, and hold nothing themselves.
      const element = this.#elements.push({ type, field: at.field }) - 1;
      this.#addProperties(type, "element", content.properties, element);
    }
    if (Array.isArray(areas)) for (const area of areas) if (isMembers(area)) this.#addObject(area, at);
  }

  #addLink(link: Readonly<Record<string, unknown>>, at: At): void {
    const { title, destinationId, url, queryString, route, children } = link;
    if (typeof title === "string") this.#addText(title, at);
    const address = isMembers(route) && typeof route.path === "string" ? route.path : url;
    const known = typeof address === "string" ? address : undefined;
    if (typeof destinationId === "string") {
      const label = typeof title === "string" && title !== "" ? title : (known ?? destinationId);
      this.#references.push({ target: destinationId, url: known, label, isImage: false, field: at.field });
      this.#addAnchor(`${known ?? ""}${typeof queryString === "string" ? queryString : ""}`, at);
    } else if (known !== undefined) {
      this.#addUrl(known + (typeof queryString === "string" ? queryString : ""), false, at);
    }
    if (children) this.#add(children, at);
  }

  #addNode({ id, name, url, mediaType, route }: Readonly<Record<string, unknown>>, { field }: At): void {
    const address = isMembers(route) ? route.path : url;
    const known = typeof address === "string" ? address : undefined;
    const target = typeof id === "string" ? id : known;
    if (target === undefined) return;
    this.#references.push({
      target,
      url: known,
      label: typeof name === "string" && name !== "" ? name : (known ?? target),
      isImage: mediaType !== undefined && (known === undefined || isImagePath(known)),
      field,
    });
  }
}

/**
 * What an object of the public JSON is, by its members: lines of `export` and answers of the Delivery API do not say it. All else
 * reads decoded values, which know what they are.
 */
function partIn(value: Readonly<Record<string, unknown>>): DecodedPart["is"] | undefined {
  const { markup, items, content } = value;
  if (typeof markup === "string") return "rich-text";
  if (Array.isArray(items)) return "gridColumns" in value ? "block-grid" : "blocks";
  if (typeof content === "object" && content !== null && "settings" in value) return "block";
  if ("linkType" in value) return "link";
  if ("mediaType" in value) return "media";
  if ("contentType" in value && "route" in value) return "content";
  return "focalPoint" in value && typeof value.url === "string" ? "image" : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The fragment of a URL without `#`, decoded; `undefined` if it has none. */
export function hashOf(url: string): string | undefined {
  const [, hash] = /#(.+)$/s.exec(url.trim()) ?? [];
  return hash === undefined ? undefined : percentDecoded(hash);
}

/** The URLs in a plain text: separate words, and links in Markdown. */
export function urlsInText(text: string): string[] {
  const alone = text.split(/\s+/).filter((word) => ADDRESS.test(word));
  return [...alone, ...Array.from(text.matchAll(MARKDOWN_LINK), ([, , , url]) => url)];
}

/** All numbers, dates, switches, choices and texts of properties, by the lower-case alias that holds them, however deep. */
export function valuesByAlias(properties: object): Map<string, (string | number | boolean)[]> {
  const found = new Map<string, (string | number | boolean)[]>();
  const add = (alias: string, value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) add(alias, each);
    else if (isMembers(value)) {
      for (const [name, each] of Object.entries(value)) {
        add(name.toLowerCase(), each);
        // A colour or a range is an object of its parts.
        if (typeof each !== "object" && name !== "label") add(alias, each);
      }
    } else if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
      const known = found.get(alias);
      if (known) known.push(value);
      else found.set(alias, [value]);
    }
  };
  for (const [alias, value] of Object.entries(properties)) add(alias.toLowerCase(), value);
  return found;
}
