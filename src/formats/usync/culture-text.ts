/** Which of a property's values, or of a node's names, counts in the culture that is read. */
import type { Cultures } from "./languages.ts";

/** A text; without a culture it holds for all. Cultures are in lower case. */
export type CultureText = { culture: string | undefined; text: string };

/**
 * FORMATS.md, rule 6: the culture's own text, else the one without a culture. But where texts vary, a single one without a
 * culture is the default language's; and where they do not, one with a culture counts only in the default language.
 * @param varies whether texts vary; `undefined` where that is not known
 */
export function textIn(
  { read, fallback }: Cultures,
  texts: readonly CultureText[],
  varies: boolean | undefined,
): string | undefined {
  const isDefault = read === fallback;
  if (texts.length === 1 && texts[0].culture === undefined) {
    return varies && !isDefault ? undefined : texts[0].text;
  }
  const own = read === undefined ? undefined : texts.find(({ culture }) => culture === read);
  if (own && (varies !== false || isDefault)) return own.text;
  return texts.find(({ culture }) => culture === undefined)?.text;
}
