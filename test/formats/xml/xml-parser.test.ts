/** That texts are parsed as the parser alone would parse them, whatever is spared it. */
import fc from "fast-check";
import { SaxesParser } from "saxes";
import { describe, expect, it } from "vitest";
import { XmlParser, XmlSyntaxError } from "../../../src/formats/xml/xml-parser.ts";

/** What a text is parsed to: tags with their places, texts, and the fault it ends in. */
function parsed(text: string): unknown[] {
  const events: unknown[] = [];
  const parser = new XmlParser({
    open: (name, attributes) => events.push(["open", name, { ...attributes }, parser.position]),
    close: () => events.push(["close", parser.position]),
    text: (run) => events.push(["text", run]),
    cdata: (run) => events.push(["cdata", run]),
  });
  try {
    parser.parse(text);
  } catch (error) {
    if (!(error instanceof XmlSyntaxError)) throw error;
    return [error.line, error.column, error.message];
  }
  return events;
}

/** The same by the parser alone. */
function expected(text: string): unknown[] {
  const events: unknown[] = [];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) =>
    events.push(["open", name, { ...attributes }, parser.position]),
  );
  parser.on("closetag", () => events.push(["close", parser.position]));
  parser.on("text", (run) => events.push(["text", run]));
  parser.on("cdata", (run) => events.push(["cdata", run]));
  try {
    parser.write(text).close();
  } catch (error) {
    const reason = (error as Error).message.replace(/^[0-9:]+ /, "").replace(/\.$/, "");
    return [parser.line, Math.max(parser.columnIndex, 1), reason];
  }
  return events;
}

const fragments = [
  "<a>",
  "</a>",
  "<b x='1'>",
  "</b>",
  "<c/>",
  "text",
  "\n",
  "\r\n",
  "\r",
  "é😀",
  "&lt;",
  "&x;",
  "&",
  "]]>",
  "]",
  ">",
  "<![CDATA[",
  "<![CDATA[]]>",
  "<![CDATA[x]]>",
  "<![CDATA[ ]]]]>",
  "<![CDATA[\r\n<q>\r]]>",
  "<![CDATA[\u0001]]>",
  "<![CDATA[😀é]]>",
  "<!--",
  "-->",
  "<!-- <![CDATA[ -->",
  "<?p",
  "?>",
  "<!DOCTYPE a [<!ENTITY b 'c'>]>",
  "\0",
  "\uFFFF",
];

describe("XmlParser", () => {
  it("parses any text as the parser alone does", () => {
    const body = fc.array(fc.constantFrom(...fragments), { maxLength: 12 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(body, fc.boolean(), (inner, isWrapped) => {
        const text = isWrapped ? `<?xml version="1.0"?>\n<r>${inner}</r>` : inner;
        expect(parsed(text)).toEqual(expected(text));
      }),
      { numRuns: 3000 },
    );
  });

  it.each(["<a><![CDATA[1]]>\n<b></a>", "<a><![CDATA[1\n\n2]]><b", "<![CDATA[x]]><a/>"])(
    "tells where %j is at fault",
    (text) => {
      expect(parsed(text)).toEqual(expected(text));
      expect(parsed(text)).toHaveLength(3);
    },
  );

  it("can be used again after a fault", () => {
    const names: string[] = [];
    const nothing = () => {};
    const parser = new XmlParser({
      open: (name) => names.push(name),
      close: nothing,
      text: nothing,
      cdata: nothing,
    });
    expect(() => parser.parse("<a><b>")).toThrow(XmlSyntaxError);
    parser.parse("<c/>");
    expect(names).toEqual(["a", "b", "c"]);
  });
});
