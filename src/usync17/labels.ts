/** Labels of blocks and of columns of lists, which versions up to 13 write for AngularJS; and the column that orders a list. */
import { textIn } from "../decode/configuration.ts";
import { isMembers } from "../json/shape.ts";

const EXPRESSION = /\{\{(.*?)\}\}/gs;
const ALIAS = /^[a-z_]\w*$/i;
const SETTING = /^\$settings\.[a-z_]\w*$/i;

/** Returns a label in the Markdown of 17; `undefined` if one of its expressions has no form there. */
export function labelIn17(label: string): string | undefined {
  const parts = Array.from(label.matchAll(EXPRESSION), ([, expression]) => expressionIn17(expression));
  if (parts.includes(undefined)) return undefined;
  const written = label.replace(EXPRESSION, () => parts.shift() ?? "");
  return written.includes("{{") ? undefined : written;
}

function expressionIn17(expression: string): string | undefined {
  const [name, ...filters] = expression.split("|").map((part) => part.trim());
  if (SETTING.test(name)) return filters.length === 0 ? `\${${name}}` : undefined;
  if (!ALIAS.test(name)) return undefined;
  if (filters.join() === "ncNodeName") return `{umbContentName: ${name}}`;
  const in17 = filters.map(filterIn17);
  return in17.includes(undefined) ? undefined : `{umbValue: ${[name, ...in17].join(" | ")}}`;
}

function filterIn17(filter: string): string | undefined {
  if (filter === "ncRichText") return "stripHtml";
  const [, length] = /^(?:truncate\s*:\s*(?:true|false)|limitTo)\s*:\s*(\d+)$/.exec(filter) ?? [];
  return length && `truncate:${length}`;
}

/** Columns of the system by their names in old versions, in lower case. */
const COLUMNS: Readonly<Record<string, string>> = { versiondate: "updateDate", owner: "creator" };

/**
 * Changes a configuration of 17 so that its labels are of 17, and a list is ordered by one of its columns: otherwise 17 shows
 * expressions as they are, and an error instead of the list.
 * @returns what is left out, each a clause
 */
export function settleLabels({
  editor,
  config,
}: {
  editor: string;
  config: Record<string, unknown>;
}): string[] {
  const lost: string[] = [];
  const settled = (list: unknown, member: string, words: string) =>
    (Array.isArray(list) ? list : []).map((owner: unknown) => {
      const { [member]: label, ...others } = isMembers(owner) ? owner : {};
      if (typeof label !== "string") return owner;
      const in17 = labelIn17(label);
      if (in17 === undefined)
        lost.push(`${words} ${JSON.stringify(label)} has no form in 17, and is left out`);
      return in17 === undefined ? others : { ...(owner as object), [member]: in17 };
    });
  if (config.blocks) config.blocks = settled(config.blocks, "label", "the label of a block");
  // A list without columns of its own has the columns that 17 chooses.
  if (editor !== "Umbraco.ListView" || !config.includeProperties) return lost;
  const columns = settled(config.includeProperties, "nameTemplate", "the template of a column").filter(
    isMembers,
  );
  config.includeProperties = columns;
  const names = columns.flatMap((column) => textIn(column, "alias") ?? []);
  const stored = textIn(config, "orderBy");
  const wanted = (COLUMNS[stored?.toLowerCase() ?? ""] ?? stored ?? "updateDate").toLowerCase();
  const found = [...names, "name"].find((name) => name.toLowerCase() === wanted);
  config.orderBy = found ?? names[0] ?? "name";
  if (found === undefined && stored !== undefined)
    lost.push(`the list is ordered by ${config.orderBy}, since it has no column ${stored}`);
  return lost;
}
