/** Finds values of old pages in the texts of an import that has no column for them. */
import type { FinishedImport, ImportRow } from "./import-listing.ts";
import type { SitePage } from "./old-pages.ts";
import type { PageContent, PageValue } from "./page-content.ts";
import { otherPages, plainText, ShownProperties, showsForm, ValueForms } from "./shown-values.ts";

/** A page with its rows, which have texts. */
type TextPage = { page: SitePage; content: PageContent; rows: readonly ImportRow[] };

export class TextValues {
  readonly #forms = new ValueForms();
  readonly #shown = new ShownProperties();

  /** Learns from all pages which properties they show. @param isKnown whether rows have a column for a property */
  constructor(pages: Iterable<TextPage>, isKnown: (type: string, alias: string) => boolean) {
    const texts: string[] = [];
    const values: { at: number; property: string; forms: readonly string[] }[] = [];
    for (const { page, content, rows } of pages) {
      const at = texts.push(plainOf(rows)) - 1;
      for (const value of content.values) {
        const { type, alias } = content.fields[value.field];
        const forms = isKnown(type, alias) ? undefined : this.#forms.of(value, page.language);
        if (forms !== undefined) values.push({ at, property: `${type}.${alias}`, forms });
      }
    }
    values.forEach(({ at, property, forms }, i) => {
      const byOthers = otherPages(at, i, texts.length).map((other) => showsForm(texts[other], forms));
      this.#shown.add(property, showsForm(texts[at], forms), byOthers);
    });
  }

  /** Whether the rows of a page show a value; `undefined` if pages do not show this property. @param property `TYPE.ALIAS` */
  isShown(
    { language }: SitePage,
    rows: readonly ImportRow[],
    value: PageValue,
    property: string,
  ): boolean | undefined {
    const forms = this.#shown.isExpected(property) ? this.#forms.of(value, language) : undefined;
    return forms && showsForm(plainOf(rows), forms);
  }
}

function plainOf(rows: readonly ImportRow[]): string {
  return plainText(rows.map(({ text = "" }) => text).join("\n"));
}

/** Whether an import has texts, and not all values besides. */
export function hasTextsAlone({ known, aliases }: FinishedImport): boolean {
  return known.has("text") && aliases !== "all";
}
