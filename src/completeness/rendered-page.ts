/** Reads a page as visitors get it: its content, what frames it, its head, and what it links to and shows. */
import { type DefaultTreeAdapterMap, parse } from "parse5";
import { RemoteError } from "../errors.ts";
import {
  anchorOfElement,
  type HtmlUse,
  labelsOfElement,
  type MarkupElement,
  usesOfElement,
} from "../site/values/html-parts.ts";

type Node = DefaultTreeAdapterMap["node"];
type TreeElement = DefaultTreeAdapterMap["element"];

/** Where something is on a page: in its content, or in what frames it (header, menus, footer). */
type Zone = "content" | "frame";

export type RenderedPage = {
  /** The attribute `lang`. */
  language: string | undefined;
  /** What relative URLs begin with, if not with the page's own. */
  base: string | undefined;
  /** Texts between the borders of blocks. */
  content: readonly string[];
  frame: readonly string[];
  /** Title, descriptions and structured data. */
  head: readonly string[];
  /** Dates that are written for machines, of the content. */
  times: readonly string[];
  uses: readonly { use: HtmlUse; zone: Zone }[];
  /** Texts of `alt`, `title` and `aria-label`. */
  labels: readonly string[];
  ids: ReadonlySet<string>;
};

/** Elements that begin and end a block of text. */
const BLOCK =
  /^(?:address|article|aside|blockquote|body|button|caption|center|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hgroup|hr|iframe|legend|li|main|menu|nav|object|ol|optgroup|option|p|pre|search|section|select|summary|table|tbody|td|tfoot|th|thead|tr|ul|umb-rte-block|video|audio)$/;
/** Elements without text that visitors read. */
const SILENT = /^(?:datalist|desc|iframe|metadata|noscript|script|style|template|textarea|title)$/;
/** Elements of a body without `main` that frame the content. */
const FRAMING = /^(?:aside|footer|header|nav)$/;
/** Elements in a row that are separate texts without white space between them. */
const CONTROL = /^(?:a|button|label)$/;

/** Elements that nest deeper take minutes to parse, and no visitor has a page of them. */
const MOST_LEVELS = 5000;
/** Elements without an end, and those whose end is often left out. */
const ENDLESS =
  /^(?:area|base|br|col|dd|dt|embed|hr|img|input|li|link|meta|optgroup|option|p|param|source|tbody|td|tfoot|th|thead|tr|track|wbr)$/i;
const TAG = /<(\/?)([a-z][a-z0-9-]*)/gi;

function isTooDeep(html: string): boolean {
  let level = 0;
  for (const [, end, name] of html.matchAll(TAG)) {
    if (ENDLESS.test(name)) continue;
    level = end === "" ? level + 1 : Math.max(0, level - 1);
    if (level > MOST_LEVELS) return true;
  }
  return false;
}

/**
 * @throws RemoteError if its elements are nested too deeply
 * @param within a tag, `#id` or `.class`: the elements that hold the content. Default: `main`, else `[role=main]`, else the only
 * `article`, else the body without its header, menus, asides and footer
 */
export function readRenderedPage(html: string, within?: string): RenderedPage {
  if (isTooDeep(html)) throw new RemoteError(`the page has more than ${MOST_LEVELS} nested elements`);
  // Without scripts, so that the images of `noscript` are read.
  const document = parse(html, { scriptingEnabled: false });
  const all = elementsBelow(document);
  const body = all.find(({ tagName }) => tagName === "body");
  const reader = new PageReading(contentElements(all, body, within));
  for (const element of all) if (element.tagName === "head") reader.readHead(element);
  if (body) reader.read(body);
  const valueIn = (tag: string, name: string) => {
    const element = all.find(({ tagName }) => tagName === tag);
    return element && attributeIn(element, name);
  };
  return { ...reader.page(), language: valueIn("html", "lang"), base: valueIn("base", "href") };
}

function matches(element: TreeElement, selector: string): boolean {
  const name = selector.slice(1);
  if (selector.startsWith("#")) return attributeIn(element, "id") === name;
  if (selector.startsWith(".")) return (attributeIn(element, "class") ?? "").split(/\s+/).includes(name);
  return element.tagName === selector.toLowerCase();
}

