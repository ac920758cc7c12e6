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
export function isLayout(text: string): boolean {
  return !/[^ \t\r\n]/.test(text);
}

/** Text with line ends as XML reads them (section 2.11). */
export function withLineFeeds(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}
