/** The lines of a report: what could not be decoded or resolved. */
import type { Kind } from "../operations.ts";
import type { Key } from "../site/tree/key.ts";
import type { DecodingProblem, DecodingReport } from "./decoding.ts";

/** A line of `report.ndjson`. */
export type ReportLine = {
  /** `null` if it concerns no node. */
  kind: Kind | null;
  /** The key of the node; `null` if it concerns no node, or a node that was not read. */
  id: Key | null;
  /** The language of the value; `null` if the property does not vary, or the language is not known. */
  language: string | null;
  /** `null` if it concerns the node itself. */
  property: string | null;
  /** A JSON pointer into the stored value. */
  pointer: string;
  problem: DecodingProblem;
  text: string;
};

export function reportLine(
  { problem, property, pointer, text }: DecodingReport,
  language: string | undefined,
): ReportLine {
  const { kind, node, alias } = property;
  return { kind, id: node, language: language ?? null, property: alias, pointer, problem, text };
}
