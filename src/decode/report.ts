/** The lines of a report: what could not be decoded or resolved. */
import type { Kind } from "../operations.ts";
import type { Key } from "../site/tree/key.ts";
import type { DecodingReport, Problem } from "./decoding.ts";

/** A line of `report.ndjson`. */
export type ReportLine = {
  kind: Kind;
  /** The key of the node. */
  id: Key;
  /** The language of the value; `null` if the value is the same in all languages, or its language is not known. */
  language: string | null;
  property: string;
  /** A JSON pointer into the stored value. */
  pointer: string;
  problem: Problem;
  text: string;
};

export function reportLine(
  { problem, property, pointer, text }: DecodingReport,
  language: string | undefined,
): ReportLine {
  const { kind, node, alias } = property;
  return { kind, id: node, language: language ?? null, property: alias, pointer, problem, text };
}
