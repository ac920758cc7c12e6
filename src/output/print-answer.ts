/** Prints an answer in its format, and loads only what that format needs. */
import { type OutputStream, writeAll } from "../io.ts";
import { compactJson, JsonSyntaxError } from "../json/cursor.ts";
import { BYTE, isScalar } from "../json/grammar.ts";
import { TextCursor } from "../json/outline.ts";
import type { Answer } from "../site/tree/render.ts";
import { visibleLines } from "../text/visible-text.ts";
import type { RedactValue } from "./card-view.ts";
import { brush, DEEPEST_INDENT, type Output } from "./style.ts";
import type { Below } from "./tree-view.ts";

/** Columns of a table if stdout is no terminal: enough for a log. */
const DEFAULT_COLUMNS = 120;

type Parts = Iterable<Uint8Array | string>;

/** How an answer is shown beyond its format. */
type Shown = Output & {
  below: Below;
  /** Returns the names of a type's properties, which a card shows. Default: none are known. */
  propertyNames?: (type: string) => ReadonlyMap<string, string>;
  /** Redacts the values of a card. Default: they are shown as they are. */
  redactorOf?: (type: string) => RedactValue;
};

/** Resolves when everything is written, or the reader has closed the stream. */
export async function printAnswer(answer: Answer, output: Shown, stream: OutputStream): Promise<void> {
  const chunks = answer instanceof Uint8Array ? [answer] : answer;
  await writeAll(stream, await partsOfAnswer(chunks, output));
}

/** Prints things as objects: in an array, or a line each. */
export async function printObjects<T>(
  things: Iterable<T>,
  objectOf: (thing: T) => Uint8Array,
  format: "json" | "ndjson",
  stream: OutputStream,
): Promise<void> {
  const parts = format === "json" ? arrayOf(things, objectOf) : linesOf(things, objectOf);
  if (!stream.isTTY) return writeAll(stream, parts);
  const shown = format === "json" ? indentedJson(Buffer.concat([...parts]).toString()) : visibleChunks(parts);
  await writeAll(stream, shown);
}

function partsOfAnswer(chunks: Iterable<Uint8Array>, output: Shown): Parts | Promise<Parts> {
  const { format, isTerminal } = output;
  if (format === "ndjson")
    return isTerminal ? visibleChunks(linesOfElements(chunks)) : linesOfElements(chunks);
  if (format !== "json") return view(chunks, output);
  return isTerminal ? indentedJson(Buffer.concat([...chunks]).toString()) : oneLine(chunks);
}

/** The views for people: tree and card. */
async function view(
  chunks: Iterable<Uint8Array>,
  { format, columns, color, below, propertyNames, redactorOf }: Shown,
): Promise<Parts> {
  const { parseAnswer, treeView, typeOfItem } = await import("./tree-view.ts");
  const chalk = await brush({ color });
  const answer = Buffer.concat([...chunks]);
  const parsed = parseAnswer(answer);
  if (Array.isArray(parsed) || format === "tree") {
    const items = Array.isArray(parsed) ? parsed : [parsed];
    const level = Array.isArray(parsed) ? 1 : (parsed.path?.length ?? 0) + 1;
    return lines(treeView(items, level, columns ?? Number.POSITIVE_INFINITY, below, chalk));
  }
  const { card, readWrittenValues } = await import("./card-view.ts");
  const names = propertyNames?.(typeOfItem(parsed));
  const redact = redactorOf?.(typeOfItem(parsed)) ?? (({ value }) => value);
  return lines(
    card(parsed, { ...readWrittenValues(answer, redact), names }, columns ?? DEFAULT_COLUMNS, below, chalk),
  );
}

/** JSON that comes in chunks, for a terminal. */
function* visibleChunks(chunks: Iterable<Uint8Array>): Generator<string> {
  const decoder = new TextDecoder();
  for (const chunk of chunks) yield visibleLines(decoder.decode(chunk, { stream: true }));
}

function* lines(texts: Iterable<string>): Generator<string> {
  for (const text of texts) yield `${text}\n`;
}

const LINE_FEED = Buffer.from("\n");
const OPEN_ARRAY = Buffer.from("[");
const COMMA = Buffer.from(",");
const CLOSE_ARRAY = Buffer.from("]\n");

