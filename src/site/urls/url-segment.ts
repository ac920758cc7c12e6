/** Makes the URL segment of a name, as the CMS does. */
import type { UrlAsciiMode, UrlSettings } from "./node-urls.ts";

export type SegmentOptions = {
  ascii: UrlAsciiMode;
  /**
   * Capitals that are replaced before the conversion to ASCII: `all` six in current releases, `two` (Ä and Ö) up to
   * version 8. Default: all.
   */
  capitals?: "all" | "two";
} & Pick<UrlSettings, "replacements" | "keepsReplacements">;

/**
 * Returns the options of a version.
 * @param major the major version of the CMS. Default: a current one
 * @param settings of the site; win over its version
 */
export function segmentOptions(
  major: number | undefined,
  { ascii: siteAscii, replacements, keepsReplacements }: UrlSettings = {},
): SegmentOptions {
  const isOld = major !== undefined && major <= 8;
  const ofVersion = isOld && major < 8 ? "false" : "try";
  const capitals = isOld ? "two" : "all";
  return { ascii: siteAscii ?? ofVersion, capitals, replacements, keepsReplacements };
}

/** The property with which editors override the name in the URL. */
export const URL_NAME = "umbracoUrlName";

/**
 * Returns the text that a segment is made from.
 * @param urlName the value of `umbracoUrlName`, if there is one
 */
export function urlSource(name: string, urlName: string | undefined): string {
  return urlName?.trim() ? urlName : name;
}

/** In UTF-16 code units, as in the CMS. */
const LONGEST_SEGMENT = 240;
const HIGHEST_ASCII = 0x7f;

/** Replacements of single characters; case-sensitive. */
const REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  [" ", "-"],
  ["|", "-"],
  ...Array.from("\"'%.;/\\:#&?<>", (character) => [character, ""] as const),
  ["+", "plus"],
  ["*", "star"],
  ["æ", "ae"],
  ["ø", "oe"],
  ["å", "aa"],
  ["ä", "ae"],
  ["ö", "oe"],
  ["ü", "ue"],
  ["ß", "ss"],
  ["Ä", "ae"],
  ["Ö", "oe"],
]);
const NO_REPLACEMENTS: ReadonlyMap<string, string> = new Map();
const MORE_CAPITALS: ReadonlyMap<string, string> = new Map([
  ["Æ", "ae"],
  ["Ø", "oe"],
  ["Å", "aa"],
  ["Ü", "ue"],
]);

/**
 * @param name from `urlSource`
 * @returns the segment, empty if no character can be part of one
 */
export function urlSegment(name: string, options: SegmentOptions): string {
  const words =
    recoded(withReplacements(name.trim(), options), options.ascii).match(/[\p{L}\p{Nd}_]+/gu) ?? [];
  const segment = Array.from(words.join("-"), lowerCase).join("").slice(0, LONGEST_SEGMENT);
  // Drops half of a surrogate pair.
  return segment.replace(/[\u{d800}-\u{dbff}]$/u, "");
}

/** The site's own replacements come first, one after the other, as in the CMS. */
function withReplacements(
  name: string,
  { capitals = "all", replacements = NO_REPLACEMENTS, keepsReplacements = true }: SegmentOptions,
): string {
  let text = name;
  for (const [from, to] of replacements) text = text.replaceAll(from, () => to);
  if (!keepsReplacements) return text;
  return Array.from(text, (character) => {
    // Characters that the site replaces are not replaced again.
    if (replacements.has(character)) return character;
    const other = capitals === "all" ? MORE_CAPITALS.get(character) : undefined;
    return REPLACEMENTS.get(character) ?? other ?? character;
  }).join("");
}

/** A text in ASCII as the CMS writes it, with `?` for characters that have no form. */
export function asciiText(text: string): string {
  return recoded(text, "true");
}

function recoded(text: string, mode: UrlAsciiMode): string {
  // In this mode, the CMS removes characters outside the basic plane; in `try` it keeps them.
  if (mode === "false") return text.replace(/[\u{10000}-\u{10ffff}]/gu, " ");
  const forms = Array.from(text, asciiForm);
  if (mode === "try" && forms.includes(undefined)) return text;
  return forms.map((form) => form ?? "?").join("");
}

/** Control characters have an empty form. */
function asciiForm(character: string): string | undefined {
  if (/\p{Cc}/u.test(character)) return "";
  const code = character.codePointAt(0) ?? 0;
  return code <= HIGHEST_ASCII ? character : ASCII_FORMS.get(code);
}

