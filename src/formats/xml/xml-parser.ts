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

/** What is well-formed, and nested too deeply. */
export class XmlDepthError extends XmlSyntaxError {}

/** How deep elements lie in each other at most: so deep is no data. */
const MOST_LEVELS = 1000;

/** Attributes by name, without a prototype. */
export type XmlAttributes = Readonly<Record<string, string>>;

/** Takes what is parsed, in the order of the text. A position is the one behind the tag. */
type XmlHandler = {
  open(name: string, attributes: XmlAttributes, position: number): void;
  close(position: number): void;
  /** A run of text, its references replaced. White space around the root comes too. */
  text(text: string): void;
  cdata(text: string): void;
};

/**
 * Parses a text. Character references and the five entities that XML itself has are replaced; any other entity is a fault,
 * since the declarations of a DTD are read past.
 * @param text the whole text, without a byte-order mark
 * @throws XmlSyntaxError at the first fault
 */
export function parseXml(text: string, handler: XmlHandler): void {
  const parser = new SaxesParser();
  let levels = 0;
  parser.on("error", (error) => {
    const reason = error.message.replace(/^[0-9]+:[0-9]+: /, "").replace(/\.$/, "");
    throw new XmlSyntaxError(reason, parser.line, Math.max(parser.columnIndex, 1));
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (++levels > MOST_LEVELS) {
      const reason = `elements lie more than ${MOST_LEVELS} deep in each other`;
      throw new XmlDepthError(reason, parser.line, Math.max(parser.columnIndex, 1));
    }
    handler.open(name, attributes, parser.position);
  });
  parser.on("closetag", () => {
    levels--;
    handler.close(parser.position);
  });
  parser.on("text", (run) => handler.text(run));
  parser.on("cdata", (run) => handler.cdata(run));
  parser.write(text).close();
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

/**
 * Reads a small text whole.
 * @param source without a byte-order mark
 * @throws XmlSyntaxError
 */
export function parseElements(source: string): XmlElement {
  const document = new XmlElement("", {}, 0);
  const open = [document];
  parseXml(source, {
    open(name, attributes, position) {
      const element = new XmlElement(name, attributes, position);
      open[open.length - 1].append(element);
      open.push(element);
    },
    close(position) {
      const element = open.pop();
      if (element) element.end = position;
    },
    text: (text) => open[open.length - 1].appendText(text),
    cdata: (text) => open[open.length - 1].appendCdata(text),
  });
  return document.children[0];
}
