/** Parses XML 1.0, strictly, into elements. Only this file uses the parser package. */
// Of seven parsers, saxes was the only one that refused all of 22 malformed texts without recursion.
import { SaxesParser } from "saxes";
import { MOST_LEVELS } from "../../json/grammar.ts";

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
type XmlAttributes = Readonly<Record<string, string>>;

/** Whether a text is white space alone, as XML has it (section 2.3): other spaces say something. */
function isLayout(text: string): boolean {
  return !/[^ \t\r\n]/.test(text);
}

/** Text with line ends as XML reads them (section 2.11). */
function withLineFeeds(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

/** Shared by all elements that have none, since most have none. */
const NO_CHILDREN: XmlElement[] = [];
const NO_ATTRIBUTES: XmlAttributes = Object.create(null);

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
 * Parses a text. Character references and the five entities that XML itself has are replaced; any other entity is a fault,
 * since the declarations of a DTD are read past.
 * @param source the whole text, without a byte-order mark
 * @param take is called when an element ends, with the elements around it, of which the first is the document. If it returns true, the
 * element does not become a child of the element around it, so that a large document is never in memory whole
 * @returns the root element
 * @throws XmlSyntaxError at the first fault
 */
export function parseXml(
  source: string,
  take?: (element: XmlElement, above: readonly XmlElement[]) => boolean,
): XmlElement {
  const parser = new SaxesParser();
  const fail = (reason: string): never => {
    throw new XmlSyntaxError(reason, parser.line, Math.max(parser.columnIndex, 1));
  };
  const open: XmlElement[] = [];
  let last = new XmlElement("", NO_ATTRIBUTES, 0);
  parser.on("error", ({ message }) =>
    fail(`not well-formed XML: ${message.replace(/^[0-9]+:[0-9]+: /, "").replace(/\.$/, "")}`),
  );
  parser.on("opentag", ({ name, attributes }) => {
    open.push(last);
    if (open.length > MOST_LEVELS) fail(`elements lie more than ${MOST_LEVELS} deep in each other`);
    last = new XmlElement(name, isEmpty(attributes) ? NO_ATTRIBUTES : attributes, parser.position);
  });
  parser.on("closetag", () => {
    const element = last;
    element.end = parser.position;
    if (!take?.(element, open)) open[open.length - 1].append(element);
    last = open.pop() ?? element;
  });
  parser.on("text", (text) => last.appendText(text));
  parser.on("cdata", (text) => last.appendCdata(text));
  parser.write(source).close();
  return last.children[0];
}

function isEmpty(attributes: XmlAttributes): boolean {
  for (const _ in attributes) return false;
  return true;
}
