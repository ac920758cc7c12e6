/** A small XML text as a tree of elements. */
import { isLayout, withLineFeeds, type XmlAttributes } from "./xml-parser.ts";

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

  /** What the element holds as text; where it holds elements, as XML. */
  content(source: string): string {
    if (this.children.length === 0) return this.text;
    return innerXml(source, this.start, this.end);
  }
}

/** The XML between a tag that ends at `start` and its closing tag, which ends at `end`; line ends as XML reads them. */
export function innerXml(source: string, start: number, end: number): string {
  return withLineFeeds(source.slice(start, source.lastIndexOf("</", end - 1)));
}
