/** Reads `expand` and `fields`: `properties[title,author[properties[$all]]]` names properties, and those of the nodes and elements in them. */

/** What is selected at a level. */
export type Selection = {
  /** By alias: the selection below the property; `undefined` if the selection does not name the property. */
  properties: ReadonlyMap<string, Selection | undefined>;
  /** Set if `$all` selects each property, with what is selected below. */
  all?: { below: Selection | undefined };
};

/** A text that is no selection. */
type SelectionFault = { fault: string };

const START = "properties[";
const ALL = "$all";

/** @returns the selection, or what is wrong with the text, as the end of a sentence */
export function parseSelection(text: string): Selection | SelectionFault {
  let at = 0;
  const fault = (expected: string): SelectionFault => {
    const found = at < text.length ? `"${text[at]}"` : "its end";
    return { fault: `has ${found} at character ${at + 1}, where ${expected} is expected` };
  };

  function level(): Selection | SelectionFault {
    if (!text.startsWith(START, at)) return fault(`"${START}"`);
    at += START.length;
    const properties = new Map<string, Selection | undefined>();
    let all: Selection["all"];
    for (;;) {
      const [alias] = /^[^,[\]]*/.exec(text.slice(at)) ?? [""];
      if (alias.trim() === "") return fault("the alias of a property");
      at += alias.length;
      let below: Selection | undefined;
      if (text[at] === "[") {
        at++;
        const nested = level();
        if ("fault" in nested) return nested;
        if (text[at] !== "]") return fault('"]"');
        at++;
        below = nested;
      }
      if (alias.trim() === ALL) all = { below };
      else properties.set(alias.trim(), below);
      const next = text[at];
      if (next === "]") {
        at++;
        return all ? { properties, all } : { properties };
      }
      if (next !== ",") return fault('"," or "]"');
      at++;
    }
  }

  const selection = level();
  if ("fault" in selection || at === text.length) return selection;
  return fault("the end");
}

/** What is selected of a property: its own selection wins over that of `$all`. `undefined` if the property is not selected. */
export function selectedBelow(
  selection: Selection | undefined,
  alias: string,
): { below: Selection | undefined } | undefined {
  if (selection === undefined) return undefined;
  const { properties, all } = selection;
  return properties.has(alias) ? { below: properties.get(alias) } : all;
}
