/** Parses XML 1.0, strictly: the one place that knows the parser. */
import { SaxesParser } from "saxes";

/** A fault in the XML text itself. `line` and `column` count from 1. */
export class XmlSyntaxError extends Error {
  readonly line: number;
  readonly column: number;

  constructor(message: string, line: number, column: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

/** What is XML, and more of something than any file has that is read: kept, it could take up all memory. */
export class XmlLimitError extends XmlSyntaxError {}

/** How deep elements lie in each other at most, and how many attributes one has. */
const MOST_LEVELS = 250_000;
const MOST_ATTRIBUTES = 100_000;

/** Attributes by name, without a prototype. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** Takes what is parsed, in the order of the text. */
export interface XmlHandler {
  open(name: string, attributes: XmlAttributes): void;
  close(): void;
  /** A run of text, its references replaced. White space around the root comes too. */
  text(text: string): void;
  cdata(text: string): void;
}

/**
 * A parser that can be used for one text after another. It replaces character references and the five entities that XML
 * itself has; any other entity is a fault, since the declarations of a DTD are read past.
 */
export class XmlParser {
  readonly #handler: XmlHandler;
  #parser: SaxesParser;
  /** How many elements are open, and how many attributes of the tag at hand were read. */
  #levels = 0;
  #attributes = 0;

  constructor(handler: XmlHandler) {
    this.#handler = handler;
    this.#parser = this.#create();
  }

  /** Where in the text the parser stands: behind the tag that a handler is told of. */
  get position(): number {
    return this.#parser.position;
  }

  /** The error for what is too much where the parser stands. */
  tooMuch(reason: string): XmlLimitError {
    const { line, columnIndex } = this.#parser;
    return new XmlLimitError(reason, line, Math.max(columnIndex, 1));
  }

  /**
   * @param text the whole text, without a byte-order mark
   * @throws XmlSyntaxError at the first fault
   */
  parse(text: string): void {
    this.#levels = 0;
    this.#attributes = 0;
    try {
      this.#parser.write(text).close();
    } catch (error) {
      // A parser that has thrown stands somewhere in the middle.
      this.#parser = this.#create();
      throw error;
    }
  }

  #create(): SaxesParser {
    const handler = this.#handler;
    const parser = new SaxesParser();
    parser.on("error", (error) => {
      const reason = error.message.replace(/^[0-9]+:[0-9]+: /, "").replace(/\.$/, "");
      throw new XmlSyntaxError(reason, parser.line, Math.max(parser.columnIndex, 1));
    });
    parser.on("attribute", () => {
      if (++this.#attributes > MOST_ATTRIBUTES) {
        throw this.tooMuch(`an element has more than ${MOST_ATTRIBUTES} attributes`);
      }
    });
    parser.on("opentag", ({ name, attributes }) => {
      this.#attributes = 0;
      if (++this.#levels > MOST_LEVELS) {
        throw this.tooMuch(`elements lie more than ${MOST_LEVELS} deep in each other`);
      }
      handler.open(name, attributes);
    });
    parser.on("closetag", () => {
      this.#levels--;
      handler.close();
    });
    parser.on("text", (text) => handler.text(text));
    parser.on("cdata", (text) => handler.cdata(text));
    return parser;
  }
}

/** Whether a text is white space alone, as XML has it (section 2.3): other spaces say something. */
function isLayout(text: string): boolean {
  return !/[^ \t\r\n]/.test(text);
}

/** Text with line ends as XML reads them (section 2.11). */
function withLineFeeds(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

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
