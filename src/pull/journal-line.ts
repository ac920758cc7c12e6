/** One line of a journal: how it is laid out, and whether one that was read back is sound. */
import { isUtf8 } from "node:buffer";

/** Where in the journal the object lies whose text a node has. */
export type TextSpan = { offset: number; length: number };

/** A line that was read back: its members, and where the text of its node lies if it has one. */
export type ReplayedLine = { members: Record<string, unknown>; text: TextSpan | undefined };

/** What stands before a node's text. Inside strings its quotes would be escaped, so it is found without parsing. */
export const NODE = ',"node":';
/** What ends a line. */
export const LINE_END = "}\n";

/** A longer text is not parsed to see whether it is sound: made of small objects, it takes forty times its size. */
const PARSED_BYTES = 1024 * 1024;

/**
 * @param bytes the line without its line feed
 * @param offset where it lies in the journal
 * @returns `undefined` where it is no sound line
 */
export function parseLine(bytes: Buffer, offset: number): ReplayedLine | undefined {
  const at = bytes.indexOf(NODE);
  const members = parseObject(at < 0 ? bytes.toString("utf8") : `${bytes.toString("utf8", 0, at)}}`);
  if (members === undefined || at < 0) return members && { members, text: undefined };
  const start = at + NODE.length;
  const end = bytes.length - (LINE_END.length - 1);
  if (end < start || bytes.toString("latin1", end) !== LINE_END.slice(0, -1)) return undefined;
  const isSound =
    end - start > PARSED_BYTES
      ? isUtf8(bytes) && !bytes.includes(0)
      : parseObject(bytes.toString("utf8", start, end)) !== undefined;
  return isSound ? { members, text: { offset: offset + start, length: end - start } } : undefined;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
