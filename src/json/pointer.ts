/** JSON pointers (RFC 6901) into values of properties. */
import { anyText } from "../parameter.ts";
import { nameOfStep } from "./grammar.ts";
import { compactOutline, enteredOutline, type JsonOutline, memberOf, parseStrictOutline } from "./outline.ts";

/** A pointer to a part of a value as the value of a parameter. */
export const POINTER = {
  ...anyText("a JSON pointer such as /contentData/0/text", "/contentData/0/text"),
  read: (text: string) => (text.startsWith("/") ? text : undefined),
  schema: { type: "string", pattern: "^/" },
};

/**
 * Returns the part of a value that a pointer leads to, as compact JSON; strings that hold JSON are entered as if they
 * were that JSON, strict or loose.
 * @param value JSON text
 * @returns `undefined` if the value has no such part
 */
export function jsonAt(value: string, pointer: string): string | undefined {
  let part: JsonOutline | undefined = parseStrictOutline(value);
  for (const step of pointer.split("/").slice(1)) {
    if (part === undefined) return undefined;
    const { text, node } = enteredOutline(part);
    const name = nameOfStep(step);
    const item = node.kind === "array" ? node.items[indexOf(name)] : memberOf(node, name);
    part = item && { text, node: item };
  }
  return part && compactOutline(part);
}

/** The index that a step of a pointer is, or -1. */
function indexOf(step: string): number {
  return /^(?:0|[1-9]\d*)$/.test(step) ? Number(step) : -1;
}