/** Like .NET's invariant culture: a letter becomes one letter, or stays. */
function lowerCase(letter: string): string {
  const lower = letter.toLowerCase();
  return lower.length === letter.length ? lower : letter;
}

/** A run of characters per line: the first code point, then the form of each, which may be empty; `␣` is a space. */
const RUNS = String.raw`
80·································␣
ab·"
b2·2·3
b9·1
bb·"
c0·A·A·A·A·A·A·AE·C·E·E·E·E·I·I·I·I·D·N·O·O·O·O·O
d8·O·U·U·U·U·Y·TH·ss·a·a·a·a·a·a·ae·c·e·e·e·e·i·i·i·i·d·n·o·o·o·o·o
f8·o·u·u·u·u·y·th·y·A·a·A·a·A·a·C·c·C·c·C·c·C·c·D·d·D·d·E·e·E·e·E·e·E·e·E·e·G·g·G·g·G·g·G·g·H·h·H·h·I·i·I·i
12c·I·i·I·i·I·i·IJ·ij·J·j·K·k·q·L·l·L·l·L·l·L·l·L·l·N·n·N·n·N·n·n·N·n·O·o·O·o·O·o·OE·oe·R·r·R·r·R·r·S·s·S·s
15e·S·s·S·s·T·t·T·t·T·t·U·u·U·u·U·u·U·u·U·u·U·u·W·w·Y·y·Y·Z·z·Z·z·Z·z·s·b·B·B·b
186·O·C·c·D·D·D·d
18e·E·A·E·F·f·G
195·hv·I·I·K·k·l
19c·M·N·n·O·O·o
1a4·P·p
1ab·t·T·t·T·U·u
1b2·V·Y·y·Z·z
1bf·w
1c4·DZ·Dz·dz·LJ·Lj·lj·NJ·Nj·nj·A·a·I·i·O·o·U·u·U·u·U·u·U·u·U·u·e·A·a·A·a·AE·ae·G·G·G·G·K·k·O·o·O·o
1f0·j·DZ·Dz·dz·G·g·HV·W·N·n·A·a·AE·ae·O·o·A·a·A·a·E·e·E·e·I·i·I·i·O·o·O·o·R·r·R·r·U·u·U·u·S·s·T·t·Z·z·H·h·N
221·d·OU·ou·Z·z·A·a·E·e·O·o·O·o·O·o·O·o·Y·y·l·n·t·j·db·qp·A·C·c·L·T·s·z
243·B·U·V·E·e·J·j·Q·q·R·r·Y·y·a
253·b·o·c·d·d·e·a·a·e·e·e·e·j·g·g·G
265·h·h
268·i
26a·I·l·l·l
26f·m·m·m·n·n·N·o·OE
27c·r·r·r·r·R·R·s
284·j
287·t·t·u
28b·v·v·w·y·Y·z·z
297·C
299·B·e·G·H·j·k·L·q
2a3·dz
2a5·dz·ts
2a8·tc
2aa·ls·lz
2ae·h·h
401·E
410·A·B·V·G·D·E·Zh·Z·I·I·K·L·M·N·O·P·R·S·T·U·F·Kh·F·Ch·Sh·Sh·"·Y·'·E·Yu·Ya·a·b·v·g·d·e·zh·z·i·i·k·l·m·n·o·p
440·r·s·t·u·f·kh·f·ch·sh·sh·"·y·'·e·yu·ya
451·e
1680·␣
1d00·A·AE·ae·B·C·D·D·E·e·i·J·K·L·M·N·O·O
1d14·oe·OU·o·o·P·R·R·T·U
1d20·V·W·Z
1d62·i·r·u·v
1d6b·ue·b·d·f·m·n·p·r·r·s·t·z·g
1d79·g·th·I·i·p·U
1d80·b·d·f·g·k·l·m·n·p·r·s
1d8c·v·x·z·a
1d91·d·e·e·e·a·i·o
1d99·u
1e00·A·a·B·b·B·b·B·b·C·c·D·d·D·d·D·d·D·d·D·d·E·e·E·e·E·e·E·e·E·e·F·f·G·g·H·h·H·h·H·h·H·h·H·h·I·i·I·i·K·k·K·k
1e34·K·k·L·l·L·l·L·l·L·l·M·m·M·m·M·m·N·n·N·n·N·n·N·n·O·o·O·o·O·o·O·o·P·p·P·p·R·r·R·r·R·r·R·r·S·s·S·s·S·s·S·s
1e68·S·s·T·t·T·t·T·t·T·t·U·u·U·u·U·u·U·u·U·u·V·v·V·v·W·w·W·w·W·w·W·w·W·w·X·x·X·x·Y·y·Z·z·Z·z·Z·z·h·t·w·y·a·f
1e9c·s·s·SS
1ea0·A·a·A·a·A·a·A·a·A·a·A·a·A·a·A·a·A·a·A·a·A·a·A·a·E·e·E·e·E·e·E·e·E·e·E·e·E·e·E·e·I·i·I·i·O·o·O·o·O·o·O·o
1ed4·O·o·O·o·O·o·O·o·O·o·O·o·O·o·O·o·U·u·U·u·U·u·U·u·U·u·U·u·U·u·Y·y·Y·y·Y·y·Y·y·LL·ll·V
1efe·Y·y
2000·␣·␣·␣·␣·␣·␣·␣·␣·␣·␣·␣
2010·-·-·-·-·-
2018·'·'·'·'·"·"·"
2028·␣·␣
202f·␣
2032·'·"
2035·'·"
2038·^·'·'
203c·!!
2044·/·[·]·??·?!·!?
204e·*·;
2052·%·~
205f·␣
2070·0·i
2074·4·5·6·7·8·9·+·-·=·(·)·n·0·1·2·3·4·5·6·7·8·9·+·-·=·(·)
2090·a·e·o·x·a
2184·c
2460·1·2·3·4·5·6·7·8·9·10·11·12·13·14·15·16·17·18·19·20·(1)·(2)·(3)·(4)·(5)·(6)·(7)·(8)·(9)·(10)·(11)·(12)
2480·(13)·(14)·(15)·(16)·(17)·(18)·(19)·(20)·1.·2.·3.·4.·5.·6.·7.·8.·9.·10.·11.·12.·13.·14.·15.·16.·17.·18.
249a·19.·20.·(a)·(b)·(c)·(d)·(e)·(f)·(g)·(h)·(i)·(j)·(k)·(l)·(m)·(n)·(o)·(p)·(q)·(r)·(s)·(t)·(u)·(v)·(w)·(x)
24b4·(y)·(z)·A·B·C·D·E·F·G·H·I·J·K·L·M·N·O·P·Q·R·S·T·U·V·W·X·Y·Z·a·b·c·d·e·f·g·h·i·j·k·l·m·n·o·p·q·r·s·t·u·v
24e6·w·x·y·z·0·11·12·13·14·15·16·17·18·19·20·1·2·3·4·5·6·7·8·9·10·0
275b·'·'·"·"
2768·(·)·(·)·<·>·"·"·<·>·[·]·{·}·1·2·3·4·5·6·7·8·9·10·1·2·3·4·5·6·7·8·9·10·1·2·3·4·5·6·7·8·9·10
2c60·L·l·L·P·R·a·t·H·h·K·k·Z·z
2c6e·M·a
2c71·v·W·w·v·H·h
2c78·e
2c7a·o·E·j
2e28·((·))
3000·␣
a728·TZ·tz
a730·F·S·AA·aa·AO·ao·AU·au·AV·av·AV·av·AY·ay·c·c·K·k·K·k·K·k·L·l·L·l·O·o·O·o·OO·oo·P·p·P·p·P·p·Q·q·Q·q·R·r
a75e·V·v·VY·vy·Z·z
a766·TH·th·V
a779·D·d·F·f·G·G·g·L·l·R·r·s·S·T
a7fb·F·p·M·I·M
fb00·ff·fi·fl·ffi·ffl
fb06·st
ff01·!·"·#·$·%·&·'·(·)·*·+·,·-·.·/·0·1·2·3·4·5·6·7·8·9·:·;·<·=·>·?·@·A·B·C·D·E·F·G·H·I·J·K·L·M·N·O·P·Q·R·S·T
ff35·U·V·W·X·Y·Z·[·\\·]·^·_
ff41·a·b·c·d·e·f·g·h·i·j·k·l·m·n·o·p·q·r·s·t·u·v·w·x·y·z·{
ff5d·}·~
`;

/** By code point. Characters without an entry have no ASCII form. */
const ASCII_FORMS: ReadonlyMap<number, string> = new Map(
  RUNS.trim()
    .split("\n")
    .flatMap((run) => {
      const [first, ...forms] = run.split("·");
      const start = Number.parseInt(first, 16);
      return forms.map((form, index) => [start + index, form.replace("␣", " ")] as const);
    }),
);
