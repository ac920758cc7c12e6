/** A small XML text as a tree of elements, and what makes such trees. */
import { isLayout, withLineFeeds, type XmlAttributes, type XmlHandler, XmlParser } from "./xml-parser.ts";

/** Shared by all elements that hold none, so that most need no list of their own. */
const NO_CHILDREN: XmlElement[] = [];

export class XmlElement {
  readonly name: string;
  readonly attributes: XmlAttributes;
  /** Where in the source the opening tag ends, and where the closing tag ends. */
  readonly start: number;
  end = 0;
  /** The text that lies in it directly, CDATA included, up to its first child element. */
  text = "";
  /** Whether some of the text is CDATA. */
  hasCdata = false;
  /** The child elements. For others to read: `append` adds to them. */
  children = NO_CHILDREN;

  constructor(name: string, attributes: XmlAttributes, start: number) {
    this.name = name;
    this.attributes = attributes;
    this.start = start;
  }

  /** The first child element of this name. */
  child(name: string): XmlElement | undefined {
    for (const child of this.children) if (child.name === name) return child;
    return undefined;
  }

  append(child: XmlElement): void {
    if (this.children === NO_CHILDREN) this.children = [child];
    else this.children.push(child);
  }

  appendText(text: string): void {
    if (this.children !== NO_CHILDREN) return;
    // White space beside CDATA is layout.
    if (!this.hasCdata || !isLayout(text)) this.text += text;
  }

  appendCdata(text: string): void {
    if (this.children !== NO_CHILDREN) return;
    this.text = this.hasCdata || !isLayout(this.text) ? this.text + text : text;
    this.hasCdata = true;
  }

  /** What the element holds as text; where it holds elements, as XML, with line ends as XML reads them. */
  content(source: string): string {
    if (this.children.length === 0) return this.text;
    return withLineFeeds(source.slice(this.start, source.lastIndexOf("</", this.end - 1)));
  }
}

/** A text that is read whole into memory has no more elements than this. */
const MOST_ELEMENTS = 250_000;

/** Reads small texts, one after another. Nothing here recurses, so depth is bounded by memory alone. */
export class XmlElementParser implements XmlHandler {
  readonly #parser = new XmlParser(this);
  #root: XmlElement | undefined;
  /** The elements around the one that is open. */
  #around: XmlElement[] = [];
  #open: XmlElement | undefined;
  #count = 0;

  /**
   * @param source the whole text, without a byte-order mark
   * @throws XmlSyntaxError
   */
  parse(source: string): XmlElement {
    this.#around = [];
    this.#count = 0;
    this.#open = undefined;
    this.#root = undefined;
    this.#parser.parse(source);
    const root: XmlElement | undefined = this.#root;
    if (!root) throw new Error("a text without a root is a syntax error");
    return root;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (++this.#count > MOST_ELEMENTS)
      throw this.#parser.tooMuch(`it has more than ${MOST_ELEMENTS} elements`);
    const element = new XmlElement(name, attributes, this.#parser.position);
    if (this.#open) {
      this.#open.append(element);
      this.#around.push(this.#open);
    } else {
      this.#root = element;
    }
    this.#open = element;
  }

  close(): void {
    if (this.#open) this.#open.end = this.#parser.position;
    this.#open = this.#around.pop();
  }

  text(text: string): void {
    this.#open?.appendText(text);
  }

  cdata(text: string): void {
    this.#open?.appendCdata(text);
  }
}
