/** Reads the nodes of an `umbraco.config`, one after another, as the parser comes upon them. */
import { parseId } from "../../operations.ts";
import { XmlElement } from "../xml/xml-element.ts";
import { type XmlAttributes, type XmlHandler, XmlParser } from "../xml/xml-parser.ts";

/** A node with its properties; text is as it stands, or XML where a property holds elements. */
export type ConfigNode = {
  attributes: XmlAttributes;
  /** The name of its element. */
  name: string;
  /** Where in the text its opening tag ends. */
  position: number;
  /** The node around it, `undefined` at the root. */
  parent: ConfigNode | undefined;
  properties: { alias: string; text: string }[];
  /** Whether it has more properties than these. */
  isCrowded?: boolean;
  /** Whatever the one who takes nodes puts there. */
  row: number;
};

/** Stands for the elements that a property holds, which are of account as XML alone. */
const INNER = new XmlElement("", {}, 0);
/** More properties of one node are not kept. */
const MOST_PROPERTIES = 100_000;

/** Takes nodes: `open` before those inside it come, `close` once its properties are known. */
export interface NodeTaker {
  open(node: ConfigNode): void;
  close(node: ConfigNode): void;
  /** An element that is neither the root nor in a node. */
  stray(name: string, position: number): void;
  /** A node has more properties than are kept of one. */
  crowded(node: ConfigNode, most: number): void;
}

/** Nothing here recurses, so depth is bounded by memory alone. */
export class ConfigNodeReader implements XmlHandler {
  readonly #taker: NodeTaker;
  readonly #parser = new XmlParser(this);
  #source = "";
  /** The name of the root element. */
  root: string | undefined;
  #node: ConfigNode | undefined;
  /** The property, or the stray element, that is open, and how many elements are from there down. */
  #depth = 0;
  #property: XmlElement | undefined;

  constructor(taker: NodeTaker) {
    this.#taker = taker;
  }

  /** @throws XmlSyntaxError */
  read(source: string): void {
    this.#source = source;
    this.#parser.parse(source);
  }

  open(name: string, attributes: XmlAttributes): void {
    const { position } = this.#parser;
    if (this.#depth > 0) {
      this.#depth++;
      if (this.#property?.children.length === 0) this.#property.append(INNER);
    } else if (this.root === undefined) {
      this.root = name;
    } else if (attributes.isDoc !== undefined) {
      this.#node = { attributes, name, position, parent: this.#node, properties: [], row: 0 };
      this.#taker.open(this.#node);
    } else {
      if (!this.#node) this.#taker.stray(name, position);
      this.#depth = 1;
      this.#property = new XmlElement(name, attributes, position);
    }
  }

  close(): void {
    if (this.#depth === 0) {
      if (this.#node) this.#taker.close(this.#node);
      this.#node = this.#node?.parent;
    } else if (--this.#depth === 0 && this.#node && this.#property) {
      this.#property.end = this.#parser.position;
      this.#closeProperty(this.#node, this.#property);
    }
  }

  text(text: string): void {
    if (this.#depth === 1) this.#property?.appendText(text);
  }

  cdata(text: string): void {
    if (this.#depth === 1) this.#property?.appendCdata(text);
  }

  #closeProperty(node: ConfigNode, property: XmlElement): void {
    const { properties } = node;
    if (properties.length < MOST_PROPERTIES) {
      properties.push({ alias: property.name, text: property.content(this.#source) });
    } else if (!node.isCrowded) {
      node.isCrowded = true;
      this.#taker.crowded(node, MOST_PROPERTIES);
    }
  }
}

/** The id of a node, or `undefined` where it has none that is one. */
export function idOf({ attributes }: ConfigNode): number | undefined {
  return parseId(attributes.id?.trim() ?? "");
}
