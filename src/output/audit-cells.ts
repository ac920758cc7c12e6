/** The rows of an audit as texts: a column each for what they say, what they say it of, and a node to look at. */
import type { AuditColumn, AuditRow, AuditSection, TypeOwner } from "../analysis/audit/audit-section.ts";

/** A column as people see it. */
export type ShownColumn = {
  head: string;
  of: AuditColumn;
  text: (row: AuditRow) => string;
  /** What it is sorted by. Default: its text. */
  number?: ((row: AuditRow) => number) | undefined;
  /** Of those that can be done without, the one that gives way first has the highest. Default: it cannot. */
  extra?: number | undefined;
};

/** Stands where there is nothing. */
const NONE = "–";
const HUNDREDTH = 0.01;

/** The columns of a section that tell something, in the order in which they stand beside each other. */
export function shownColumns({ columns, rows, extras = [] }: AuditSection): ShownColumn[] {
  const cells = Object.entries(columns).map(([head, of], i): ShownColumn => {
    const text = (row: AuditRow) => cellText(row.cells[i], of);
    const number = of === "text" ? undefined : (row: AuditRow) => Number(row.cells[i] ?? 0);
    return { head, of, text, number, extra: extras.includes(head) ? extras.indexOf(head) : undefined };
  });
  const [first, ...others] = cells;
  const on: ShownColumn = { head: "on", of: "text", text: ({ owner }) => ownerText(owner) };
  const id: ShownColumn = {
    head: "id",
    of: "count",
    text: ({ node }) => (node ? String(node.id) : NONE),
    number: ({ node }) => node?.id ?? 0,
  };
  const key: ShownColumn = {
    head: "key",
    of: "text",
    text: ({ node }) => node?.key ?? NONE,
    extra: extras.length,
  };
  return [first, on, ...others, id, key].filter(({ text }) => rows.some((row) => text(row) !== NONE));
}

/** `article`, `element quote`, `media Image`. */
function ownerText(owner: TypeOwner | undefined): string {
  if (owner === undefined) return NONE;
  const words = [owner.kind === "content" ? "" : owner.kind, owner.of === "node" ? "" : owner.of, owner.type];
  return words.filter((word) => word !== "").join(" ") || NONE;
}

function cellText(cell: AuditRow["cells"][number], of: AuditColumn): string {
  if (cell === undefined) return NONE;
  if (of !== "share") return String(cell);
  const share = Number(cell);
  if (share > 0 && share < HUNDREDTH) return "< 1 %";
  return `${share < 1 ? Math.min(Math.round(share * 100), 99) : 100} %`;
}
