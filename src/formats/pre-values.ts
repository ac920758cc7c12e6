/** The configuration of data types up to Umbraco 7: a list of pre-values. */

export type PreValue = {
  /** The integer that values of choices can have instead of the text. */
  id: string | undefined;
  alias: string | undefined;
  sortOrder: string | undefined;
  value: string;
};

/** The texts of pre-values by their ids. */
export function preValueTexts(preValues: readonly PreValue[]): ReadonlyMap<string, string> {
  return new Map(preValues.flatMap(({ id, value }) => (id ? [[id, value] as const] : [])));
}

/** The pre-values of a data type as the JSON of an object: by alias, or by position if they have none; values that are JSON are parsed. */
export function preValueConfig(preValues: readonly PreValue[]): string {
  return JSON.stringify(
    Object.fromEntries(
      preValues.map(({ alias, sortOrder, value }, index) => [
        alias || (sortOrder ?? String(index)),
        jsonOrText(value),
      ]),
    ),
  );
}

function jsonOrText(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
