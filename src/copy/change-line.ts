/** The line of a change: in `changes.ndjson` of a copy, and in what `diff` prints. */

import type { Change } from "../analysis/diff/compare-trees.ts";
import type { PropertyChange } from "../analysis/diff/compare-values.ts";
import { type NodeText, nodeJson } from "../json/node-text.ts";
import { type Fields, parseMembers } from "../json/outline.ts";
import type { Kind } from "../operations.ts";

/** @returns the NDJSON line of a change, without a line feed */
export function changeLine(
  kind: Kind,
  { id, key, parentKey, text, changeKinds, difference }: Change,
): string {
  const node = nodeJson(text.toString() as NodeText<string>);
  const name = parseMembers(node).get("name") ?? "null";
  const head = `{"kind":"${kind}","key":"${key}","id":${id},"name":${name},"changes":${JSON.stringify(changeKinds)}`;
  if (difference === undefined) {
    const whole = `{"parentKey":${JSON.stringify(parentKey ?? null)},${node.slice(1)}`;
    const [before, after] = changeKinds[0] === "removed" ? [whole, "{}"] : ["{}", whole];
    return `${head},"before":${before},"after":${after}}`;
  }
  const { before, after, properties } = difference;
  const own = properties.length === 0 ? "" : `,"properties":[${properties.map(propertyText).join(",")}]`;
  return `${head},"before":${textOfFields(before)},"after":${textOfFields(after)}${own}}`;
}

function textOfFields(fields: Fields): string {
  return `{${[...fields].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`;
}

function propertyText({ alias, differences = [], ...values }: PropertyChange): string {
  const parts = differences.map(
    ({ at, how, ...pair }) => `{"at":${JSON.stringify(at)},"how":${JSON.stringify(how)}${pairText(pair)}}`,
  );
  const where = parts.length === 0 ? "" : `,"differences":[${parts.join(",")}]`;
  return `{"alias":${JSON.stringify(alias)}${pairText(values)}${where}}`;
}

function pairText({ before, after }: Pick<PropertyChange, "before" | "after">): string {
  const was = before === undefined ? "" : `,"before":${before}`;
  return after === undefined ? was : `${was},"after":${after}`;
}
