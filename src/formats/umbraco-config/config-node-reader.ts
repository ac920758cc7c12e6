/** Reads the nodes of an `umbraco.config`, one after another, as the parser comes upon them. */
import { parseId } from "../../operations.ts";
import { innerXml } from "../xml/xml-element.ts";
import { isLayout, type XmlAttributes, type XmlHandler, XmlParser } from "../xml/xml-parser.ts";

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
  /** How many elements are open from the property, or the stray element, down. */
  #depth = 0;
  #alias = "";
  #start = 0;
  #text = "";
  #hasElements = false;
  #hasCdata = false;

  constructor(taker: NodeTaker) {
    this.#taker = taker;
  }

  /** @throws XmlSyntaxError */
  read(source: string): void {
    this.#source = source;
    this.#parser.parse(source);
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#depth > 0) {
      this.#depth++;
      this.#hasElements = true;
    } else if (this.root === undefined) {
      this.root = name;
    } else if (attributes.isDoc !== undefined) {
      const { position } = this.#parser;
      this.#node = { attributes, name, position, parent: this.#node, properties: [], row: 0 };
      this.#taker.open(this.#node);
    } else {
      if (!this.#node) this.#taker.stray(name, this.#parser.position);
      this.#openProperty(name);
    }
  }

  close(): void {
    if (this.#depth === 0) {
      if (this.#node) this.#taker.close(this.#node);
      this.#node = this.#node?.parent;
    } else if (--this.#depth === 0 && this.#node) this.#closeProperty(this.#node);
  }

  text(text: string): void {
    // White space beside CDATA is layout.
    if (this.#depth === 1 && !(this.#hasCdata && isLayout(text))) this.#text += text;
  }

  cdata(text: string): void {
    if (this.#depth !== 1) return;
    if (!this.#hasCdata && isLayout(this.#text)) this.#text = "";
    this.#hasCdata = true;
    this.#text += text;
  }

  #openProperty(name: string): void {
    this.#depth = 1;
    this.#alias = name;
    this.#start = this.#parser.position;
    this.#text = "";
    this.#hasElements = false;
    this.#hasCdata = false;
  }

  #closeProperty(node: ConfigNode): void {
    const { properties } = node;
    if (properties.length < MOST_PROPERTIES)
      properties.push({ alias: this.#alias, text: this.#propertyText() });
    else if (!node.isCrowded) {
      node.isCrowded = true;
      this.#taker.crowded(node, MOST_PROPERTIES);
    }
  }

  #propertyText(): string {
    return this.#hasElements ? innerXml(this.#source, this.#start, this.#parser.position) : this.#text;
  }
}

/** The id of a node, or `undefined` where it has none that is one. */
export function idOf({ attributes }: ConfigNode): number | undefined {
  return parseId(attributes.id?.trim() ?? "");
}