/** The elements of the content, and whether they are the body, which frames it itself. */
function contentElements(
  all: readonly TreeElement[],
  body: TreeElement | undefined,
  within: string | undefined,
): { roots: ReadonlySet<Node>; isBody: boolean } {
  const isShown = (element: TreeElement) => attributeIn(element, "hidden") === undefined;
  const found = (elements: readonly TreeElement[]) => ({ roots: new Set<Node>(elements), isBody: false });
  const chosen = within === undefined ? [] : all.filter((element) => matches(element, within));
  if (chosen.length > 0) return found(chosen);
  const main =
    all.find((element) => element.tagName === "main" && isShown(element)) ??
    all.find((element) => attributeIn(element, "role") === "main");
  if (main) return found([main]);
  const articles = all.filter(({ tagName }) => tagName === "article");
  if (articles.length === 1) return found(articles);
  return { roots: new Set<Node>(body ? [body] : []), isBody: true };
}

/** All elements in the order of the page, without recursion: pages may be nested deeper than the stack is. */
function elementsBelow(root: Node): TreeElement[] {
  const found: TreeElement[] = [];
  const open: Node[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if ("tagName" in node) found.push(node);
    for (const child of childrenOf(node).toReversed()) open.push(child);
  }
  return found;
}

function childrenOf(node: Node): readonly Node[] {
  return "childNodes" in node ? node.childNodes : [];
}

function attributeIn({ attrs }: TreeElement, wanted: string): string | undefined {
  return attrs.find(({ name }) => name === wanted)?.value;
}

function markupOf({ tagName, attrs }: TreeElement): MarkupElement {
  return { name: tagName, attributes: attrs };
}

/** The text of all nodes below. */
function textBelow(root: Node): string {
  let text = "";
  const open: Node[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.nodeName === "#text" && "value" in node) text += node.value;
    for (const child of childrenOf(node).toReversed()) open.push(child);
  }
  return text.trim();
}

/** A node to read. */
type Entry = { node: Node; zone: Zone; isInArticle: boolean; isAfterControl?: boolean };
/** The next node, or what is to do when all below an element are read. */
type Step = Entry | { leave: TreeElement; zone: Zone };

class PageReading {
  readonly #roots: ReadonlySet<Node>;
  readonly #isBody: boolean;
  readonly #texts: Record<Zone, string[]> = { content: [], frame: [] };
  readonly #head: string[] = [];
  readonly #times: string[] = [];
  readonly #uses: { use: HtmlUse; zone: Zone }[] = [];
  readonly #labels: string[] = [];
  readonly #ids = new Set<string>();
  /** The text of the block that is read, and the zone of its end. */
  #block = "";
  #zone: Zone = "frame";
  /** The image that was read last, to which the sources of its `picture`, and its copy in `noscript`, belong. */
  #image: { use: HtmlUse & { urls: string[] }; group: Node } | undefined;

  constructor({ roots, isBody }: { roots: ReadonlySet<Node>; isBody: boolean }) {
    this.#roots = roots;
    this.#isBody = isBody;
  }

  page() {
    return {
      content: this.#texts.content,
      frame: this.#texts.frame,
      head: this.#head,
      times: this.#times,
      uses: this.#uses,
      labels: this.#labels,
      ids: this.#ids,
    };
  }

  readHead(head: TreeElement): void {
    for (const element of elementsBelow(head)) {
      const { tagName } = element;
      const isData = tagName === "script" && attributeIn(element, "type") === "application/ld+json";
      if (tagName === "title" || isData) this.#head.push(textBelow(element));
      const content = tagName === "meta" ? attributeIn(element, "content") : undefined;
      if (content) this.#head.push(content);
    }
  }

  read(body: TreeElement): void {
    const open: Step[] = [{ node: body, zone: "frame", isInArticle: false }];
    for (let step = open.pop(); step !== undefined; step = open.pop()) {
      if ("leave" in step) this.#leave(step.leave, step.zone);
      else this.#enter(step, open);
    }
    this.#endBlock();
  }

