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

  constructor(handler: XmlHandler) {
    this.#handler = handler;
    this.#parser = this.#create();
  }

  /** Where in the text the parser stands: behind the tag that a handler is told of. */
  get position(): number {
    return this.#parser.position;
  }

  /**
   * @param text the whole text, without a byte-order mark
   * @throws XmlSyntaxError at the first fault
   */
  parse(text: string): void {
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
    parser.on("opentag", ({ name, attributes }) => handler.open(name, attributes));
    parser.on("closetag", () => handler.close());
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
