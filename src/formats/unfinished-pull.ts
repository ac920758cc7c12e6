/** Tells of a pull into a directory that has not come to its end: what it was of, and the command that goes on with it. */
import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { KINDS } from "../operations.ts";
import { shellQuoted } from "../shell-quoted.ts";
import { visible } from "../visible-text.ts";
import { MANIFEST_NAME } from "./manifest.ts";

/** The folder of a data directory in which a pull gathers what it gets. */
export const WORKPLACE = ".pull";

/** In it, from when a copy begins to be set aside until the one that replaces it is in its place. */
export const REPLACING_MARK = "replacing";

/** The first line of a journal is shorter. */
const HEAD_BYTES = 16 * 1024;

type Scope = { source: string; kind: string; target: { by: string; id?: unknown; key?: unknown } };
/** What stands in a journal's first line. */
type Begun = { scope: Scope; args: readonly string[] };

/** @returns in words that begin with a verb; `undefined` where there is no such pull */
export function unfinishedPull(directory: string): string | undefined {
  const begun = KINDS.flatMap((kind) => begunIn(join(directory, WORKPLACE, `${kind}.journal`)) ?? []);
  if (begun.length === 0) return undefined;
  const [{ scope, args }] = begun;
  const { source, kind, target } = scope;
  const node =
    target.by === "root" ? [] : [`--${target.by}`, String(target.by === "id" ? target.id : target.key)];
  const kinds = begun.length < KINDS.length ? ["--kind", kind, ...node] : [];
  const words = ["--base-url", source, ...kinds, "--out", directory, ...args];
  const command = `migrations pull ${words.map((word) => shellQuoted(word)).join(" ")}`;
  return visible(`holds a pull of ${source} that has not come to its end: to go on with it, ${command}`);
}

/** The same, where a copy is the old one no more, and not the new one yet. */
export function halfReplaced(directory: string): string | undefined {
  const isHalf =
    existsSync(join(directory, WORKPLACE, REPLACING_MARK)) && !existsSync(join(directory, MANIFEST_NAME));
  if (!isHalf) return undefined;
  const unfinished = unfinishedPull(directory) ?? "holds a copy that has not come to its end";
  return visible(`${unfinished}; what it is to replace lies in ${directory}.previous`);
}

function begunIn(journal: string): Begun | undefined {
  try {
    const [line] = beginningOf(journal).split("\n", 1);
    const { scope, args }: { scope?: unknown; args?: unknown } = JSON.parse(line);
    return isScope(scope) ? { scope, args: Array.isArray(args) ? args.map(String) : [] } : undefined;
  } catch {
    // There is none, or its beginning is damaged.
    return undefined;
  }
}

function beginningOf(path: string): string {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(HEAD_BYTES);
    return bytes.toString("utf8", 0, readSync(file, bytes, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(file);
  }
}

function isScope(value: unknown): value is Scope {
  if (typeof value !== "object" || value === null) return false;
  const { source, kind, target }: { source?: unknown; kind?: unknown; target?: unknown } = value;
  return (
    typeof source === "string" &&
    typeof kind === "string" &&
    typeof target === "object" &&
    target !== null &&
    "by" in target
  );
}
