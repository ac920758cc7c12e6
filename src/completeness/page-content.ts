/** What a page consists of by its decoded values: the texts that visitors read, references, images and elements. */

import { type PropertyKind, propertyContent } from "../decode/property-kinds.ts";
import { PropertyTypes } from "../decode/property-types.ts";
import { isMembers } from "../json/shape.ts";
import { isImagePath } from "../site/node-counts.ts";
import type { TypeLists } from "../site/schema/site-types.ts";
import { SecretProperties } from "../site/secrets.ts";
import { formOfText } from "../site/values/value-shape.ts";
import { spaceFolded, visibleText } from "../site/values/visible-html.ts";
import { type HtmlReference, referencesInHtml } from "./html-urls.ts";

/** A text that visitors read as a whole. */
type PageText = {
  text: string;
  /** The index of the element that holds it; absent if the page itself does. */
  element?: number;
};

/** A node or URL that a page leads to, or an image that it shows. */
export type PageReference = {
  /** The key of the node, or a URL. */
  target: string;
  /** The URL, if it is known besides the key. */
  url?: string;
  /** The name of the node, or the URL. */
  label: string;
  isImage: boolean;
  element?: number;
};

/** A block, an item of nested content or a control of a grid. */
type PageElement = { type: string; property: string };

export type PageContent = {
  texts: readonly PageText[];
  references: readonly PageReference[];
  elements: readonly PageElement[];
};

/** Whether a property is left out of what pages consist of, by the alias of its type, or of an element's. */
type IsLeftOut = (type: string, alias: string) => boolean;

/** Kinds of properties whose texts are read by visitors. Labels are made by the CMS, and choices are for templates. */
const READ_KINDS: ReadonlySet<PropertyKind> = new Set([
  "text",
  "multilineText",
  "richText",
  "markdown",
  "texts",
  "tags",
  "email",
]);
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
const TAG = /<\/?[a-z][^<>]*>|<!--/i;
const WEB_ADDRESS = /^(?:https?:)?\/|^umb:/i;

/** The place of a value: its property, and the element that holds it. */
type At = { kind: PropertyKind | typeof ANY; property: string; element?: number };

/** Reads pages of one site. */
export class PageReader {
  readonly #types: PropertyTypes | undefined;
  readonly #secrets: SecretProperties | undefined;
  readonly #isLeftOut: IsLeftOut;
  readonly #kinds = new Map<string, PropertyKind>();
  #texts: PageText[] = [];
  #references: PageReference[] = [];
  #elements: PageElement[] = [];

  /**
   * @param types the types of the site. Without them, all texts count as read: for a new site, in which old texts are looked for
   * @param isLeftOut properties that are left out, in addition to secrets. Default: none
   */
  constructor(types?: TypeLists, isLeftOut: IsLeftOut = () => false) {
    this.#types = types && new PropertyTypes(types);
    this.#secrets = types && new SecretProperties([types]);
    this.#isLeftOut = isLeftOut;
  }

  /** @param properties the decoded properties of a content node */
  content(type: string, properties: object): PageContent {
    this.#texts = [];
    this.#references = [];
    this.#elements = [];
    this.#addProperties(type, "node", properties, undefined);
    return { texts: this.#texts, references: this.#references, elements: this.#elements };
  }

  #addProperties(type: string, of: "node" | "element", properties: object, element: number | undefined) {
    for (const [alias, value] of Object.entries(properties)) {
      // Asked first, since a property may be empty on all pages.
      if (this.#isLeftOut(type, alias) || OF_ROUTING.has(alias) || value === null) continue;
      if (this.#secrets?.has({ kind: "content", of, type }, alias)) continue;
      const kind = this.#kindOf(type, alias);
      this.#add(value, { kind, property: `${type}.${alias}`, element });
    }
  }

  #kindOf(type: string, alias: string): At["kind"] {
    if (this.#types === undefined) return ANY;
    const name = `${type}.${alias}`;
    const known = this.#kinds.get(name);
    if (known !== undefined) return known;
    const property = this.#types?.ofNode("content", type)?.properties.get(alias);
    const { kind } = propertyContent(property?.editorAlias ?? null, property?.configuration);
    this.#kinds.set(name, kind);
    return kind;
  }

  #add(value: unknown, at: At): void {
    if (typeof value === "string") this.#addString(value, at);
    else if (Array.isArray(value)) for (const each of value) this.#add(each, at);
    else if (isMembers(value)) this.#addObject(value, at);
  }

  #addString(text: string, at: At): void {
    const { kind } = at;
    if (kind === ANY) {
      this.#addUrl(text, isImagePath(text), at);
      if (TAG.test(text)) this.#addHtml(text, at);
      else this.#addMarkdown(text, at);
      return;
    }
    const shape = kind === "unknown" ? formOfText(text, undefined).shape : undefined;
    if (kind === "richText" || shape === "html") this.#addHtml(text, at);
    else if (kind === "markdown") this.#addMarkdown(text, at);
    else if (READ_KINDS.has(kind) || shape === "text") this.#addText(text, at);
    else if (kind === "file" || shape === "media-path") this.#addUrl(text, isImagePath(text), at);
  }

