/** The first screen of an audit as data: how large the site is, its pages by type, and what becomes of its editors in Umbraco 17. */
import { countIn } from "../../site/map-entries.ts";
import { type UnreadPart, unreadInWords } from "../../site/unread.ts";

/** The site in numbers. Words and URLs are those of the language that is read. */
export type SiteNumbers = {
  pages: number;
  media: number;
  words: number;
  urls: number;
  /** The codes of its languages, if they are known. */
  languages: string[];
  /** The language that is read, if it is known. */
  language?: string;
  /** How many files of media nodes are there; absent if there is no folder of files. */
  files?: number;
  /** How many pages only members see; absent if the data does not say. */
  protectedPages?: number;
  /** How many nodes are left out, since they are not published; absent if the format has published nodes only. */
  unpublished?: number;
  /** What the data has and the program does not read. */
  notRead: UnreadPart[];
};

/** The pages of a type. */
export type TypeNumbers = {
  /** The alias; empty for pages without a type. */
  type: string;
  /** Absent if types are not known. */
  name?: string;
  pages: number;
  words: number;
  images: number;
  elements: number;
};

/** What values hold, whatever the system that will have them. */
const VALUE_GROUPS = [
  "plain text",
  "rich text",
  "blocks",
  "pickers and links",
  "choices, numbers, dates",
  "files",
  "other",
] as const;
export type ValueGroup = (typeof VALUE_GROUPS)[number];

/**
 * What becomes of an editor in Umbraco 17: it stays; another one takes its values; the data names none, so that `usync` guesses
 * one from the values; 17 has nothing like it, or it is not known here: its values are kept as text.
 */
const EDITOR_FATES = ["kept", "converted", "guessed", "unknown"] as const;
type EditorFate = (typeof EDITOR_FATES)[number];

/** The values of an editor, those in elements included. */
export type EditorNumbers = {
  /** Absent for values whose editor the data does not name. */
  editor?: string;
  holds: ValueGroup;
  fate: EditorFate;
  /** The editor of 17 that has the values. Absent if there is none. */
  becomes?: string;
  values: number;
};

/** How many types the first screen has. */
export const SHOWN_TYPES = 10;

/** A number and what it counts: `156` and `pages`. */
type SiteFact = { count: number; text: string };

/** The site as numbers with their nouns, and as sentences about what is not in them. */
export function siteFacts(
  { pages, media, words, urls, files, languages, language, unpublished = 0, notRead }: SiteNumbers,
  inDigits: (count: number) => string = String,
): { facts: SiteFact[]; notes: string[] } {
  const isOne = languages.length > 1 && language !== undefined ? ` in ${language}` : "";
  const fact = (count: number, one: string, suffix = ""): SiteFact => ({
    count,
    text: `${one}${count === 1 ? "" : "s"}${suffix}`,
  });
  return {
    facts: [
      fact(pages, "page"),
      ...[
        fact(media, "media node"),
        fact(files ?? 0, "media file"),
        fact(words, "word", isOne),
        fact(urls, "URL", isOne),
      ].filter(({ count }) => count > 0),
    ],
    notes: [
      ...(media === 0 ? ["The data has no media nodes, so images are not counted."] : []),
      ...(languages.length > 1 ? [`Languages: ${languages.join(", ")}.`] : []),
      ...(unpublished > 0
        ? [`Left out, not published: ${inDigits(unpublished)} ${unpublished === 1 ? "node" : "nodes"}.`]
        : []),
      ...(notRead.length > 0
        ? [`Not read: ${notRead.map((part) => unreadInWords(part, inDigits)).join(", ")}.`]
        : []),
    ],
  };
}

/** The columns of numbers of types: images are nodes of the media tree, and a column in which nothing can be is left out. */
export function typeColumns(
  { media }: SiteNumbers,
  types: readonly TypeNumbers[],
): ("pages" | "words" | "images" | "elements")[] {
  const hasElements = types.some(({ elements }) => elements > 0);
  return [
    "pages",
    "words",
    ...(media > 0 ? ["images" as const] : []),
    ...(hasElements ? ["elements" as const] : []),
  ];
}

/** Values by what they hold, and how many of them have each fate; all of them last. */
export type GroupNumbers = { holds: string; values: number } & Readonly<Record<EditorFate, number>>;

export function groupNumbers(editors: readonly EditorNumbers[]): GroupNumbers[] {
  const sumOf = (all: readonly EditorNumbers[]) => all.reduce((sum, { values }) => sum + values, 0);
  return [...VALUE_GROUPS, undefined].flatMap((group) => {
    const own = editors.filter(({ holds }) => group === undefined || holds === group);
    if (own.length === 0) return [];
    const [kept, converted, guessed, unknown] = EDITOR_FATES.map((fate) =>
      sumOf(own.filter((each) => each.fate === fate)),
    );
    return [{ holds: group ?? "all values", values: sumOf(own), kept, converted, guessed, unknown }];
  });
}

/** The columns of numbers of the groups: a fate that no value has is no column. */
export function groupColumns(editors: readonly EditorNumbers[]): ("values" | EditorFate)[] {
  return ["values", ...EDITOR_FATES.filter((fate) => editors.some((each) => each.fate === fate))];
}

/** How many editors a sentence names. */
const NAMED_EDITORS = 4;
const FATE_WORDS = { converted: "Converted", guessed: "Guessed", unknown: "Unknown" } as const;

/** `Converted: NestedContent → BlockList (34)`: the editors that do not stay, and how many more there are. */
export function fateSentences(
  editors: readonly EditorNumbers[],
  inDigits: (count: number) => string = String,
): { lead: string; text: string; more: number }[] {
  return (["converted", "guessed", "unknown"] as const).flatMap((fate) => {
    const own = new Map<string, number>();
    for (const { editor, becomes, values, fate: each } of editors) {
      if (each !== fate) continue;
      const name = editor === undefined ? "values without an editor" : shortAlias(editor);
      countIn(own, becomes === undefined ? name : `${name} → ${shortAlias(becomes)}`, values);
    }
    if (own.size === 0) return [];
    const named = [...own].slice(0, NAMED_EDITORS).map(([name, values]) => `${name} (${inDigits(values)})`);
    const text =
      fate === "guessed" ? `${named.join("; ")}: usync guesses one from the values` : named.join("; ");
    return [{ lead: FATE_WORDS[fate], text, more: own.size - named.length }];
  });
}

function shortAlias(alias: string): string {
  return alias.replace(/^Umbraco\./, "");
}
