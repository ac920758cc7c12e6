/** Rewrites values in the text of a node and keeps everything else byte for byte. */
import { decodedText, type NodeText, nodeJson, textOfObject } from "../json/node-text.ts";
import {
  type JsonNode,
  memberOf,
  memberText,
  parseOutline,
  type Replacement,
  replaced,
  stringOf,
} from "../json/outline.ts";

export type Rewriting = {
  /** Returns the new JSON of a field. Default: fields stay unchanged. */
  field?: (name: string, json: string) => string;
  /** Returns the new JSON of a property's value. @param type the alias of the node's type */
  property: (
    property: { alias: string; editorAlias: string | undefined; value: string },
    type: string | undefined,
  ) => string;
};

export function rewrittenNode(text: NodeText, { field, property }: Rewriting): NodeText {
  const json = nodeJson(decodedText(text));
  const root = parseOutline(json);
  if (!root) return text;
  const type = memberText(json, root, "type");
  const rewrite = ({ start, end }: JsonNode, made: (value: string) => string): Replacement[] => {
    const value = json.slice(start, end);
    const text = made(value);
    return text === value ? [] : [{ start, end, text }];
  };
  const parts = root.items.flatMap((item, i) => {
    const name = root.names[i];
    if (name !== "properties") return field ? rewrite(item, (value) => field(name, value)) : [];
    return item.items.flatMap((each, at) => {
      const own = memberOf(each, "value");
      const editorAlias = stringOf(json, memberOf(each, "editorAlias"));
      const alias = item.names[at];
      return own ? rewrite(own, (value) => property({ alias, editorAlias, value }, type)) : [];
    });
  });
  return parts.length === 0 ? text : (textOfObject(Buffer.from(replaced(json, parts))) as NodeText);
}
