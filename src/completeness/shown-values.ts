/** Finds numbers, dates and choices of old pages in the texts of new ones, in the forms in which people write them. */
import { entryIn } from "../site/map-entries.ts";
import type { PageValue } from "./page-content.ts";

const DIRECTION_MARKS = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;

/** A text in which values are looked for: Western digits and separators, one kind of spaces, lower case. */
export function plainText(text: string): string {
  return text
    .normalize("NFKC")
    .replace(DIRECTION_MARKS, "")
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll("\u066b", ".")
    .replaceAll("\u066c", ",")
    .replaceAll("\u2212", "-")
    .replace(/\u2019(?=\d{3})/g, "'")
    .replace(/\s+/g, " ")
    .toLowerCase();
}

/** Languages whose separators others share: `1,234.5`, `1.234,5`, `1 234,5`, `1'234.5`, `1,23,456`. */
const NUMBER_LOCALES = ["en", "de", "fr", "de-CH", "en-IN"];
/** A page may show fewer digits than are stored only if these are zeros. */
const DECIMALS = [0, 1, 2, 3];
const DATE_STYLES: readonly Intl.DateTimeFormatOptions[] = [
  { dateStyle: "long" },
  { dateStyle: "medium" },
  { dateStyle: "short" },
  { day: "numeric", month: "long", year: "numeric" },
  { day: "2-digit", month: "short", year: "numeric" },
  { day: "2-digit", month: "long", year: "numeric" },
  { day: "numeric", month: "short", year: "numeric" },
  { day: "numeric", month: "long" },
  { day: "numeric", month: "short" },
];
/** Arabic pages show dates of either calendar, in digits of either kind. */
const ARABIC_LOCALES = ["ar-SA-u-ca-islamic-umalqura", "ar-SA-u-ca-gregory", "ar-EG"];

/** The forms of values. */
export class ValueForms {
  readonly #forms = new Map<string, readonly string[] | undefined>();
  readonly #numbers = new Map<string, Intl.NumberFormat>();
  readonly #dates = new Map<string, Intl.DateTimeFormat>();

  /**
   * The forms of a value in a plain text; `undefined` for what is not looked for: switches, and what is no text.
   * @param language of the page. Default: English
   */
  of({ kind, value }: Pick<PageValue, "kind" | "value">, language = "en"): readonly string[] | undefined {
    const name = `${kind} ${language} ${value}`;
    if (!this.#forms.has(name)) this.#forms.set(name, this.#made(kind, String(value), language));
    return this.#forms.get(name);
  }

  #made(kind: PageValue["kind"], value: string, language: string): readonly string[] | undefined {
    if (kind === "number") return this.#numberForms(value);
    if (kind === "choice") return value.trim() === "" ? undefined : [plainText(value.trim())];
    if (kind !== "date") return undefined;
    const [, day] = /^(\d{4}-\d\d-\d\d)/.exec(value) ?? [];
    if (day !== undefined) return this.#dateForms(day, language);
    const [, time] = /^(\d\d?:\d\d)/.exec(value) ?? [];
    return time === undefined ? undefined : [time];
  }

  #numberForms(value: string): readonly string[] | undefined {
    const number = Number(value);
    if (value.trim() === "" || !Number.isFinite(number)) return undefined;
    const forms = new Set([value, String(number)]);
    for (const locale of NUMBER_LOCALES) {
      for (const useGrouping of [true, false]) {
        for (const digits of DECIMALS) {
          if (Number(number.toFixed(digits)) !== number) continue;
          const format = entryIn(this.#numbers, `${locale} ${useGrouping} ${digits}`, () => {
            const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
            return new Intl.NumberFormat(locale, { useGrouping, ...fraction });
          });
          forms.add(plainText(format.format(number)));
        }
      }
    }
    return [...forms];
  }

  #dateForms(day: string, language: string): readonly string[] {
    const date = new Date(`${day}T00:00:00Z`);
    if (Number.isNaN(date.getTime())) return [day];
    const [year, month, dayOfMonth] = day.split("-");
    const [shortMonth, shortDay] = [String(Number(month)), String(Number(dayOfMonth))];
    const years = [year, year.slice(2)];
    const forms = new Set([
      day,
      `${year}/${month}/${dayOfMonth}`,
      `${year}.${month}.${dayOfMonth}`,
      `${year}${month}${dayOfMonth}`,
    ]);
    for (const each of years) {
      for (const separator of [".", "/", "-"]) {
        forms.add([dayOfMonth, month, each].join(separator));
        forms.add([shortDay, shortMonth, each].join(separator));
      }
      forms.add(`${shortMonth}/${shortDay}/${each}`);
      forms.add(`${month}/${dayOfMonth}/${each}`);
    }
    const locales = ["en", "en-GB", language, ...(/^ar\b/i.test(language) ? ARABIC_LOCALES : [])];
    for (const locale of new Set(locales.filter(isLocale))) {
      DATE_STYLES.forEach((style, at) => {
        const format = entryIn(
          this.#dates,
          `${locale} ${at}`,
          () => new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...style }),
        );
        forms.add(plainText(format.format(date)));
      });
    }
    return [...forms];
  }
}

