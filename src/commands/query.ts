/** `content` and `media`: print what one operation answers. */
import { NoSuchNodeError, UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { HIGHEST_LEVEL, type Kind, otherKind, parseId, parseLevel } from "../operations.ts";
import { printAnswer } from "../output/print-answer.ts";
import { type OutputFlags, readOutput } from "../output/style.ts";
import { describeTarget, type Lookup, type Source, type Target } from "../source.ts";
import { parseKey } from "../tree/key.ts";
import { openSource } from "./open-source.ts";
import { readPlace, type WhereFlags } from "./where.ts";

export type QueryFlags = WhereFlags &
  OutputFlags & {
    id?: string;
    key?: string;
    maxLevel?: string;
    depth?: string;
    quiet?: boolean;
  };

/** Umbraco's own names for the kinds, in its identifiers (UDIs). */
const UDI_KINDS: Readonly<Record<string, Kind>> = { document: "content", media: "media" };

/**
 * @throws UsageError for flags that make no sense together; NoSuchNodeError where no node matches; whatever the source throws
 */
export async function query(kind: Kind, flags: QueryFlags, io: Io): Promise<void> {
  const lookup = readLookup(kind, flags);
  const output = readOutput(flags, lookup.target.by === "root" ? "list" : "node", io);
  const source = await openSource(await readPlace(flags, io), flags, io);
  const answer = await source.answer(lookup);
  if (answer === undefined) throw await noSuchNode(source, lookup);
  await printAnswer(answer, output, io.stdout);
}

function readLookup(kind: Kind, flags: QueryFlags): Lookup {
  if (flags.maxLevel !== undefined && flags.depth !== undefined) {
    throw new UsageError("--max-level and --depth say the same thing in two ways: give one");
  }
  return {
    kind,
    target: readTarget(kind, flags),
    maxLevel: flags.maxLevel === undefined ? undefined : readLevel("--max-level", flags.maxLevel),
    depth:
      flags.depth === "all"
        ? HIGHEST_LEVEL
        : flags.depth === undefined
          ? undefined
          : readLevel("--depth", flags.depth),
  };
}

function readLevel(flag: string, text: string): number {
  const level = parseLevel(text);
  if (level !== undefined) return level;
  const alternative = flag === "--depth" ? ', or "all"' : "";
  throw new UsageError(
    `${flag} takes a whole number from 0 to ${HIGHEST_LEVEL}${alternative}, not "${text}"`,
  );
}

/** @throws UsageError where the flags name no node, or none of this kind */
export function readTarget(kind: Kind, { id, key }: Pick<QueryFlags, "id" | "key">): Target {
  if (id !== undefined && key !== undefined) throw new UsageError("--id and --key name two nodes: give one");
  if (id !== undefined) return readId(kind, id);
  if (key !== undefined) return readKey(kind, key);
  return { by: "root" };
}

function readId(kind: Kind, text: string): Target {
  const id = parseId(text);
  if (id !== undefined) return { by: "id", id };
  throw new UsageError(
    parseKey(text)
      ? `--id was given a key: try migrations ${kind} --key ${text}`
      : `--id takes a decimal 32-bit integer such as 1050, not "${text}"`,
  );
}

function readKey(kind: Kind, text: string): Target {
  const udi = /^umb:\/\/([a-z-]+)\/(.*)$/i.exec(text);
  const key = parseKey(udi ? udi[2] : text);
  if (key !== undefined && udi) {
    const udiKind = UDI_KINDS[udi[1].toLowerCase()];
    if (udiKind === undefined)
      throw new UsageError(`--key takes UDIs of documents and media, not of a ${udi[1]}`);
    if (udiKind !== kind)
      throw new UsageError(`--key was given a UDI of ${udiKind}: try migrations ${udiKind} --key ${text}`);
  }
  if (key !== undefined) return { by: "key", key };
  throw new UsageError(
    parseId(text) === undefined
      ? `--key takes a GUID, or a UDI such as umb://document/<32 digits>, not "${text}"`
      : `--key was given an id: try migrations ${kind} --id ${text}`,
  );
}

async function noSuchNode(source: Source, { kind, target }: Lookup): Promise<NoSuchNodeError> {
  const other = otherKind(kind);
  const isOther = (await source.answer({ kind: other, target, maxLevel: 0 })) !== undefined;
  const value = target.by === "root" ? "" : ` --${target.by} ${target.by === "id" ? target.id : target.key}`;
  const hint = isOther ? `; a ${other} node has it: try migrations ${other}${value}` : "";
  return new NoSuchNodeError(`there is no ${describeTarget(kind, target)}${hint}`);
}
