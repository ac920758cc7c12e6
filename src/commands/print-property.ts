/** `content --property` and `media --property`: print one property's value alone. */
import { recordOf, valuesIn } from "../analysis/compact-json.ts";
import { EXIT, NoSuchNodeError } from "../errors.ts";
import type { Io } from "../io.ts";
import { textOfObject } from "../json/node-text.ts";
import { printValue } from "../output/print-value.ts";
import { nearAliases } from "../schema/find-type.ts";
import { describeTarget, type Lookup } from "../source.ts";
import type { Answer } from "../tree/render.ts";

/**
 * @param answer the node
 * @param lookup what it answers
 * @param wanted which property; `isText`: whether a text is printed without its quotes
 * @returns the exit status
 * @throws NoSuchNodeError where the node has no such property
 */
export async function printProperty(
  answer: Answer,
  { kind, target }: Lookup,
  { alias, isText }: { alias: string; isText: boolean },
  { stdout }: Io,
): Promise<number> {
  const node = Buffer.concat(answer instanceof Uint8Array ? [answer] : [...answer]).toString();
  const properties = valuesIn(recordOf(textOfObject(node)).properties);
  const value = properties.get(alias);
  if (value === undefined) {
    const near = nearAliases(alias, [...properties.keys()]);
    const reason = `the ${describeTarget(kind, target)} has no property "${alias}"`;
    if (near.length === 0) throw new NoSuchNodeError(`${reason}: it has ${allOf([...properties.keys()])}`);
    throw new NoSuchNodeError(`${reason}; near it: ${near.join(", ")}`, { flags: { property: near[0] } });
  }
  await printValue(value, { isText, isTerminal: stdout.isTTY === true }, stdout);
  return EXIT.done;
}

function allOf(aliases: readonly string[]): string {
  return aliases.length === 0 ? "none at all" : aliases.join(", ");
}
