/** What a remote says in words, cut to what a line can hold. */
import type { ApiKey } from "../access/api-key.ts";
import { shortened } from "../text/visible-text.ts";

/** How much text of a remote is repeated, in characters. */
const TEXT_LENGTH = 256;
/** How much of an answer is looked at, in bytes. */
const READ_LENGTH = 64 * 1024;

/**
 * What an answer says in words: a problem's detail, a page's title, or its text.
 * @param apiKey left out, as error pages may show the request that they answer
 */
export function saidBy({ type, body }: { type: string; body: Buffer }, apiKey?: ApiKey): string {
  const sent = body.subarray(0, READ_LENGTH).toString("utf8");
  const text = apiKey ? apiKey.hide(sent) : sent;
  const said =
    /html/i.test(type) || /^\s*<(?:!doctype|html)/i.test(text) ? titleOf(text) : (detailOf(text) ?? text);
  const words = said.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, " ").trim();
  // A sentence goes on behind it.
  const line = words.replace(/(?<!\.)\.$/, "");
  // Escapes of JSON have been undone meanwhile.
  return shortened(apiKey ? apiKey.hide(line) : line, TEXT_LENGTH);
}

function titleOf(html: string): string {
  const title = /<title[^>]*>([^<]*)</i.exec(html)?.[1].trim();
  return title ? `a web page, "${title}"` : "a web page";
}

/** Names under which errors that are JSON hold a sentence, the most telling first. */
const SENTENCE_NAMES = ["detail", "message", "error", "title"];

/** The sentence in an error that is JSON. */
function detailOf(text: string): string | undefined {
  try {
    const document: unknown = JSON.parse(text);
    if (typeof document === "string") return document;
    if (typeof document !== "object" || document === null) return undefined;
    const members = new Map(Object.entries(document).map(([name, value]) => [name.toLowerCase(), value]));
    return SENTENCE_NAMES.map((name) => members.get(name)).find((value) => typeof value === "string");
  } catch {
    return undefined;
  }
}
