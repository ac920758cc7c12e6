/** Prints one value: text as text, JSON as JSON. */
import { type OutputStream, writeAll } from "../io.ts";
import { ByteBuffer } from "../json/byte-buffer.ts";
import { JsonCompactor } from "../json/json-in-memory.ts";
import { visibleLines } from "../text/visible-text.ts";
import { indentedJson } from "./indented-json.ts";

/** JSON that is worth a layout of its own. */
const OBJECT_OR_ARRAY = /^\s*[[{]/;

/**
 * On a terminal JSON is indented, also where it lies in a text; elsewhere all is written as it stands.
 * @param value compact JSON
 * @param isText whether a text is written without its quotes
 */
export async function printValue(
  value: string,
  { isText, isTerminal }: { isText: boolean; isTerminal: boolean },
  stream: OutputStream,
): Promise<void> {
  const text = isText && value.startsWith('"') ? String(JSON.parse(value)) : undefined;
  if (!isTerminal) return writeAll(stream, [text ?? value, "\n"]);
  const json = text === undefined ? Buffer.from(value) : compactJson(text);
  await writeAll(stream, json ? indentedJson([json]) : [visibleLines(text ?? value), "\n"]);
}

/** @returns `undefined` where a text holds no JSON object or array */
function compactJson(text: string): Buffer | undefined {
  if (!OBJECT_OR_ARRAY.test(text)) return undefined;
  const out = new ByteBuffer();
  return new JsonCompactor(out).copy(text) ? out.take(0) : undefined;
}
