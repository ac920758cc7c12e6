/** Makes trees of elements of small XML texts, one after another. */
import { XmlElement } from "./xml-element.ts";
import { type XmlAttributes, type XmlHandler, XmlParser } from "./xml-parser.ts";

/** Nothing here recurses, so depth is bounded by memory alone. */
export class XmlElementParser implements XmlHandler {
  readonly #parser = new XmlParser(this);
  #root: XmlElement | undefined;
  /** The elements around the one that is open. */
  #around: XmlElement[] = [];
  #open: XmlElement | undefined;

  /**
   * @param source the whole text, without a byte-order mark
   * @throws XmlSyntaxError
   */
  parse(source: string): XmlElement {
    this.#around = [];
    this.#open = undefined;
    this.#root = undefined;
    this.#parser.parse(source);
    const root: XmlElement | undefined = this.#root;
    if (!root) throw new Error("a text without a root is a syntax error");
    return root;
  }

  open(name: string, attributes: XmlAttributes): void {
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
