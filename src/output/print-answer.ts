/** Prints an answer in the format that is asked for, loading what that format needs and nothing else. */
import { type OutputStream, writeAll } from "../io.ts";
import { ByteBuffer } from "../json/byte-buffer.ts";
import { appendCompact } from "../json/cursor.ts";
import { visibleLines } from "../text/visible-text.ts";
import type { Answer } from "../tree/render.ts";
import type { RedactValue } from "./card-view.ts";
import { brush, DEEPEST_INDENT, type Output, type ViewLook } from "./style.ts";
import type { Below, Item } from "./tree-view.ts";

/** Columns of a table where no terminal tells: enough for a log. */
const DEFAULT_COLUMNS = 120;

type Parts = Iterable<Uint8Array | string>;

/** How an answer is shown beyond its format. */
type Shown = Output & {
  below: Below;
  /** Gives the names of a type's properties, which stand in a card. Default: none are known. */
  propertyNames?: (type: string) => ReadonlyMap<string, string>;
  /** Redacts the values of a card. Default: they are shown as they are. */
  redactorOf?: (type: string) => RedactValue;
};

/** @returns when all is written, or the reader has gone */
export async function printAnswer(answer: Answer, output: Shown, stream: OutputStream): Promise<void> {
  const chunks = answer instanceof Uint8Array ? [answer] : answer;
  await writeAll(stream, await partsOf(chunks, output));
}

/** Prints items as a table. Of many, this takes a fraction of the time and memory of printing their JSON as one. */
export async function printTable(
  items: Item[],
  { columns = DEFAULT_COLUMNS, color }: ViewLook,
  stream: OutputStream,
): Promise<void> {
  const { listTable } = await import("./table-view.ts");
  await writeAll(stream, lines(listTable(items, columns, "nothing", await brush({ color }))));
}

function partsOf(chunks: Iterable<Uint8Array>, output: Shown): Parts | Promise<Parts> {
  const { format, isTerminal } = output;
  if (format === "ndjson") return isTerminal ? visibleChunks(elementLines(chunks)) : elementLines(chunks);
  if (format !== "json") return view(chunks, output);
  return isTerminal ? indentedJson(chunks) : oneLine(chunks);
}

/** What is drawn for people. */
async function view(
  chunks: Iterable<Uint8Array>,
  { format, columns, color, below, propertyNames, redactorOf }: Shown,
): Promise<Parts> {
  const { parseAnswer, treeView, typeOf } = await import("./tree-view.ts");
  const chalk = await brush({ color });
  const answer = Buffer.concat([...chunks]);
  const parsed = parseAnswer(answer);
  const items = Array.isArray(parsed) ? parsed : [parsed];
  if (format === "tree") {
    const level = Array.isArray(parsed) ? 1 : (parsed.path?.length ?? 0) + 1;
    return lines(treeView(items, level, columns ?? Number.POSITIVE_INFINITY, below, chalk));
  }
  const width = columns ?? DEFAULT_COLUMNS;
  if (Array.isArray(parsed)) {
    return lines((await import("./table-view.ts")).listTable(parsed, width, below, chalk));
  }
  const { card, readWrittenValues } = await import("./card-view.ts");
  const names = propertyNames?.(typeOf(parsed));
  const redact = redactorOf?.(typeOf(parsed)) ?? (({ value }) => value);
  return lines(card(parsed, { ...readWrittenValues(answer, redact), names }, width, below, chalk));
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
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** The answer byte for byte, on one line. */
function* oneLine(chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
  yield* chunks;
  yield LINE_FEED;
}

/** The elements of an array, or the one object, a line each. */
function* elementLines(chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
  const splitter = new LineSplitter();
  for (const chunk of chunks) yield* splitter.split(chunk);
  if (splitter.hasText) yield LINE_FEED;
}

/** Turns the commas between an array's elements into line feeds, and leaves out its brackets. */
class LineSplitter {
  hasText = false;
  /** How deep the text lies below the answer's own array; below nothing in an answer that is an object. */
  #depth = -1;
  #inString = false;
  #escaped = false;

  *split(chunk: Uint8Array): Generator<Uint8Array> {
    let start = 0;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i];
      if (this.#inString) {
        this.#stepInString(byte);
        continue;
      }
      if (byte === QUOTE) this.#inString = true;
      const isSeparator = this.#step(byte);
      if (!isSeparator) continue;
      if (i > start) yield chunk.subarray(start, i);
      if (byte === COMMA) yield LINE_FEED;
      start = i + 1;
    }
    if (start < chunk.length) yield chunk.subarray(start);
  }

  #stepInString(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) this.#inString = false;
  }

  /** Whether the byte is a comma or bracket of the answer's own array. */
  #step(byte: number): boolean {
    if (this.#depth < 0) {
      this.#depth = byte === OPEN_BRACKET ? 0 : 1;
      this.hasText = byte !== OPEN_BRACKET;
      return byte === OPEN_BRACKET;
    }
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      this.hasText = true;
      this.#depth++;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      return this.#depth-- === 0;
    }
    return byte === COMMA && this.#depth === 0;
  }
}

const INDENT = "  ";

/** The answer with a line for each value, and nothing in it that a terminal would obey. */
function* indentedJson(chunks: Iterable<Uint8Array>): Generator<string> {
  const decoder = new TextDecoder();
  const layout = new Layout();
  for (const chunk of chunks) yield visibleLines(layout.write(decoder.decode(chunk, { stream: true })));
  yield "\n";
}

/** Lays out compact JSON that comes in parts, cut anywhere. */
class Layout {
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** Whether the last character opened an object or array: what follows decides whether it stays on its line. */
  #justOpened = false;

  write(text: string): string {
    let laidOut = "";
    for (let i = 0; i < text.length; i++) {
      const character = text[i];
      if (this.#inString) {
        this.#stepInString(character);
        laidOut += character;
      } else {
        laidOut += this.#place(character);
      }
    }
    return laidOut;
  }

  #stepInString(character: string): void {
    if (this.#escaped) this.#escaped = false;
    else if (character === "\\") this.#escaped = true;
    else if (character === '"') this.#inString = false;
  }

  #place(character: string): string {
    const opened = this.#justOpened;
    this.#justOpened = false;
    switch (character) {
      case "}":
      case "]":
        this.#depth--;
        return opened ? character : this.#line() + character;
      case "{":
      case "[":
        return this.#open(character, opened);
      case ",":
        return character + this.#line();
      case ":":
        return ": ";
      case '"':
        this.#inString = true;
    }
    return opened ? this.#line() + character : character;
  }

  #open(character: string, isFirst: boolean): string {
    const before = isFirst ? this.#line() : "";
    this.#depth++;
    this.#justOpened = true;
    return before + character;
  }

  #line(): string {
    return `\n${INDENT.repeat(Math.min(this.#depth, DEEPEST_INDENT))}`;
  }
}

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
  return appendCompact(out, text) ? out.take(0) : undefined;
}
