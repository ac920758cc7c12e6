/** A change as the line of NDJSON that tells it. */
import { type NodeText, objectOf } from "../json/node-text.ts";
import type { Kind } from "../operations.ts";
import type { Fields, PropertyChange } from "./compare-nodes.ts";
import type { Change } from "./compare-trees.ts";
import { recordOf } from "./node-record.ts";

/** @returns without a line feed */
export function changeLine(kind: Kind, change: Change): string {
  const { id, key, parentKey, text } = change.node;
  const name = recordOf(text).fields.get("name") ?? "null";
  const head = `{"kind":"${kind}","key":"${key}","id":${id},"name":${name}`;
  if ("verb" in change) {
    const whole = wholeNode(parentKey, text);
    const [before, after] = change.verb === "gone" ? [whole, "{}"] : ["{}", whole];
    return `${head},"changes":["${change.verb}"],"before":${before},"after":${after}}`;
  }
  const { changes, before, after, properties } = change.difference;
  const own = properties.length === 0 ? "" : `,"properties":[${properties.map(propertyText).join(",")}]`;
  return `${head},"changes":${JSON.stringify(changes)},"before":${fieldsText(before)},"after":${fieldsText(after)}${own}}`;
}

function wholeNode(parentKey: string | undefined, text: NodeText<string>): string {
  return `{"parentKey":${JSON.stringify(parentKey ?? null)},${objectOf(text).slice(1)}`;
}

function fieldsText(fields: Fields): string {
  return `{${[...fields].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(",")}}`;
}

function propertyText({ alias, before, after }: PropertyChange): string {
  const was = before === undefined ? "" : `,"before":${before}`;
  const is = after === undefined ? "" : `,"after":${after}`;
  return `{"alias":${JSON.stringify(alias)}${was}${is}}`;
}
