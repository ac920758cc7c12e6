/** What a remote says in words, cut to what a line can hold. */

/** How much text of a remote is repeated, in characters. */
const TEXT_LENGTH = 256;

/** What an answer says in words: a problem's detail, a page's title, or its text. */
export function saidBy({ type, body }: { type: string; body: Buffer }): string {
  const text = body.subarray(0, 64 * 1024).toString("utf8");
  const said =
    /html/i.test(type) || /^\s*<(?:!doctype|html)/i.test(text) ? titleOf(text) : (detailOf(text) ?? text);
  const line = said.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, " ").trim();
  return line.length > TEXT_LENGTH ? `${line.slice(0, TEXT_LENGTH - 1)}…` : line;
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
