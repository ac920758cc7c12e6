/** What changed between two sources, as one page of HTML: the numbers first, then pages and media by kind of change, folded. */
import { CHANGE_KINDS, type ChangeCounts, type ChangeKind } from "../analysis/diff/change-kinds.ts";
import type { SiteDiff } from "../analysis/diff/site-diff.ts";
import { KINDS, type Kind } from "../operations.ts";
import { fieldTitle } from "../site/field-titles.ts";
import { siteNameOf } from "../site/site-name.ts";
import { BETWEEN_NAMES, NodeNames } from "../site/tree/node-names.ts";
import { shortened } from "../text/visible-text.ts";
import { namedSite } from "./compared-sources.ts";
import { changeKindOfField, DICTIONARY, dictionaryRows, plainText } from "./diff-data.ts";
import { htmlReport } from "./html-report.tsx";
import { ComparedSources, FoldingTable, NUMBERS, PageName } from "./report-tables.tsx";

/** How many rows of a list the page has: more are for CSV. */
const MOST_ROWS = 500;
/** A list of so few rows is open at first. */
const FEW_ROWS = 60;
/** How much of a value is shown, from a little before the first difference, in characters. */
const SHOWN_VALUE = 300;
const SHOWN_BEFORE = 60;
/** The parent of a root. */
const ROOT = "(root)";

/** A list of the page. */
type Part = Kind | typeof DICTIONARY;
const PARTS: readonly Part[] = [...KINDS, DICTIONARY];

/** A node with a kind of change, and what differs; the whole node if it was added or removed. */
type Row = {
  kind: Part;
  is: ChangeKind;
  key: string;
  path: string;
  what?: string;
  before: string;
  after: string;
};

/** @param diff without secrets, unless they are kept */
export async function diffHtml(diff: SiteDiff): Promise<string> {
  const name = siteNameOf(diff.new.path, diff.new.trees);
  const rows = [...rowsOf(diff)];
  const { dictionary } = diff;
  const parts: readonly { kind: Part; counts: ChangeCounts; changes: readonly unknown[] }[] = [
    ...diff.kinds,
    ...(dictionary && dictionary.changes.length > 0 ? [{ kind: DICTIONARY, ...dictionary } as const] : []),
  ];
  const total = parts.reduce((sum, { changes }) => sum + changes.length, 0);
  return htmlReport(
    `What changed: ${name}`,
    <main class="audit report">
      <h1>
        What changed: <bdi>{name}</bdi>
      </h1>
      <ComparedSources old={namedSite(diff.old)} other={namedSite(diff.new)} />
      <p class="quiet">
        {diff.values ? "Values are compared by their meaning." : "Values are compared as they are stored."}
      </p>
      {total === 0 ? (
        <p>{diff.isPart ? "No differences of these kinds." : "No differences."}</p>
      ) : (
        <div class="overview">
          <div class="audit-bands">
            {parts.map(({ kind, counts }) => (
              <section key={kind} class="band band-decisions" aria-label={KIND_TITLES[kind]}>
                <h2>{KIND_TITLES[kind]}</h2>
                <ul class="lines">
                  {CHANGE_KINDS.filter((change) => counts[change] > 0).map((change) => (
                    <li key={change}>
                      <a class="line" href={`#${kind}-${change}`}>
                        <b>{NUMBERS.format(counts[change])}</b> <span>{change}</span>
                      </a>
                    </li>
                  ))}
                </ul>
                {CHANGE_KINDS.every((change) => counts[change] === 0) ? (
                  <p class="quiet">No differences.</p>
                ) : null}
              </section>
            ))}
          </div>
        </div>
      )}
      {PARTS.flatMap((kind) =>
        CHANGE_KINDS.map((change) => (
          <Changes
            kind={kind}
            change={change}
            rows={rows.filter((row) => row.kind === kind && row.is === change)}
          />
        )),
      )}
    </main>,
  );
}

