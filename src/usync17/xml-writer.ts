/** Writes XML files in uSync's layout: UTF-8 with a byte order mark, two spaces a level, LF. */

/** An element: of text, of CDATA, or of children. Without any of these, it is written as `<Name />`. */
export type XmlNode = {
  name: string;
  attributes?: Readonly<Record<string, string | number>>;
  text?: string;
  cdata?: string;
  children?: readonly XmlNode[];
};

const HEAD = '\uFEFF<?xml version="1.0" encoding="utf-8"?>\n';

/** Returns the text of a file. */
export function xmlFile(root: XmlNode): string {
  return HEAD + written(root, "");
}

/** An element with text, which can be empty. */
export function textElement(name: string, text: string, attributes?: XmlNode["attributes"]): XmlNode {
  return { name, text, attributes };
}

export function flagElement(name: string, value: boolean): XmlNode {
  return { name, text: String(value) };
}

function written({ name, attributes = {}, text, cdata, children = [] }: XmlNode, indent: string): string {
  let tag = `${indent}<${name}`;
  for (const [each, value] of Object.entries(attributes))
    tag += ` ${each}="${escapedAttribute(String(value))}"`;
  if (text !== undefined) return `${tag}>${escapedText(text)}</${name}>`;
  if (cdata !== undefined) return `${tag}><![CDATA[${inCdata(cdata)}]]></${name}>`;
  if (children.length === 0) return `${tag} />`;
  const inner = children.map((child) => `${written(child, `${indent}  `)}\n`).join("");
  return `${tag}>\n${inner}${indent}</${name}>`;
}

/** Characters that XML 1.0 has no form for (section 2.2), halves of surrogate pairs included. */
const IMPOSSIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML excludes.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Yields the elements with characters that are left out, each with the first of them. */
export function* lostCharacters({
  name,
  attributes = {},
  text = "",
  cdata = "",
  children = [],
}: XmlNode): Generator<{ name: string; character: string }, void> {
  for (const own of [text, cdata, ...Object.values(attributes).map(String)]) {
    const [lost] = own.match(IMPOSSIBLE) ?? [];
    const code = lost?.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    if (code !== undefined) yield { name, character: `U+${code}` };
  }
  for (const child of children)
    for (const { name: inner, character } of lostCharacters(child))
      yield { name: inner === "Value" ? name : inner, character };
}

function possible(text: string): string {
  return text.replace(IMPOSSIBLE, "");
}

function escapedText(text: string): string {
  return possible(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function escapedAttribute(text: string): string {
  return escapedText(text)
    .replaceAll('"', "&quot;")
    .replaceAll("\t", "&#x9;")
    .replaceAll("\n", "&#xA;")
    .replaceAll("\r", "&#xD;");
}

/** The end of a section is split between two of them. */
function inCdata(text: string): string {
  return possible(text).replaceAll("]]>", "]]]]><![CDATA[>");
}
