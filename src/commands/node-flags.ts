/** Which node is meant: the flags that name one, by id or by key. */
import { type NamedNode, otherUdiType, readNamedNode } from "../analysis/find/criteria.ts";
import { type Hint, UsageError } from "../errors.ts";
import { type Kind, parseId } from "../operations.ts";
import type { Target } from "../source.ts";
import { type Key, parseKey } from "../tree/key.ts";
import { type Flags, type Values, valued } from "./flag.ts";

/** A key as it was given, and the kind that a UDI tells. */
type NamedKey = { key: Key; kind: Kind | undefined };

export const NODE_FLAGS = {
  id: valued("--id <id>", "the node with this id", readId),
  key: valued("--key <key>", "the node with this key: a GUID or a UDI", readKey),
} satisfies Flags;

/** Why not both. */
export const NODE_CONFLICT = { flags: ["id", "key"], reason: "name two nodes: give one" } as const;

/**
 * @param hintFor what to try where the key is one of the other kind
 * @throws UsageError where it is
 */
export function readTarget(
  kind: Kind,
  { id, key }: Values<typeof NODE_FLAGS>,
  hintFor: (kind: Kind) => Hint,
): Target {
  if (id !== undefined) return { by: "id", id };
  if (key === undefined) return { by: "root" };
  if (key.kind === undefined || key.kind === kind) return { by: "key", key: key.key };
  throw new UsageError(`--key was given a UDI of ${key.kind}`, hintFor(key.kind));
}

export function readId(text: string): number {
  const id = parseId(text);
  if (id !== undefined) return id;
  if (parseKey(text)) throw new UsageError("--id was given a key", { flags: { id: undefined, key: text } });
  throw new UsageError(`--id takes a decimal 32-bit integer such as 1050, not "${text}"`);
}

export function readKey(text: string): NamedKey {
  const named = namedKeyIn(text, "--key");
  if (named) return named;
  if (parseId(text) !== undefined) {
    throw new UsageError("--key was given an id", { flags: { key: undefined, id: text } });
  }
  throw new UsageError(`--key takes a GUID, or a UDI such as umb://document/<32 digits>, not "${text}"`);
}

/**
 * Reads a GUID or a UDI.
 * @returns `undefined` where it is neither
 * @throws UsageError where it is a UDI of something else than nodes
 */
function namedKeyIn(text: string, spelled: string): NamedKey | undefined {
  refuseOtherUdi(text, spelled);
  const named = readNamedNode(text);
  return named?.by === "key" ? { key: named.key, kind: named.kind } : undefined;
}

function refuseOtherUdi(text: string, spelled: string): void {
  const type = otherUdiType(text);
  if (type !== undefined)
    throw new UsageError(`${spelled} takes UDIs of documents and media, not of a ${type}`);
}

/** A node by its id or its key, in whatever form. */
export function readNodeFlag(given: string, spelled: string): NamedNode {
  refuseOtherUdi(given, spelled);
  const named = readNamedNode(given);
  if (named) return named;
  throw new UsageError(`${spelled} takes an id, a GUID or a UDI, not "${given}"`);
}
