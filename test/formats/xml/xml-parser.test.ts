/** That malformed XML is refused where it is at fault, and that nothing is expanded. */
import { describe, expect, it } from "vitest";
import { XmlParser, XmlSyntaxError } from "../../../src/formats/xml/xml-parser.ts";

/** The names, places and texts that a text is parsed to, as one line. */
function parse(text: string, parser = recorder()): string {
  parser.events.length = 0;
  parser.parser.parse(text);
  return parser.events.join(" ");
}

function recorder() {
  const events: string[] = [];
  const parser: XmlParser = new XmlParser({
    open: (name, attributes) => events.push(`<${name}${Object.keys(attributes)}@${parser.position}`),
    close: () => events.push(`>@${parser.position}`),
    text: (run) => events.push(JSON.stringify(run)),
    cdata: (run) => events.push(`[${run}]`),
  });
  return { events, parser };
}

describe("XmlParser", () => {
  it.each([
    ["<a b='1'>x&lt;&#65;</a>", '<ab@9 "x<A" >@23'],
    ["<a>\r\n<b/>\r</a>", '<a@3 "\\n" <b@9 >@9 "\\n" >@14'],
    ["<a>é😀<![CDATA[[1]]]></a>", '<a@3 "é😀" [[1]] >@25'],
    ["<a __proto__='' constructor=''/>", "<a__proto__,constructor@32 >@32"],
    ["<!DOCTYPE a [<!ELEMENT a ANY><!-- ]> --><!ENTITY e 'x'>]><a/>", "<a@61 >@61"],
  ])("parses %j", (text, events) => {
    expect(parse(text)).toBe(events);
  });

  it.each([
    ["", 1, 1, "document must contain a root element"],
    ["<a>\n<<<<<<< HEAD\n</a>", 2, 2, "disallowed character in tag name"],
    ["<a><b></a>", 1, 10, "unexpected close tag"],
    ["<a><![CDATA[x]]></a", 1, 19, "unclosed tag: a"],
    ["<a x='1' x='2'/>", 1, 16, "duplicate attribute: x"],
    ["<a>\0</a>", 1, 4, "disallowed character"],
    ["<a>&nbsp;</a>", 1, 9, "undefined entity"],
    ["<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>", 1, 36, "undefined entity"],
    ["<a>]]></a>", 1, 6, 'the string "]]>" is disallowed in char data'],
    ["<a/><b/>", 1, 7, "documents may contain only one root"],
    ["<a x='<'/>", 1, 7, "disallowed character"],
  ])("refuses %j", (text, line, column, message) => {
    expect(() => parse(text)).toThrow(new XmlSyntaxError(message, line, column));
    const { parser } = recorder();
    try {
      parser.parse(text);
    } catch (error) {
      expect(error).toMatchObject({ line, column });
    }
  });

  it("can be used again after a fault", () => {
    const used = recorder();
    expect(() => parse("<a><b>", used)).toThrow(XmlSyntaxError);
    expect(parse("<c/>", used)).toBe("<c@4 >@4");
  });
});
