/** What the rich text editor of Umbraco 16 and later (TipTap) removes or moves when a page is saved. Checked on 2026-11-22. */

type TiptapChange = {
  /** Tags, `*` for all. */
  tags: readonly string[];
  /** Attributes of these tags. Default: the change is about the tags themselves. */
  attributes?: RegExp;
  /** What happens on save, in a few words. */
  effect: string;
  /** The page that reports the behaviour, or the code that has it. */
  source: string;
};

const ISSUE = "https://github.com/umbraco/Umbraco-CMS/issues/";
/** ProseMirror, which TipTap is built on, keeps only tags and attributes of its schema. */
const PARSER = "https://github.com/ProseMirror/prosemirror-model/blob/master/src/from_dom.ts";
const EXTENSIONS =
  "https://github.com/umbraco/Umbraco-CMS/tree/main/src/Umbraco.Web.UI.Client/src/packages/tiptap/extensions";

const TABLE = ["table", "tr", "td", "th"];

/**
 * The first entry that matches counts. Not verified, so not here: attributes of tables that no issue names (`align`,
 * `bgcolor`, `width`), the release in which `<thead>` comes back, and tags that an extension of the site itself adds.
 * Classes, ids, styles and `data-` attributes are kept only if their extensions are switched on in the data type.
 */
const CHANGES: readonly TiptapChange[] = [
  {
    tags: TABLE,
    attributes: /^(?:valign|border|cellspacing|cellpadding)$/,
    effect: "removed (seen in 17.3)",
    source: `${ISSUE}22810`,
  },
  {
    tags: ["*"],
    attributes: /^on[a-z]+$/,
    effect: "removed: the editor's schema has no event attributes",
    source: PARSER,
  },
  {
    tags: ["div"],
    effect: "blocks inside are moved out of it (17.0 to 17.6, 18.0 and 18.1; fixed in 17.7 and 18.2)",
    source: `${ISSUE}22654`,
  },
  {
    tags: ["umb-rte-block-inline"],
    effect: "inline blocks of 13 are not migrated correctly (seen in 17.6)",
    source: `${ISSUE}23595`,
  },
  { tags: ["thead", "tfoot"], effect: "rows are moved to <tbody> (seen in 17.2)", source: `${ISSUE}22023` },
  {
    tags: ["script", "style", "object", "noscript", "title", "head"],
    effect: "removed with everything inside",
    source: PARSER,
  },
  {
    tags: ["iframe", "embed", "input", "source", "track", "param"],
    effect: "removed, unless it is in an element of the class umb-embed-holder",
    source: `${EXTENSIONS}/embedded-media`,
  },
  {
    tags: [
      ...[
        "abbr",
        "acronym",
        "address",
        "article",
        "aside",
        "big",
        "button",
        "center",
        "cite",
        "dd",
        "details",
        "dfn",
      ],
      ...[
        "dl",
        "dt",
        "fieldset",
        "font",
        "footer",
        "form",
        "header",
        "ins",
        "kbd",
        "label",
        "main",
        "map",
        "mark",
      ],
      ...[
        "nav",
        "nobr",
        "q",
        "samp",
        "section",
        "select",
        "small",
        "summary",
        "textarea",
        "time",
        "tt",
        "var",
        "video",
      ],
    ],
    effect: "the tag is removed, its content stays: the editor has no extension for it",
    source: EXTENSIONS,
  },
];

/**
 * Returns what saving a page does to a tag, or to an attribute of it; `undefined` if nothing is known.
 * @param attribute in lower case. Default: the tag itself
 */
export function tiptapChange(
  tag: string,
  attribute?: string,
): { effect: string; source: string } | undefined {
  return CHANGES.find(
    ({ tags, attributes }) =>
      (tags.includes("*") || tags.includes(tag)) &&
      (attribute === undefined ? attributes === undefined : attributes?.test(attribute) === true),
  );
}
