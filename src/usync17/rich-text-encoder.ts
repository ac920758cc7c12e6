/** Writes rich text: links and images refer to nodes by key, blocks have their places in the markup. */
import { isList, isObject, PART } from "../decode/decoded-value.ts";
import type { MarkupPart } from "../decode/markup.ts";
import { writeUdi } from "../site/udi.ts";
import { writtenTag } from "../site/values/tag-reader.ts";
import { BlockWriter, macroType } from "./block-encoders.ts";
import { richTextValue } from "./block-value.ts";
import type { Encode } from "./encoding.ts";

const EDITOR = "Umbraco.RichText";

export const encodedRichText: Encode = (value, at, encoding) => {
  const { model } = encoding;
  const blocks = new BlockWriter(at, encoding, (name, item) =>
    item.layout === "macro" ? macroType(name, at, encoding) : model.elementType(name),
  );
  if (typeof value === "string") return richTextValue(value, blocks.parts(EDITOR, []));
  const part = isObject(value) ? value[PART] : undefined;
  if (!isObject(value) || part?.is !== "rich-text") return undefined;
  const items = value.blocks !== undefined && isList(value.blocks) ? value.blocks : [];
  const layout = items.flatMap((item) => blocks.add(item)?.entry ?? []);
  const markup = part.markup.map((each) => storedPart(each, blocks)).join("");
  return richTextValue(markup, blocks.parts(EDITOR, layout));
};

function storedPart(part: MarkupPart, blocks: BlockWriter): string {
  if (typeof part === "string") return part;
  switch (part.is) {
    case "macro":
      return `<umb-rte-block data-content-key="${blocks.keyOf(part.id)}"></umb-rte-block>`;
    case "macro-end":
      return "";
    case "block":
      return tagWith(part, { "data-content-key": blocks.keyOf(part.id) });
    case "image":
      return tagWith(part, { "data-udi": writeUdi("media", part.key) });
    case "link":
      return tagWith(part, {
        type: part.kind === "media" ? "media" : "document",
        href: `/{localLink:${part.key}}${part.suffix}`,
      });
  }
}

/** A tag with other attributes; those that take the place of removed ones are the last. */
function tagWith(
  { tag, source, changes }: Extract<MarkupPart, { tag: object }>,
  added: Readonly<Record<string, string>>,
): string {
  const attributes = tag.attributes.filter(
    ({ name }) => !changes.has(name) || changes.get(name) !== undefined,
  );
  return writtenTag({ ...tag, attributes }, source, new Map([...changes, ...Object.entries(added)]));
}