function* rowsOf({ kinds, dictionary }: SiteDiff): Generator<Row> {
  for (const { kind, before: was, after: is, changes, describe } of kinds) {
    const names = { before: new NodeNames(was), after: new NodeNames(is) };
    for (const changed of changes) {
      const { key, changeKinds, difference } = describe(changed);
      const path = changed.is < 0 ? names.before.path(changed.was) : names.after.path(changed.is);
      const row = (is: ChangeKind, what?: string, before?: string, after?: string): Row => {
        return { kind, is, key, path, what, before: plainText(before), after: plainText(after) };
      };
      if (!difference) yield row(changeKinds[0]);
      const fields = [...(difference?.before.keys() ?? []), ...(difference?.after.keys() ?? [])];
      for (const field of new Set(fields)) {
        if (field === "parentKey") {
          const above = { before: was.parentAt(changed.was), after: is.parentAt(changed.is) };
          const pathOf = (side: keyof typeof above) =>
            above[side] < 0 ? ROOT : names[side].path(above[side]);
          yield { ...row("moved", "Below"), before: pathOf("before"), after: pathOf("after") };
          continue;
        }
        const [before, after] = [difference?.before.get(field), difference?.after.get(field)];
        yield row(changeKindOfField(field, changeKinds), fieldTitle(field), before, after);
      }
      for (const { alias, before, after, differences } of difference?.properties ?? []) {
        const parts = differences ?? [{ at: "", before, after }];
        for (const { at, ...sides } of parts) {
          yield row("changed", at === "" ? alias : `${alias}, ${at}`, sides.before, sides.after);
        }
      }
    }
  }
  for (const { kind, is, key, path, field, before, after } of dictionaryRows(dictionary)) {
    const isParent = field === "parent";
    const without = isParent ? ROOT : "";
    yield {
      ...{ kind, is, key, path, what: isParent ? "Below" : field },
      ...{ before: before ?? without, after: after ?? without },
    };
  }
}

const KIND_TITLES: Readonly<Record<Part, string>> = {
  content: "Pages",
  media: "Media",
  dictionary: "Dictionary",
};

type ChangesProps = { kind: Part; change: ChangeKind; rows: readonly Row[] };

/** The nodes with a kind of change, each with what differs. */
function Changes({ kind, change, rows }: ChangesProps) {
  if (rows.length === 0) return null;
  const title = `${KIND_TITLES[kind]} ${change}`;
  const hasValues = rows.some(({ what }) => what !== undefined);
  const heads = hasValues ? ["Name", "What", "Before", "Now"] : ["Name"];
  return (
    <section class="audit-section" aria-label={title}>
      <details open={rows.length <= FEW_ROWS}>
        <summary>
          <h2>{title}</h2>{" "}
          <span class="quiet">{NUMBERS.format(new Set(rows.map(({ key }) => key)).size)}</span>
        </summary>
        {/* A link to what is in it opens it. */}
        <div id={`${kind}-${change}`} class="differences">
          <FoldingTable
            label={title}
            heads={heads}
            rows={rows.slice(0, MOST_ROWS).map((row, i) => (
              <tr key={i}>
                <td class="column-text">
                  <PageName path={row.path.split(BETWEEN_NAMES)} />
                </td>
                {hasValues ? <Values row={row} /> : null}
              </tr>
            ))}
          />
          {rows.length > MOST_ROWS ? (
            <p class="quiet">
              The first {NUMBERS.format(MOST_ROWS)} of {NUMBERS.format(rows.length)} rows:{" "}
              <code>--format csv</code> lists all.
            </p>
          ) : null}
        </div>
      </details>
    </section>
  );
}

function Values({ row: { what, before, after } }: { row: Row }) {
  const from = Math.max(0, firstDifference(before, after) - SHOWN_BEFORE);
  return (
    <>
      <td class="column-text" data-title="What">
        <bdi>{what}</bdi>
      </td>
      {(["Before", "Now"] as const).map((title) => {
        const value = title === "Before" ? before : after;
        const text = `${from > 0 ? "…" : ""}${shortened(value.slice(from), SHOWN_VALUE)}`;
        return (
          <td key={title} class="column-text" data-title={title}>
            {value === "" ? <span class="quiet">empty</span> : <bdi>{text}</bdi>}
          </td>
        );
      })}
    </>
  );
}

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}
