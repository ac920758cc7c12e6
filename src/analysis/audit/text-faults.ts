/** Faults in the text of values: what a merge has left, characters that nobody typed, letters that were decoded wrongly. */
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
  /** The first one: as it stands there, or as U+0007. */
  text: string;
  count: number;
};

type FaultPattern = {
  finding: TextFault["finding"];
  /** One of these stands in any text that has the fault. In UTF-8. */
  needles: readonly Buffer[];
  /** Finds it in compact JSON. */
  pattern: RegExp;
};

/** UTF-8 that was read as Windows-1252 or Latin-1, by what its first byte became. Where punctuation stands for the second, a letter follows. */
const BROKEN =
  /Ã(?:[\x80-\xbfƒ€‚„†‡ˆ‰Š‹ŒŽ•˜™š›œžŸ]|[…‘’“”–—](?=\p{L}))|Â[\x80-\xbf]|â(?:€|\x80[\x80-\xbf])|ï(?:»¿|¿½)|\ufffd/gu;
/** Escapes, also those of JSON that lies in a string, and what is written as it is; no tabs and line ends, and no part of the above. */
const CONTROL =
  /(?<!\\)(?:\\\\)*\\[bf]|\\u00(?:0[0-8bcef]|1[0-9a-f]|7f|[89][0-9a-f])|(?<![ÃÂâ][\x80-\x9f]?)[\x7f-\x9f]/g;
/** At the beginning of a text or of a line, which an `n` ends in JSON. */
const CONFLICT = /(?<=^"|[n"])<{7}(?=[ "\\])/g;

/** The first byte of U+0080 to U+00BF, and the second of the first one behind U+009F. */
const C1_LEAD = 0xc2;
const AFTER_C1 = 0xa0;
const SHORT_ESCAPES: Readonly<Record<string, string>> = { b: "0008", f: "000C" };

const FAULT_PATTERNS: readonly FaultPattern[] = [
  { finding: "conflict-marker", needles: bytesOf("<<<<<<<"), pattern: CONFLICT },
  { finding: "control-character", needles: bytesOf("\\u00", "\\b", "\\f", "\x7f"), pattern: CONTROL },
  { finding: "broken-encoding", needles: bytesOf("Ã", "Â", "â", "ï", "\ufffd"), pattern: BROKEN },
];

/** Looks for faults, of which most data has none: only for those that stand anywhere in it. Keeps those that are added, by node. */
export class TextFaults {
  readonly patterns: readonly FaultPattern[];
  readonly #found: { fault: TextFault; where: PropertyUse }[] = [];

  /** @param trees whose values are looked at */
  constructor(trees: readonly Pick<Tree, "blocks" | "columns">[]) {
    const blocks = trees.flatMap(usedBytes).map((bytes) => ({ bytes, isPlain: isAscii(bytes) }));
    this.patterns = FAULT_PATTERNS.filter((look) =>
      blocks.some(({ bytes, isPlain }) => mayHold(bytes, look, isPlain)),
    );
  }

  /** Whether no value has any. */
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

/** Of each block that texts lie in, from the first one to the end of the last: what lies behind them was never written. */
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

/** @param isPlain whether the bytes are all ASCII */
function mayHold(bytes: Buffer, { finding, needles }: FaultPattern, isPlain: boolean): boolean {
  const possible = isPlain ? needles.filter(isAscii) : needles;
  if (possible.some((needle) => bytes.includes(needle))) return true;
  return finding === "control-character" && !isPlain && holdsC1(bytes);
}

/** Whether one of the characters from U+0080 to U+009F stands there. */
function holdsC1(block: Buffer): boolean {
  for (let at = block.indexOf(C1_LEAD); at >= 0; at = block.indexOf(C1_LEAD, at + 1)) {
    if (block[at + 1] < AFTER_C1) return true;
  }
  return false;
}

/** Characters that are not to be seen by their numbers. */
function shownFault(text: string): string {
  const digits = /^\\*u([0-9a-f]{4})$/.exec(text)?.[1] ?? SHORT_ESCAPES[text.replace(/^\\+/, "")];
  if (digits !== undefined) return `U+${digits.toUpperCase()}`;
  return text.replace(
    /[\x7f-\x9f]/g,
    (character) => `U+00${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
