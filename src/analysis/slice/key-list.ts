/** Reads a list of nodes, such as `find` prints: JSON, NDJSON, or a key or an id a line. */

import { UsageError } from "../../errors.ts";
import { KINDS } from "../../operations.ts";
import type { NodeSelector } from "../find/criteria.ts";
import type { NamedSeed } from "./choose-seeds.ts";

/** Reads an id or a key; `where` is the item's position, for its UsageError. */
type ReadNode = (text: string, where: string) => NodeSelector;

/**
 * @param label what messages call the list
 * @returns the nodes, none for an empty list
 * @throws UsageError for anything that is not a node
 */
export function seedsInList(list: string, label: string, readNode: ReadNode): NamedSeed[] {
  const text = list.trim();
  const named = (given: string, where: string): NamedSeed => ({
    named: readNode(given, `${where},`),
    label: `--keys-from ${given}`,
  });
  /** An object selects its node by `key`, or by `id` if it has no key, in the tree of `kind`. */
  const seedOf = (item: unknown, where: string): NamedSeed => {
    if (typeof item === "string" || typeof item === "number") return named(String(item), where);
    if (typeof item === "object" && item !== null) {
      const { key, id, kind: given }: { key?: unknown; id?: unknown; kind?: unknown } = item;
      const kind = KINDS.find((each) => each === given);
      const name = key ?? id;
      if (typeof name === "string" || typeof name === "number") {
        const seed = named(String(name), where);
        return { ...seed, named: { ...seed.named, ...(kind && { kind }) } };
      }
    }
    throw new UsageError(`${where} has no key`);
  };
  if (text.startsWith("[")) {
    const items = parsed(text, label);
    if (!Array.isArray(items)) throw new UsageError(`${label} is not an array of nodes`);
    return items.map((item, i) => seedOf(item, `${label}, item ${i + 1}`));
  }
  return text.split("\n").flatMap((raw, i) => {
    const line = raw.trim();
    if (line === "") return [];
    const where = `${label}, line ${i + 1}`;
    return seedOf(line.startsWith("{") ? parsed(line, where) : line, where);
  });
}

function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${where} is not valid JSON: ${(error as Error).message}`);
  }
}
