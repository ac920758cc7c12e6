/** Finds faults in the text of values: conflict markers of a merge, control characters, wrongly decoded letters. */
import {
  type AuditFinding,
  type AuditRow,
  type AuditSection,
  type NodeAt,
  PROPERTY_COLUMN,
  type PropertyUse,
  sortedBy,
  TEXT_COLUMN,
} from "./audit-section.ts";

type TextFault = {
  finding: Extract<AuditFinding, "conflict-marker" | "control-character" | "broken-encoding">;
  /** The first occurrence: as written, or as U+0007. */
  text: string;
  count: number;
};

/** A quick check: matches every text with a fault, and few others. */
const HINT = /[ÃÂâï\ufffd\x7f-\x9f]|\\(?:u00|[bf])|<{7}/;

/**
 * UTF-8 that was decoded as Windows-1252 or Latin-1, by the character its first byte became. If the second is
 * punctuation, a letter must follow.
 */
const BROKEN =
  /Ã(?:[\x80-\xbfƒ€‚„†‡ˆ‰Š‹ŒŽ•˜™š›œžŸ]|[…‘’“”–—](?=\p{L}))|Â[\x80-\xbf]|â(?:€|\x80[\x80-\xbf])|ï(?:»¿|¿½)|\ufffd/gu;
/**
 * Matches escapes, including those of JSON inside strings, and raw characters; not tabs and line ends, and no part of
 * broken encoding.
 */
const CONTROL =
  /(?<!\\)(?:\\\\)*\\[bf]|\\u00(?:0[0-8bcef]|1[0-9a-f]|7f|[89][0-9a-f])|(?<![ÃÂâ][\x80-\x9f]?)[\x7f-\x9f]/g;
/** At the start of the text or of a line: in JSON, a line feed ends in `n`. */
const CONFLICT = /(?<=^"|[n"])<{7}(?=[ "\\])/g;

const SHORT_ESCAPES: Readonly<Record<string, string>> = { b: "0008", f: "000C" };

/** What matches each fault in compact JSON. */
const FAULT_PATTERNS: readonly { finding: TextFault["finding"]; pattern: RegExp }[] = [
  { finding: "conflict-marker", pattern: CONFLICT },
  { finding: "control-character", pattern: CONTROL },
  { finding: "broken-encoding", pattern: BROKEN },
];

/** Finds the faults in a value. @param value compact JSON */
export function textFaultsIn(value: string): TextFault[] {
  if (!HINT.test(value)) return [];
  return FAULT_PATTERNS.flatMap(({ finding, pattern }) => {
    const found = value.match(pattern);
    return found ? [{ finding, text: shownFault(found[0]), count: found.length }] : [];
  });
}

/** Collects faults by property. */
export class TextFaults {
  readonly #found: { fault: TextFault; where: PropertyUse }[] = [];

  /** @param value compact JSON */
  add(value: string, where: PropertyUse): void {
    for (const fault of textFaultsIn(value)) this.#found.push({ fault, where });
  }

  section(nodeAt: NodeAt): AuditSection {
    const rows = this.#found.map(
      ({ fault: { finding, text, count }, where: { owner, index, alias } }): AuditRow => ({
        owner,
        cells: { fault: finding, count, property: alias, text },
        finding,
        node: nodeAt(owner.kind, index),
      }),
    );
    return sortedBy("count", {
      name: "texts",
      title: "Faults in texts",
      label: "damaged texts",
      about: "Texts that an earlier merge or import has damaged.",
      subject: "page",
      columns: {
        fault: { of: "text", hiddenIn: "report" },
        count: { of: "count", title: "Times" },
        property: PROPERTY_COLUMN,
        text: TEXT_COLUMN,
      },
      rows,
    });
  }
}

/** Shows invisible characters as U+0007. */
function shownFault(text: string): string {
  const digits = /^\\*u([0-9a-f]{4})$/.exec(text)?.[1] ?? SHORT_ESCAPES[text.replace(/^\\+/, "")];
  if (digits !== undefined) return `U+${digits.toUpperCase()}`;
  return text.replace(
    /[\x7f-\x9f]/g,
    (character) => `U+00${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
