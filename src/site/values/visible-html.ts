/** Extracts the visible text of HTML: without tags, entities decoded, white space folded. */
// The page reads HTML with this, too: its content security policy forbids to let the browser decode entities.
import { decodeHTML } from "entities/decode";
import { TagReader } from "./tag-reader.ts";
import { withoutSoftHyphens } from "./words.ts";

/** Tags that separate words. */
const BREAKING_NAMES =
  "address|article|aside|blockquote|br|caption|dd|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|img|li|main|nav|ol|p|pre|section|table|tbody|td|tfoot|th|thead|tr|ul|umb-rte-block";
const BREAKING = new RegExp(`^(?:${BREAKING_NAMES})$`);
/** Tags within a word, if a letter is before them. A tag is read no further than this, so that the time stays linear. */
const IN_WORD = new RegExp(
  `(?:</?(?!(?:${BREAKING_NAMES})\\b)[a-z][^<>]{0,2000}>)+(?=[\\p{L}\\p{N}&])`,
  "iuy",
);
/** Tags whose content is not text. */
const SILENT = /^(?:script|style)$/;
const CLOSING_NAME = /<\/([a-z][\w:-]*)/iy;
const COMMENT = "<!--";

/** Returns the visible text, in NFC. */
export function visibleText(html: string): string {
  return spaceFolded(visibleTextAsWritten(html));
}

/** Whether HTML, or JSON that has some, may have a tag within a word, as in `har<b>bour</b>`. */
export function mayHaveTagsInWords(html: string): boolean {
  for (let open = html.indexOf("<", 1); open > 0; open = html.indexOf("<", open + 1)) {
    if (!mayEndInWord(html, open)) continue;
    IN_WORD.lastIndex = open;
    if (IN_WORD.test(html)) return true;
  }
  return false;
}

/** Whether the text before an offset may end in a letter, a digit or an entity, and not in a space or line break of JSON or HTML. */
function mayEndInWord(text: string, end: number): boolean {
  const last = text[end - 1];
  if (last === ";") return !text.endsWith("&nbsp;", end);
  if (!/[a-z0-9\u00c0-\uffff]/i.test(last)) return false;
  return text[end - 2] !== "\\" || !"nrt".includes(last);
}

/** Returns the visible text with white space and letters as they are written. */
export function visibleTextAsWritten(html: string): string {
  return withoutHtmlEntities(new VisibleTextReader(html).read());
}

/** A text of HTML with characters in place of entities, as browsers decode them; unknown ones stay. */
export function withoutHtmlEntities(text: string): string {
  return text.includes("&") ? decodeHTML(text) : text;
}

/** Reads HTML from start to end in linear time, however malformed: a search that fails once is not repeated. */
class VisibleTextReader {
  readonly #html: string;
  readonly #tags: TagReader;
  readonly #missing = new Set<string>();

  constructor(html: string) {
    this.#html = html;
    this.#tags = new TagReader(html);
  }

  /** Returns the text outside tags. */
  read(): string {
    let seen = "";
    let at = 0;
    for (let open = this.#html.indexOf("<"); open >= 0; open = this.#html.indexOf("<", at)) {
      const { text, end } = this.#skip(open);
      seen += this.#html.slice(at, open) + text;
      at = end;
    }
    return seen + this.#html.slice(at);
  }

  /** Returns the text of a tag, comment or stray bracket, and its end. */
  #skip(open: number): { text: string; end: number } {
    if (this.#html.startsWith(COMMENT, open)) return { text: " ", end: this.#behind("-->", open) };
    const closing = matchAt(CLOSING_NAME, this.#html, open);
    if (closing) return { text: gapOf(closing.toLowerCase()), end: this.#behind(">", open) };
    const tag = this.#tags.read(open);
    if (tag === undefined) return { text: "<", end: open + 1 };
    const end = this.#behind(">", tag.end);
    if (!SILENT.test(tag.name)) return { text: gapOf(tag.name), end };
    return { text: " ", end: this.#behind(">", this.#behind(`</${tag.name}`, end)) };
  }

  /** Returns the offset after the next occurrence; the end of the text if there is none. */
  #behind(wanted: string, from: number): number {
    const at = this.#missing.has(wanted) ? -1 : this.#find(wanted, from);
    if (at >= 0) return at + wanted.length;
    this.#missing.add(wanted);
    return this.#html.length;
  }

  /** Case-insensitive by a regular expression, since lower case changes the length of some letters. */
  #find(wanted: string, from: number): number {
    if (!/[a-z]/.test(wanted)) return this.#html.indexOf(wanted, from);
    const pattern = new RegExp(wanted, "gi");
    pattern.lastIndex = from;
    return pattern.exec(this.#html)?.index ?? -1;
  }
}

function gapOf(name: string): string {
  return BREAKING.test(name) ? " " : "";
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[1];
}

/** Folds white space, and normalises to NFC. */
export function spaceFolded(text: string): string {
  return withoutSoftHyphens(text.normalize("NFC"))
    .replace(/[\s\u200b\ufeff]+/g, " ")
    .trim();
}
