/** The entities of HTML 4 and numbers, in place of the package's whole table, which would be a quarter of the page; others stay as written. */

/** From U+00A0 on. */
const LATIN =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";
/** From U+03B1 on; capitals 32 before. */
const GREEK =
  "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau upsilon phi chi psi omega";
const OTHERS =
  "quot \" amp & lt < gt > apos ' OElig Œ oelig œ Scaron Š scaron š Yuml Ÿ circ ˆ tilde ˜ ensp \u2002 emsp \u2003 thinsp \u2009 zwnj \u200c zwj \u200d lrm \u200e rlm \u200f ndash – mdash — lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ dagger † Dagger ‡ bull • hellip … permil ‰ prime ′ Prime ″ lsaquo ‹ rsaquo › euro € trade ™ larr ← uarr ↑ rarr → darr ↓ harr ↔ le ≤ ge ≥ ne ≠ minus − infin ∞ asymp ≈ sim ∼";

const CHARACTERS = new Map([
  ...LATIN.split(" ").map((name, i) => [name, String.fromCharCode(0xa0 + i)] as const),
  ...GREEK.split(" ").flatMap((name, i) => [
    [name, String.fromCharCode(0x3b1 + i)] as const,
    [name[0].toUpperCase() + name.slice(1), String.fromCharCode(0x391 + i)] as const,
  ]),
  ...Array.from(
    OTHERS.matchAll(/(\w+) (\S|[\u2000-\u200f])/g),
    ([, name, character]) => [name, character] as const,
  ),
]);
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z][a-z0-9]{1,7}));?/gi;
const LAST_CHARACTER = 0x10ffff;

/** A text of HTML with characters in place of entities. */
export function decodeHTML(text: string): string {
  return text.replace(ENTITY, (entity, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return CHARACTERS.get(name) ?? entity;
    const code = Number.parseInt(hex ?? decimal ?? "", hex === undefined ? 10 : 16);
    return code > 0 && code <= LAST_CHARACTER ? String.fromCodePoint(code) : entity;
  });
}

/** The same in an attribute, where `&copy=1` is a parameter of a URL. */
export function decodeHTMLAttribute(text: string): string {
  return text.replace(/&[#\w]+(?:;|(?![\w=;]))/g, decodeHTML);
}
