/** References in text as editors write it, HTML or Markdown: what its tags say, and what stands between them. */
import { type Attribute, attributeOf, type Tag, TagReader } from "./tag-reader.ts";
import {
  anchorFrom,
  findAt,
  findPlain,
  findUdi,
  NO_CONTEXT,
  nodeId,
  pageAt,
  type TextContext,
  type TextFindings,
} from "./text-references.ts";

/** Where something may begin that is looked for. */
const ANCHOR = /<(?=[a-z?])|umb:\/\/|localLink|\/media\//gi;
const MACRO = "?umbraco_macro";
/** The attribute that names a macro, and the one of version 4 that did. */
const MACRO_NAMES = ["macroalias", "alias"];
/** Tags that lead to pages. */
const LINKS = ["a", "area"];

/**
 * @param isMarkup whether the CMS's own editor wrote the text: then `data-id` and `rel` are its own
 */
export function findInText(text: string, isMarkup: boolean, findings: TextFindings): void {
  const reader = new TagReader(text);
  let end = 0;
  for (let match = anchorFrom(ANCHOR, text, end); match; match = anchorFrom(ANCHOR, text, end)) {
    if (match[0] !== "<") {
      end = findAt(text, match.index, match[0], NO_CONTEXT, findings);
      continue;
    }
    const tag = reader.read(match.index);
    end = Math.max(tag?.end ?? 0, match.index + 1);
    if (tag) findInTag(tag, isMarkup, findings);
  }
}

function findInTag(tag: Tag, isMarkup: boolean, findings: TextFindings): void {
  if (tag.name === MACRO) {
    findInMacro(tag, findings);
    return;
  }
  const udi = attributeOf(tag, "data-udi");
  const context = contextOf(tag, udi);
  let isOwn = isMarkup || udi !== undefined;
  let namesNode = false;
  const noting: TextFindings = {
    ...findings,
    reference(found) {
      isOwn = true;
      namesNode = true;
      findings.reference(found);
    },
  };
  for (const attribute of tag.attributes) findInAttribute(attribute, context, noting);
  if (isOwn) findOldIds(tag, udi !== undefined, noting);
  // A link may be written as the URL of a page.
  const page =
    namesNode || !LINKS.includes(tag.name) ? undefined : pageAt(attributeOf(tag, "href")?.trim() ?? "");
  if (page) findings.reference(page);
}

function findInAttribute({ name, value }: Attribute, context: TextContext, findings: TextFindings): void {
  if (name === "data-udi") findUdi(value, Math.max(0, value.search(/umb:/i)), "data-udi", findings);
  else if (name === "data-content-udi") findings.leftover("data-content-udi", value);
  else findPlain(value, name === "href" || name === "src" ? context : inOther(context, name), findings);
}

/** Which of `src` and `href` are of account, and which tree they lead to. */
function contextOf(tag: Tag, udi: string | undefined): TextContext {
  const type = attributeOf(tag, "type")?.toLowerCase();
  const kind = type === "document" ? "content" : type === "media" ? "media" : undefined;
  return { kind, isPathMade: udi !== undefined, isWhole: true };
}

function inOther(context: TextContext, name: string): TextContext {
  // Several paths stand in `srcset`, and one among other words in `style`.
  return { ...context, isPathMade: context.isPathMade && name === "data-src", isWhole: false };
}

function findInMacro(tag: Tag, findings: TextFindings): void {
  const named = MACRO_NAMES.find((name) => attributeOf(tag, name) !== undefined);
  findings.leftover("macro", named === undefined ? "" : (attributeOf(tag, named) ?? ""));
  for (const { name, value } of tag.attributes) if (name !== named) findings.parameter(value);
}

/** @param hasUdi whether the tag names its node by UDI, which is what the CMS goes by */
function findOldIds(tag: Tag, hasUdi: boolean, findings: TextFindings): void {
  const isImage = tag.name === "img";
  for (const syntax of isImage ? (["rel", "data-id"] as const) : (["data-id"] as const)) {
    const text = attributeOf(tag, syntax);
    const id = text === undefined ? undefined : nodeId(text.trim());
    if (text === undefined || id === undefined) continue;
    findings.leftover(syntax, text);
    if (hasUdi) continue;
    findings.reference({ kind: isImage ? "media" : undefined, target: { by: "id", id }, syntax, text });
  }
}