  #enter({ node, zone: outer, isInArticle, isAfterControl }: Entry, open: Step[]): void {
    if (node.nodeName === "#text" && "value" in node) this.#block += node.value;
    if (!("tagName" in node)) return;
    const { tagName } = node;
    const zone = this.#zoneOf(node, outer, isInArticle);
    const id = anchorOfElement(markupOf(node));
    if (id !== undefined) this.#ids.add(id);
    if (SILENT.test(tagName)) {
      this.#readSilent(node, zone, isInArticle, open);
      return;
    }
    this.#addUses(node, zone);
    if (BLOCK.test(tagName)) this.#endBlock();
    if (zone !== this.#zone) this.#endBlock();
    if (tagName === "br" || isAfterControl) this.#block += " ";
    this.#addFormTexts(node);
    const datetime = tagName === "time" && zone === "content" ? attributeIn(node, "datetime") : undefined;
    if (datetime !== undefined) this.#times.push(datetime);
    open.push({ leave: node, zone: this.#zone });
    this.#zone = zone;
    pushChildren(childrenOf(node), { zone, isInArticle: isInArticle || tagName === "article" }, open);
  }

  #leave({ tagName }: TreeElement, outer: Zone): void {
    if (BLOCK.test(tagName) || outer !== this.#zone) this.#endBlock();
    this.#zone = outer;
  }

  #zoneOf(node: TreeElement, outer: Zone, isInArticle: boolean): Zone {
    if (this.#roots.has(node)) return "content";
    return this.#isBody && !isInArticle && FRAMING.test(node.tagName) ? "frame" : outer;
  }

  #endBlock(): void {
    const text = this.#block.replace(/[\s\u00a0]+/g, " ").trim();
    this.#block = "";
    if (text !== "") this.#texts[this.#zone].push(text);
  }

  /** Frames lead somewhere, `noscript` has copies of images, and a template may be the content of its element. */
  #readSilent(node: TreeElement, zone: Zone, isInArticle: boolean, open: Step[]): void {
    if (node.tagName === "iframe") this.#addUses(node, zone);
    if (node.tagName === "noscript") {
      for (const element of elementsBelow(node)) this.#addUses(element, zone, true);
    }
    if (node.tagName === "textarea") this.#addFormTexts(node);
    if (node.tagName !== "template" || attributeIn(node, "shadowrootmode") === undefined) return;
    const { content } = node as DefaultTreeAdapterMap["template"];
    pushChildren(childrenOf(content), { zone, isInArticle }, open);
  }

  #addUses(node: TreeElement, zone: Zone, isCopy = false): void {
    const element = markupOf(node);
    for (const label of labelsOfElement(element)) this.#labels.push(label);
    const group = node.parentNode?.nodeName === "picture" ? node.parentNode : node;
    for (const { urls, isImage } of usesOfElement(element)) {
      if (isImage && this.#image && (isCopy || this.#image.group === group)) {
        for (const url of urls) this.#image.use.urls.push(url);
        continue;
      }
      const use = { urls: [...urls], isImage };
      this.#uses.push({ use, zone });
      if (isImage) this.#image = { use, group };
    }
  }

  #addFormTexts(node: TreeElement): void {
    const { tagName } = node;
    if (tagName === "input" && /^(?:button|reset|submit)$/i.test(attributeIn(node, "type") ?? "")) {
      this.#block += ` ${attributeIn(node, "value") ?? ""} `;
      return;
    }
    const placeholder =
      tagName === "input" || tagName === "textarea" ? attributeIn(node, "placeholder") : undefined;
    if (placeholder === undefined) return;
    this.#endBlock();
    this.#block = placeholder;
    this.#endBlock();
  }
}

/** The first child is on top. */
function pushChildren(children: readonly Node[], of: Omit<Entry, "node">, open: Step[]): void {
  for (let at = children.length - 1; at >= 0; at--) {
    const [before, node] = [children[at - 1], children[at]];
    open.push({ ...of, node, isAfterControl: at > 0 && isControl(before) && isControl(node) });
  }
}

function isControl(node: Node): boolean {
  return "tagName" in node && CONTROL.test(node.tagName);
}
