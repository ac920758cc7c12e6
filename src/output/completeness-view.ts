/** The completeness report of `diff`: totals and pages with fewer words, pictures, links or elements, or all pages as rows. */
import { Chalk } from "chalk";
import type { Completeness, PageCounts } from "../analysis/diff/completeness.ts";
import type { SiteDiff } from "../analysis/diff/site-diff.ts";
import { NODE_COUNTS } from "../site/node-counts.ts";
import { BETWEEN_NAMES, namesByTree } from "../site/tree/node-names.ts";
import { NONE } from "../text/visible-text.ts";
import { namedSite, sourceJson, sourceLines } from "./compared-sources.ts";
import { pathWithin } from "./name-paths.ts";
import { type Columns, type RowFormat, tableLines, writeReport } from "./rows.ts";
import type { ViewOptions } from "./style.ts";

const DEFAULT_COLUMNS = 120;

/** Yields the lines. */
export function* completenessView(
  diff: SiteDiff,
  { totals, fewer }: Completeness,
  { color, columns = DEFAULT_COLUMNS }: ViewOptions,
): Generator<string> {
  const chalk = new Chalk({ level: color ? 1 : 0 });
  const namesOf = namesByTree();
  yield* sourceLines({ old: namedSite(diff.old), new: namedSite(diff.new) }, columns, chalk);
  yield "";
  const number = (head: string, text: (name: keyof typeof totals.before) => string) => ({
    head,
    text,
    rank: 0,
    isNumber: true,
  });
  const totalsColumns = [
    { head: "all pages", text: (name: string) => name, rank: 0 },
    number("before", (name) => String(totals.before[name])),
    number("after", (name) => String(totals.after[name])),
    number("difference", (name) => signed(totals.after[name] - totals.before[name])),
  ];
  yield* tableLines(["pages", ...NODE_COUNTS] as const, totalsColumns, {
    room: columns,
    kept: 0,
    isSmall: true,
    paintHead: chalk.dim,
  });
  yield "";
  if (fewer.length === 0) {
    yield chalk.bold("no page has fewer");
    return;
  }
  yield chalk.bold(`Pages with fewer words, pictures, links or elements (${fewer.length})`);
  const page = {
    head: "page",
    text: ({ node }: PageCounts) => namesOf(node.tree).path(node.index),
    rank: 1,
    lines: ({ node: { tree, index } }: PageCounts, width: number) => [
      pathWithin(namesOf(tree), index, width).text,
    ],
  };
  const id = {
    ...number("id", () => ""),
    text: ({ node }: PageCounts) => String(node.tree.idAt(node.index)),
  };
  const counts = NODE_COUNTS.map((name) => ({
    head: name,
    text: (row: PageCounts) => changeOf(row, name),
    rank: 0,
    isNumber: true,
    paint: (row: PageCounts) => (row.fewer.includes(name) ? chalk.bold : String),
  }));
  yield* tableLines(fewer, [page, id, ...counts], { room: columns, kept: 1, paintHead: chalk.dim });
}

/** A count before and after; one number if they are equal. */
export function changeOf({ before, after }: PageCounts, name: (typeof NODE_COUNTS)[number]): string {
  if (!after) return `${before?.[name]} → ${NONE}`;
  const [was, is] = [before?.[name] ?? 0, after[name]];
  return was === is ? String(is) : `${was} → ${is}`;
}

/** A difference with its sign. */
export function signed(difference: number): string {
  return difference > 0 ? `+${difference}` : String(difference);
}

/** The columns of a page in json, ndjson and csv. A count that a side lacks is null. */
function pageColumns(): Columns<PageCounts> {
  const namesOf = namesByTree();
  const counts = NODE_COUNTS.flatMap((name) =>
    (["before", "after"] as const).map((side) => [
      `${name}${side === "before" ? "Before" : "After"}`,
      { of: (page: PageCounts) => page[side]?.[name] ?? null },
    ]),
  );
  return {
    id: { of: ({ node }) => node.tree.idAt(node.index) },
    key: { of: ({ node }) => node.tree.keyAt(node.index) },
    type: { of: ({ node }) => node.brief().type },
    breadcrumbs: { of: ({ node }) => namesOf(node.tree).above(node.index), between: BETWEEN_NAMES },
    name: { of: ({ node }) => node.fields().name },
    state: { of: ({ before, after }) => (!before ? "added" : after ? "matched" : "removed") },
    ...Object.fromEntries(counts),
    fewer: { of: ({ fewer }) => fewer },
  };
}

/** Yields all pages as rows; json also has the sites and the totals. */
export function* completenessRows(
  diff: SiteDiff,
  { totals, pages }: Completeness,
  format: RowFormat,
): Generator<string> {
  const head = () => ({ old: sourceJson(diff.old), new: sourceJson(diff.new), totals });
  yield* writeReport({ head, name: "pages", rows: pages, columns: pageColumns() }, format);
}
