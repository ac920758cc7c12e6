/** Every way in which values refer to nodes, as the CMS and its packages write it. */
import { describe, expect, it } from "vitest";
import type { Kind } from "../../src/operations.ts";
import { ElementTypes } from "../../src/values/element-types.ts";
import { readValue } from "../../src/values/read-value.ts";
import type { Reference } from "../../src/values/value-parts.ts";

const HEX = "0123456789abcdef0123456789abcdef";
const KEY = "01234567-89ab-cdef-0123-456789abcdef";
const OTHER_HEX = "fedcba9876543210fedcba9876543210";
const OTHER_KEY = "fedcba98-7654-3210-fedc-ba9876543210";
const PAGE = `umb://document/${HEX}`;
const IMAGE = `umb://media/${OTHER_HEX}`;
const NO_TYPES = new ElementTypes({ content: [], media: [] });

/** A reference in short: `content 1234 id`, and where it does not stand at the root its pointer. */
function shortOf({ kind, target, syntax, pointer }: Reference): string {
  const name =
    target.by === "id"
      ? target.id
      : target.by === "key"
        ? { [KEY]: "KEY", [OTHER_KEY]: "OTHER" }[target.key]
        : `${target.host ?? ""}${target.path}`;
  return `${kind ?? "any"} ${name} ${syntax}${pointer === "" ? "" : ` at ${pointer}`}`;
}

function referencesIn(value: unknown, editorAlias: string | null, alias?: string): string[] {
  const { references } = readValue(JSON.stringify(value), editorAlias, NO_TYPES, alias);
  return references.map(shortOf);
}

type Row = [what: string, editor: string | null, value: unknown, expected: string[], alias?: string];
type Table = Record<string, Row[]>;

const udi = (kind: Kind, pointer = "") =>
  `${kind} ${kind === "content" ? "KEY" : "OTHER"} udi${pointer && ` at ${pointer}`}`;

const TABLE: Table = {
  "a UDI": [
    ["of a page", "Umbraco.ContentPicker", PAGE, [udi("content")]],
    ["of media", "Umbraco.MediaPicker", IMAGE, [udi("media")]],
    ["whatever the editor", null, PAGE, [udi("content")]],
    ["in upper case", null, `UMB://Document/${HEX.toUpperCase()}`, [udi("content")]],
    ["with hyphens", null, `umb://document/${KEY}`, [udi("content")]],
    [
      "several, behind commas",
      "Umbraco.MultiNodeTreePicker",
      `${PAGE},${IMAGE}`,
      [udi("content"), udi("media")],
    ],
    ["of a member", "Umbraco.MemberPicker", `umb://member/${HEX}`, []],
    ["of an element", null, `umb://element/${HEX}`, []],
    ["of a data type", null, `umb://data-type/${HEX}`, []],
    ["of a macro", null, `umb://macro/${HEX}`, []],
    ["open, that names nothing", null, "umb://document", []],
    ["open, with a slash", null, "umb://document/", []],
    ["cut", null, PAGE.slice(0, -1), []],
    ["with a digit too many", null, `${PAGE}0`, []],
    ["in running text", "Umbraco.TextArea", `see ${PAGE}, or not`, [udi("content")]],
  ],
  "a local link": [
    ["with an id", "Umbraco.TinyMCEv3", '<a href="/{localLink:1234}">x</a>', ["any 1234 local-link"]],
    ["without the slash", "Umbraco.TinyMCEv3", '<a href="{localLink:1234}">x</a>', ["any 1234 local-link"]],
    ["escaped", "Umbraco.TinyMCEv3", '<a href="/%7BlocalLink:1234%7D">x</a>', ["any 1234 local-link"]],
    ["escaped in lower case", null, '<a href="/%7blocalLink:1234%7d">x</a>', ["any 1234 local-link"]],
    ["with a UDI", "Umbraco.TinyMCE", `<a href="/{localLink:${PAGE}}">x</a>`, ["content KEY local-link"]],
    ["with a UDI of media", null, `<a href="/{localLink:${IMAGE}}">x</a>`, ["media OTHER local-link"]],
    [
      "with a UDI, escaped whole",
      null,
      `<a href="/%7BlocalLink%3A${encodeURIComponent(PAGE)}%7D">x</a>`,
      ["content KEY local-link"],
    ],
    [
      "with a GUID, its type before it",
      "Umbraco.RichText",
      `<a type="document" href="/{localLink:${KEY}}">x</a>`,
      ["content KEY local-link"],
    ],
    [
      "with a GUID, its type behind it",
      "Umbraco.RichText",
      `<a href="/{localLink:${OTHER_KEY}}" title="a > b" type="media">x</a>`,
      ["media OTHER local-link"],
    ],
    ["with a GUID and no type", null, `<a href="/{localLink:${KEY}}">x</a>`, ["any KEY local-link"]],
    ["with an anchor", null, `<a href="/{localLink:${PAGE}}#top">x</a>`, ["content KEY local-link"]],
    ["in Markdown", "Umbraco.MarkdownEditor", `[x](/{localLink:${PAGE}})`, ["content KEY local-link"]],
    ["in single quotes", null, "<a href='/{localLink:1234}'>x</a>", ["any 1234 local-link"]],
    ["in escaped quotes", null, String.raw`<a href=\"/{localLink:1234}\">x</a>`, ["any 1234 local-link"]],
    ["without quotes", null, "<a href=/{localLink:1234}>x</a>", ["any 1234 local-link"]],
    ["without its braces", null, "localLink:1234", []],
    ["of nothing", null, '<a href="/{localLink:}">x</a>', []],
    ["of a member", null, `<a href="/{localLink:umb://member/${HEX}}">x</a>`, []],
  ],
};

describe.each(Object.entries(TABLE))("%s", (_, rows) => {
  it.each(rows)("%s", (_what, editor, value, expected, alias) => {
    expect(referencesIn(value, editor, alias)).toEqual(expected);
  });
});
