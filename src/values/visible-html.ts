/** What a reader sees of HTML: its text without tags, entities decoded, white space spaceFolded. */
import { TagReader } from "./tag-reader.ts";

/** Tags that break a line, or stand for something between two words. */
const BREAKING =
  /^(?:address|article|aside|blockquote|br|caption|dd|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|img|li|main|nav|ol|p|pre|section|table|tbody|td|tfoot|th|thead|tr|ul|umb-rte-block)$/;
/** What stands in these is no text. */
const SILENT = /<!--.*?(?:-->|$)|<(script|style)\b.*?<\/\1\s*>/gis;
const CLOSING_TAG = /<\/([a-z][\w:-]*)[^>]*>/iy;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,31}));/gi;
const HIGHEST_CODE_POINT = 0x10ffff;

/** The names of HTML 4 for the characters from 160 to 255, in their order. */
const LATIN =
  `nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute
  micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave
  Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml
  Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth
  ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml`.split(
    /\s+/,
  );
const FIRST_LATIN = 160;
/** Others that editors write. */
const OTHERS: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  ndash: "–",
  mdash: "—",
  lsquo: "‘",
  rsquo: "’",
  sbquo: "‚",
  ldquo: "“",
  rdquo: "”",
  bdquo: "„",
  hellip: "…",
  bull: "•",
  euro: "€",
  trade: "™",
  lsaquo: "‹",
  rsaquo: "›",
  dagger: "†",
  OElig: "Œ",
  oelig: "œ",
  Scaron: "Š",
  scaron: "š",
  ensp: " ",
  emsp: " ",
  thinsp: " ",
  zwnj: "",
  zwj: "",
  larr: "←",
  rarr: "→",
  minus: "−",
};

const NAMED: ReadonlyMap<string, string> = new Map([
  ...LATIN.map((name, i): [string, string] => [name, String.fromCharCode(FIRST_LATIN + i)]),
  ...Object.entries(OTHERS),
]);

/** The text, in NFC. */
export function visibleHtml(html: string): string {
  const text = html.replace(SILENT, " ");
  const tags = new TagReader(text);
  let seen = "";
  let at = 0;
  for (let open = text.indexOf("<"); open >= 0; open = text.indexOf("<", at)) {
    seen += text.slice(at, open);
    const { name, end } = closingTag(text, open) ?? openingTag(tags, text, open);
    if (name === undefined) seen += "<";
    else if (BREAKING.test(name)) seen += " ";
    at = end;
  }
  return spaceFolded(decodedEntities(seen + text.slice(at)));
}

/** A text without tags, in NFC, white space spaceFolded. */
export function spaceFolded(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\s\u00ad\u200b\ufeff]+/g, " ")
    .trim();
}

function closingTag(text: string, at: number): { name: string; end: number } | undefined {
  CLOSING_TAG.lastIndex = at;
  const match = CLOSING_TAG.exec(text);
  return match ? { name: match[1].toLowerCase(), end: at + match[0].length } : undefined;
}

/** A tag ends behind its bracket; what is none is a character. */
function openingTag(tags: TagReader, text: string, at: number): { name: string | undefined; end: number } {
  const tag = tags.read(at);
  if (tag === undefined) return { name: undefined, end: at + 1 };
  const end = text.indexOf(">", tag.end);
  return { name: tag.name, end: end < 0 ? text.length : end + 1 };
}

function decodedEntities(text: string): string {
  return text.replace(ENTITY, (entity, decimal, hex, name) => {
    if (name !== undefined) return NAMED.get(name) ?? entity;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= HIGHEST_CODE_POINT ? String.fromCodePoint(code) : entity;
  });
}