  #addText(text: string, { element }: At): void {
    // Tags in plain text are code, which a new page may show or interpret.
    const folded = TAG.test(text) ? visibleText(text) : spaceFolded(text);
    if (folded !== "") this.#texts.push({ text: folded, element });
  }

  #addHtml(html: string, at: At): void {
    this.#addText(visibleText(html), at);
    for (const reference of referencesInHtml(html)) this.#addTag(reference, at);
  }

  #addTag({ tag, target, url }: HtmlReference, at: At): void {
    if (tag !== "img" && tag !== "a" && tag !== "area" && tag !== "iframe" && tag !== "source") return;
    if (!WEB_ADDRESS.test(target) && target === url) return;
    const label = url ?? target;
    this.#references.push({ target, url, label, isImage: tag === "img", element: at.element });
  }

  #addMarkdown(text: string, at: At): void {
    for (const [, mark, , url] of text.matchAll(MARKDOWN_LINK)) this.#addUrl(url, mark === "!", at);
    this.#addText(visibleText(text.replace(MARKDOWN_LINK, "$2")), at);
  }

  #addUrl(url: string, isImage: boolean, { element }: At): void {
    if (WEB_ADDRESS.test(url)) this.#references.push({ target: url, url, label: url, isImage, element });
  }

  #addObject(value: Readonly<Record<string, unknown>>, at: At): void {
    const { markup, blocks, items, content, settings } = value;
    if (typeof markup === "string") {
      this.#addHtml(markup, at);
      // The parameters of a macro are for its code.
      if (Array.isArray(blocks))
        this.#addBlocks(
          blocks.filter((block) => block?.layout !== "macro"),
          at,
        );
    } else if (Array.isArray(items)) this.#addBlocks(items, at);
    else if (isMembers(content) && settings !== undefined) this.#addBlock(value, at);
    else if ("linkType" in value) this.#addLink(value, at);
    else if ("mediaType" in value || ("contentType" in value && "route" in value)) this.#addNode(value, at);
    else if ("focalPoint" in value && typeof value.url === "string") this.#addUrl(value.url, true, at);
  }

  #addBlocks(blocks: readonly unknown[], at: At): void {
    for (const block of blocks) if (isMembers(block)) this.#addBlock(block, at);
  }

  #addBlock({ content, areas }: Readonly<Record<string, unknown>>, at: At): void {
    if (isMembers(content) && isMembers(content.properties)) {
      const type = String(content.contentType ?? "");
      // The rows of a grid have no properties, and hold nothing themselves.
      const element = this.#elements.push({ type, property: at.property }) - 1;
      this.#addProperties(type, "element", content.properties, element);
    }
    if (Array.isArray(areas)) for (const area of areas) if (isMembers(area)) this.#addObject(area, at);
  }

  #addLink(link: Readonly<Record<string, unknown>>, at: At): void {
    const { title, destinationId, url, route, children } = link;
    if (typeof title === "string") this.#addText(title, at);
    const address = isMembers(route) && typeof route.path === "string" ? route.path : url;
    const known = typeof address === "string" ? address : undefined;
    if (typeof destinationId === "string") {
      const label = typeof title === "string" && title !== "" ? title : (known ?? destinationId);
      this.#references.push({
        target: destinationId,
        url: known,
        label,
        isImage: false,
        element: at.element,
      });
    } else if (known !== undefined) this.#addUrl(known, false, at);
    if (children) this.#add(children, at);
  }

  #addNode({ id, name, url, mediaType, route }: Readonly<Record<string, unknown>>, at: At): void {
    const address = isMembers(route) ? route.path : url;
    const known = typeof address === "string" ? address : undefined;
    const target = typeof id === "string" ? id : known;
    if (target === undefined) return;
    this.#references.push({
      target,
      url: known,
      label: typeof name === "string" && name !== "" ? name : (known ?? target),
      isImage: mediaType !== undefined && (known === undefined || isImagePath(known)),
      element: at.element,
    });
  }
}
