/** JSON, and what stands where in it; loosely written text becomes JSON first. */
import { looksNested } from "../json/grammar.ts";
import { type JsonNode, nodeIn, stringOf } from "./json-outline.ts";

/** JSON, and what stands where in it. */
export type JsonOutline = { text: string; node: JsonNode };

/** Each level of JSON in strings doubles the backslashes before a quote: what lies deeper was not written by any editor. */
export const MOST_STRINGS = 40;

/** The object or array that a string holds, if it does. */
export function outlineInString(text: string): JsonOutline | undefined {
  const trimmed = text.trim();
  return looksNested(trimmed) ? outlineOf(trimmed) : undefined;
}

/**
 * Reads text that should be JSON. What old editors wrote in a looser way, as `nodeIn` takes it, is written anew as the
 * JSON that it should be.
 * @returns `undefined` where it is something else
 */
export function outlineOf(text: string): JsonOutline | undefined {
  const node = nodeIn(text);
  if (!node || isJson(text)) return node && { text, node };
  const strict = strictText(text, node);
  const again = nodeIn(strict);
  return again && { text: strict, node: again };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Text that is JSON but for how its strings are written, as JSON. */
function strictText(text: string, root: JsonNode): string {
  const written: string[] = [];
  const open: { node: JsonNode; next: number }[] = [];
  const begin = (node: JsonNode) => {
    if (node.kind === "object" || node.kind === "array") {
      written.push(node.kind === "object" ? "{" : "[");
      open.push({ node, next: 0 });
    } else {
      const scalarText = text.slice(node.start, node.end);
      written.push(node.kind === "string" ? JSON.stringify(stringOf(text, node)) : scalarText);
    }
  };
  begin(root);
  for (let last = open.at(-1); last; last = open.at(-1)) {
    const { node, next } = last;
    if (next === node.items.length) {
      written.push(node.kind === "object" ? "}" : "]");
      open.pop();
      continue;
    }
    if (next > 0) written.push(",");
    if (node.kind === "object") written.push(JSON.stringify(node.names[next]), ":");
    last.next++;
    begin(node.items[next]);
  }
  return written.join("");
}