/** The answer byte for byte, on one line. */
function* oneLine(chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
  yield* chunks;
  yield LINE_FEED;
}

function* arrayOf<T>(things: Iterable<T>, objectOf: (thing: T) => Uint8Array): Generator<Uint8Array> {
  let separator = OPEN_ARRAY;
  for (const thing of things) {
    yield separator;
    yield objectOf(thing);
    separator = COMMA;
  }
  if (separator === OPEN_ARRAY) yield OPEN_ARRAY;
  yield CLOSE_ARRAY;
}

function* linesOf<T>(things: Iterable<T>, objectOf: (thing: T) => Uint8Array): Generator<Uint8Array> {
  for (const thing of things) {
    yield objectOf(thing);
    yield LINE_FEED;
  }
}

/** The elements of an array, or the one object, a line each. Read byte by byte, since the answer can be longer than a string. */
function* linesOfElements(chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
  let isArray: boolean | undefined;
  let depth = 0;
  let isEmpty = true;
  let isQuoted = false;
  let isEscaped = false;
  for (const chunk of chunks) {
    let start = 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i];
      if (isQuoted) {
        if (isEscaped) isEscaped = false;
        else if (byte === BYTE.backslash) isEscaped = true;
        else if (byte === BYTE.quote) isQuoted = false;
        continue;
      }
      isArray ??= byte === BYTE.openBracket;
      let isSeparator = false;
      if (byte === BYTE.quote) isQuoted = true;
      else if (byte === BYTE.openBrace || byte === BYTE.openBracket) isSeparator = depth++ === 0;
      else if (byte === BYTE.closeBrace || byte === BYTE.closeBracket) isSeparator = --depth === 0;
      else isSeparator = byte === BYTE.comma && depth === 1;
      if (!isArray || !isSeparator) {
        isEmpty = false;
        continue;
      }
      if (i > start) yield chunk.subarray(start, i);
      if (byte === BYTE.comma) yield LINE_FEED;
      start = i + 1;
    }
    if (start < chunk.length) yield chunk.subarray(start);
  }
  if (!isEmpty) yield LINE_FEED;
}

const INDENT = "  ";
/** Characters of text that are yielded at once. */
const CHUNK_LENGTH = 64 * 1024;

/** Compact JSON with a line for each value; control characters in the data are escaped. */
function* indentedJson(json: string): Generator<string> {
  const cursor = new TextCursor(json);
  /** For each open object or array, whether it is an object. */
  const open: boolean[] = [];
  let text = "";
  const line = () => `\n${INDENT.repeat(Math.min(open.length, DEEPEST_INDENT))}`;
  for (let isFirst = true, next = cursor.next(); !Number.isNaN(next); next = cursor.next()) {
    if (next === BYTE.closeBrace || next === BYTE.closeBracket) {
      cursor.at++;
      open.pop();
      text += (isFirst ? "" : line()) + String.fromCharCode(next);
      isFirst = false;
      continue;
    }
    if (open.length > 0) text += (isFirst ? "" : ",") + line();
    if (open.at(-1)) text += `${cursor.name()}: `;
    const first = cursor.peek();
    isFirst = !isScalar(first);
    if (isFirst) {
      cursor.at++;
      open.push(first === BYTE.openBrace);
    }
    text += isFirst ? String.fromCharCode(first) : cursor.value();
    if (text.length < CHUNK_LENGTH) continue;
    yield visibleLines(text);
    text = "";
  }
  yield `${visibleLines(text)}\n`;
}

/** Text that may be JSON worth indenting. */
const OBJECT_OR_ARRAY = /^\s*[[{]/;

/**
 * Prints a value: on a terminal, JSON is indented, also if it is stored in a text; otherwise it is written unchanged.
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
  const json = text === undefined ? value : jsonIn(text);
  await writeAll(stream, json === undefined ? [visibleLines(text ?? value), "\n"] : indentedJson(json));
}

/** The compact text of the JSON object or array that a text holds; `undefined` if it holds none. */
function jsonIn(text: string): string | undefined {
  if (!OBJECT_OR_ARRAY.test(text)) return undefined;
  try {
    return compactJson(Buffer.from(text));
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}
