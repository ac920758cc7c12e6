/** Reads a list of nodes as `find` prints it, or as somebody has written it: a key a line. */
import type { SeedName } from "../analysis/slice/choose-seeds.ts";
import { UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { KINDS } from "../operations.ts";
import { readNodeFlag } from "./node-flags.ts";
import { readInput } from "./read-input.ts";

/**
 * @param path `-` is standard input
 * @returns the nodes; none where the list is empty
 * @throws UsageError where it cannot be read, or is no such list
 */
export async function readKeyList(path: string, io: Io): Promise<SeedName[]> {
  const text = (await readInput(path, io, `--keys-from ${path} cannot be read`)).trim();
  const said = `--keys-from ${path}`;
  if (text.startsWith("[")) {
    const list = parsed(text, said);
    if (!Array.isArray(list)) throw new UsageError(`${said} is no array of nodes`);
    return list.map((item, i) => seedOf(item, `${said}, item ${i + 1}`));
  }
  return text.split("\n").flatMap((raw, i) => {
    const line = raw.trim();
    if (line === "") return [];
    const where = `${said}, line ${i + 1}`;
    return seedOf(line.startsWith("{") ? parsed(line, where) : line, where);
  });
}

function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${where}: it is no JSON: ${(error as Error).message}`);
  }
}

/** An object names its node by `key`, or by `id` where it has no key, and tells the tree by `kind`. */
function seedOf(item: unknown, where: string): SeedName {
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
  throw new UsageError(`${where} names no node: it has no key`);
}

function named(text: string, where: string): SeedName {
  return { named: readNodeFlag(text, `${where},`), said: `--keys-from ${text}` };
}