function isLocale(code: string): boolean {
  try {
    return Intl.getCanonicalLocales(code).length > 0;
  } catch {
    return false;
  }
}

/** Whether a plain text has one of the forms, not as a part of a longer number or word. */
export function showsForm(plain: string, forms: readonly string[]): boolean {
  return forms.some((form) => {
    for (let at = plain.indexOf(form); at >= 0; at = plain.indexOf(form, at + 1)) {
      if (isWhole(plain, at, at + form.length)) return true;
    }
    return false;
  });
}

const DIGIT = /\d/;
const LETTER = /\p{L}/u;

function isWhole(text: string, start: number, end: number): boolean {
  const [before, after] = [text.slice(0, start), text.slice(end, end + 2)];
  const [first, last] = [text[start], text[end - 1]];
  if (DIGIT.test(first) && /\d[.,]?$/.test(before.slice(-2))) return false;
  if (DIGIT.test(last) && /^[.,]?\d/.test(after)) return false;
  return (
    !(LETTER.test(first) && LETTER.test(before.slice(-1))) &&
    !(LETTER.test(last) && LETTER.test(after.slice(0, 1)))
  );
}

/** Values of a property with fewer do not show what is usual. */
const FEWEST = 5;

/** All but one, or 9 of 10: so that what is usual is still usual if one is lost. */
export function isNearlyAll(count: number, all: number): boolean {
  return all - count <= Math.max(1, all / 10);
}

/** Other pages on which a value is looked for, to know how often it is there by chance. */
const OTHER_PAGES = 3;

/** Some of the others of so many pages, different ones for each value. @param value its index on the page */
export function otherPages(page: number, value: number, count: number): number[] {
  const others = Array.from(
    { length: OTHER_PAGES },
    (_, i) => (page * 7 + value * 13 + (i + 1) * 31) % count,
  );
  return others.filter((other) => other !== page);
}

type PropertyCount = { values: number; shown: number; others: number; shownByOthers: number };

/** Which properties pages show, learned from all values: nearly all pages show the property, and others do not show it by chance. */
export class ShownProperties {
  readonly #counts = new Map<string, PropertyCount>();

  /**
   * @param property `TYPE.ALIAS`
   * @param isShown whether the page shows the value
   * @param byOthers whether other pages show it, for each that was looked at
   */
  add(property: string, isShown: boolean, byOthers: readonly boolean[]): void {
    for (const name of [property, aliasOf(property)]) {
      const count = entryIn(this.#counts, name, () => ({ values: 0, shown: 0, others: 0, shownByOthers: 0 }));
      count.values++;
      if (isShown) count.shown++;
      count.others += byOthers.length;
      count.shownByOthers += byOthers.filter(Boolean).length;
    }
  }

  /** Whether a page without a value of this property has lost it. Of a property with few values, all of its alias count. */
  isExpected(property: string): boolean {
    const own = this.#counts.get(property) ?? NO_VALUES;
    const counted = own.values < FEWEST ? (this.#counts.get(aliasOf(property)) ?? NO_VALUES) : own;
    const { values, shown, others, shownByOthers } = counted;
    return values >= FEWEST && isNearlyAll(shown, values) && shownByOthers * 2 <= others;
  }
}

/** `.date` of `event.date`. */
function aliasOf(property: string): string {
  return property.replace(/^.*\./, ".");
}

const NO_VALUES: PropertyCount = { values: 0, shown: 0, others: 0, shownByOthers: 0 };
