/** Finds faults in the text of values: conflict markers of a merge, control characters, wrongly decoded letters. */
import { isAscii } from "node:buffer";
import type { Tree } from "../../tree/tree.ts";
import {
  type AuditFinding,
  type AuditRow,
  type AuditSection,
  type NodeAt,
  type PropertyUse,
  sortedBy,
} from "./audit-section.ts";

type TextFault = {
  finding: Extract<AuditFinding, "conflict-marker" | "control-character" | "broken-encoding">;
  /** The first occurrence: as written, or as U+0007. */
  text: string;
  count: number;
};

type FaultPattern = {
  finding: TextFault["finding"];
  /** UTF-8 bytes: every text with the fault contains one of these. */
  needles: readonly Buffer[];
  /** Matches the fault in compact JSON. */
  pattern: RegExp;
};

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

/** The first byte of U+0080 to U+00BF in UTF-8, and the second byte of U+00A0. */
const C1_LEAD = 0xc2;
const AFTER_C1 = 0xa0;
const SHORT_ESCAPES: Readonly<Record<string, string>> = { b: "0008", f: "000C" };

const FAULT_PATTERNS: readonly FaultPattern[] = [
  { finding: "conflict-marker", needles: bytesOf("<<<<<<<"), pattern: CONFLICT },
  { finding: "control-character", needles: bytesOf("\\u00", "\\b", "\\f", "\x7f"), pattern: CONTROL },
  { finding: "broken-encoding", needles: bytesOf("Ã", "Â", "â", "ï", "\ufffd"), pattern: BROKEN },
];

/**
 * Collects faults by node. Most data has none, so only patterns whose needles occur anywhere in the data are matched.
 */
export class TextFaults {
  readonly patterns: readonly FaultPattern[];
  readonly #found: { fault: TextFault; where: PropertyUse }[] = [];

  /** @param trees whose values are searched */
  constructor(trees: readonly Pick<Tree, "blocks" | "columns">[]) {
    const blocks = trees.flatMap(usedBytes).map((bytes) => ({ bytes, isPlain: isAscii(bytes) }));
    this.patterns = FAULT_PATTERNS.filter((look) =>
      blocks.some(({ bytes, isPlain }) => mayHold(bytes, look, isPlain)),
    );
  }

  /** Whether no value can have a fault. */
  get areNone(): boolean {
    return this.patterns.length === 0;
  }

  /** @param value compact JSON */
  in(value: string): TextFault[] {
    return this.patterns.flatMap(({ finding, pattern }) => {
      const found = value.match(pattern);
      return found ? [{ finding, text: shownFault(found[0]), count: found.length }] : [];
    });
  }

  /** @param value compact JSON */
  add(value: string, where: PropertyUse): void {
    for (const fault of this.in(value)) this.#found.push({ fault, where });
  }

  section(nodeAt: NodeAt): AuditSection {
    const rows = this.#found.map(
      ({ fault: { finding, text, count }, where: { owner, index, alias } }): AuditRow => ({
        owner,
        cells: [finding, count, alias, text],
        finding,
        node: nodeAt(owner.kind, index),
      }),
    );
    return sortedBy("count", {
      name: "texts",
      title: "Faults in texts",
      columns: { fault: "text", count: "count", property: "text", text: "text" },
      rows,
    });
  }
}

/** Returns the written part of each block; the bytes after the last text are uninitialised. */
function usedBytes({ blocks, columns }: Pick<Tree, "blocks" | "columns">): Buffer[] {
  const from = blocks.map(({ length }) => length);
  const to = blocks.map(() => 0);
  columns.block.forEach((block, index) => {
    from[block] = Math.min(from[block], columns.start[index]);
    to[block] = Math.max(to[block], columns.start[index] + columns.text[index]);
  });
  return blocks.map((bytes, block) => bytes.subarray(from[block], Math.max(from[block], to[block])));
}

function bytesOf(...texts: string[]): Buffer[] {
  return texts.map((text) => Buffer.from(text));
}

/** @param isPlain whether all bytes are ASCII */
function mayHold(bytes: Buffer, { finding, needles }: FaultPattern, isPlain: boolean): boolean {
  const possible = isPlain ? needles.filter(isAscii) : needles;
  if (possible.some((needle) => bytes.includes(needle))) return true;
  return finding === "control-character" && !isPlain && holdsC1(bytes);
}

/** Whether the bytes contain a character from U+0080 to U+009F. */
function holdsC1(block: Buffer): boolean {
  for (let at = block.indexOf(C1_LEAD); at >= 0; at = block.indexOf(C1_LEAD, at + 1)) {
    if (block[at + 1] < AFTER_C1) return true;
  }
  return false;
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
