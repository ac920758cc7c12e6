/** Prints an answer in the format that is asked for, loading what that format needs and nothing else. */
import { type OutputStream, writeAll } from "../io.ts";
import { visibleLines } from "../text/visible-text.ts";
import type { Answer } from "../tree/render.ts";
import type { Item } from "./item.ts";
import { elementLines, oneLine } from "./json-lines.ts";
import { brush, type Output, type ViewLook } from "./style.ts";
import type { Below } from "./tree-view.ts";
import type { RedactValue } from "./written-values.ts";

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

async function partsOf(chunks: Iterable<Uint8Array>, output: Shown): Promise<Parts> {
  const { format, isTerminal } = output;
  if (format === "ndjson") return isTerminal ? visibleChunks(elementLines(chunks)) : elementLines(chunks);
  if (format !== "json") return view(chunks, output);
  return isTerminal ? (await import("./indented-json.ts")).indentedJson(chunks) : oneLine(chunks);
}

/** What is drawn for people. */
async function view(
  chunks: Iterable<Uint8Array>,
  { format, columns, color, below, propertyNames, redactorOf }: Shown,
): Promise<Parts> {
  const { parseAnswer, typeOf } = await import("./item.ts");
  const chalk = await brush({ color });
  const answer = Buffer.concat([...chunks]);
  const parsed = parseAnswer(answer);
  const items = Array.isArray(parsed) ? parsed : [parsed];
  if (format === "tree") {
    const { treeView } = await import("./tree-view.ts");
    const level = Array.isArray(parsed) ? 1 : (parsed.path?.length ?? 0) + 1;
    return lines(treeView(items, level, columns ?? Number.POSITIVE_INFINITY, below, chalk));
  }
  const width = columns ?? DEFAULT_COLUMNS;
  if (Array.isArray(parsed)) {
    return lines((await import("./table-view.ts")).listTable(parsed, width, below, chalk));
  }
  const { card } = await import("./card-view.ts");
  const { readWrittenValues } = await import("./written-values.ts");
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
