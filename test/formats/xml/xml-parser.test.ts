/** `parseXml`: elements with offsets; malformed XML is refused with line and column, and entities are not expanded. */
import { describe, expect, it } from "vitest";
import { parseXml, type XmlElement, XmlSyntaxError } from "../../../src/formats/xml/xml-parser.ts";

/** An element with its content in one line: name, attributes, text, children, and the ends of its opening and closing tags. */
function shown({ name, attributes, start, end, text, hasCdata, children }: XmlElement): string {
  const inner = [text && (hasCdata ? `[${text}]` : JSON.stringify(text)), ...children.map(shown)];
  return `<${name}${Object.keys(attributes)}@${start}${inner
    .filter((each) => each !== "")
    .map((each) => ` ${each}`)
    .join("")} >@${end}`;
}

const parse = (text: string) => shown(parseXml(text));

describe("`parseXml`", () => {
  it.each([
    ["<a b='1'>x&lt;&#65;</a>", '<ab@9 "x<A" >@23'],
    ["<a>\r\n<b/>\r</a>", '<a@3 "\\n" <b@9 >@9 >@14'],
    ["<a>é😀<![CDATA[[1]]]></a>", "<a@3 [é😀[1]] >@25"],
    ["<a> <![CDATA[[1]]]>\n</a>", "<a@3 [[1]] >@24"],
    ["<a __proto__='' constructor=''/>", "<a__proto__,constructor@32 >@32"],
    ["<!DOCTYPE a [<!ELEMENT a ANY><!-- ]> --><!ENTITY e 'x'>]><a/>", "<a@61 >@61"],
  ])("parses %j", (text, expected) => {
    expect(parse(text)).toBe(expected);
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
    expect(() => parse(text)).toThrow(new XmlSyntaxError(`not well-formed XML: ${message}`, line, column));
    try {
      parse(text);
    } catch (error) {
      expect(error).toMatchObject({ line, column });
    }
  });

  it("parses 1,000 levels, and refuses more", () => {
    const nested = (levels: number) => "<a>".repeat(levels) + "</a>".repeat(levels);
    expect(parse(nested(1000))).toMatch(/^<a@3 .* >@7000$/);
    for (const levels of [1001, 100_000]) {
      expect(() => parse(nested(levels))).toThrow("elements lie more than 1000 deep in each other");
    }
  });
});
