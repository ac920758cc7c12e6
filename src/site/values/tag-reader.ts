/** Reads HTML tags with their attributes, however malformed the HTML around them is. */
import { decodeHTMLAttribute } from "entities/decode";

type Attribute = { name: string; value: string };

/**
 * An opening or empty tag. Names are in lower case; the name of a processing instruction includes its question mark.
 */
export type Tag = { name: string; attributes: readonly Attribute[]; end: number };

const CLOSER = 0x3e;
const TAG_NAME = /<(\??[a-z][\w:-]*)/iy;
const ATTRIBUTE_NAME = /[^\s=<>"'/\\]+/y;
const EQUALS = /\s*=\s*/y;
/** HTML inside JSON may still have escaped quotes. */
const OPENING_QUOTE = /\\{0,3}["']/y;
const BARE_VALUE = /[^\s<>"']+/y;

/** Returns the value of an attribute by its lower-case name. */
export function attributeOf({ attributes }: Tag, name: string): string | undefined {
  return attributes.find((attribute) => attribute.name === name)?.value;
}

/** The end of a tag in its HTML, with its bracket if it has one. */
export function endOfTag(html: string, { end }: Tag): number {
  return html[end] === ">" ? end + 1 : end;
}

/**
 * Writes a tag with other attributes.
 * @param source the tag as it is in the HTML
 * @param changes `undefined` removes an attribute
 */
export function writtenTag(
  tag: Tag,
  source: string,
  changes: ReadonlyMap<string, string | undefined>,
): string {
  const written = new Map<string, string | undefined>();
  for (const { name, value } of tag.attributes) if (!written.has(name)) written.set(name, value);
  for (const [name, value] of changes) written.set(name, value);
  let attributes = "";
  for (const [name, value] of written)
    if (value !== undefined)
      attributes += ` ${name}="${value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`;
  return `<${source.slice(1, 1 + tag.name.length)}${attributes}${/\/>?$/.test(source) ? " />" : ">"}`;
}

/** A macro in markup. */
export type MacroTag = { alias: string | undefined; parameters: readonly Attribute[] };

/** Reads a macro from its tag: `<?UMBRACO_MACRO macroAlias="News" count="3" />`, with `alias` in version 4. */
export function macroOf(tag: Tag): MacroTag | undefined {
  if (tag.name !== "?umbraco_macro") return undefined;
  const named = ["macroalias", "alias"].find((name) => attributeOf(tag, name) !== undefined);
  return {
    alias: named && attributeOf(tag, named),
    parameters: tag.attributes.filter(({ name }) => name !== named && name !== "?"),
  };
}

/** Opening tags. */
const OPENING = /<(?=[a-z])/gi;

/**
 * Reads the tags of a text in order, however malformed it is.
 * @param start where tags begin; a match without a tag is skipped whole. Default: all opening tags
 */
export function* tagsIn(text: string, start = OPENING): Generator<Tag, void> {
  const reader = new TagReader(text);
  const next = new RegExp(start);
  for (let match = next.exec(text); match; match = next.exec(text)) {
    const tag = reader.read(match.index);
    if (tag === undefined) continue;
    next.lastIndex = tag.end;
    yield tag;
  }
}

/** Reads the tags of a text from start to end in linear time. */
export class TagReader {
  readonly #text: string;
  /** Quotes that do not occur in the rest of the text. */
  readonly #spent = new Set<string>();
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** @returns the tag at the offset of a `<`; `undefined` if there is none */
  read(at: number): Tag | undefined {
    this.#at = at;
    const name = this.#match(TAG_NAME);
    if (name === undefined) return undefined;
    const attributes: Attribute[] = [];
    if (this.#text.charCodeAt(this.#at) !== CLOSER) {
      for (let next = this.#attribute(); next; next = this.#attribute()) attributes.push(next);
    }
    return { name: name.slice(1).toLowerCase(), attributes, end: this.#at };
  }

  #attribute(): Attribute | undefined {
    this.#skipBetween();
    const name = this.#match(ATTRIBUTE_NAME)?.toLowerCase();
    if (name === undefined) return undefined;
    if (this.#match(EQUALS) === undefined) return { name, value: "" };
    const quote = this.#match(OPENING_QUOTE);
    const value = quote === undefined ? (this.#match(BARE_VALUE) ?? "") : this.#until(quote);
    return value === undefined ? undefined : { name, value: decodeHTMLAttribute(value) };
  }

  /** Skips white space, and stray quotes of malformed tags. */
  #skipBetween(): void {
    let code = this.#text.charCodeAt(this.#at);
    while (isBetween(code)) code = this.#text.charCodeAt(++this.#at);
  }

  #until(quote: string): string | undefined {
    if (this.#spent.has(quote)) return undefined;
    const start = this.#at;
    const end = this.#text.indexOf(quote, start);
    if (end < 0) {
      this.#spent.add(quote);
      return undefined;
    }
    this.#at = end + quote.length;
    return this.#text.slice(start, end);
  }

  /** Matches a pattern at the current offset and moves past the match. */
  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text)?.[0];
    if (match !== undefined) this.#at += match.length;
    return match;
  }
}

/** White space, `/`, quotes, `=`, `?` and `\`. */
function isBetween(code: number): boolean {
  if (code <= 0x20) return true;
  return code === 0x2f || code === 0x22 || code === 0x27 || code === 0x3d || code === 0x5c;
}
