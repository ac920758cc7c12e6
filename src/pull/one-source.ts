/** A copy belongs to one source: tells whether the one that is there is of another than is to be pulled. */
import { resolve } from "node:path";
import { UsageError } from "../errors.ts";
import { type ManifestTree, readManifest } from "../formats/manifest.ts";
import { KINDS, type Kind } from "../operations.ts";

/** What decides what a copy holds. */
type CopySource = Pick<ManifestTree, "source" | "node" | "options">;

/**
 * @param kinds those that are pulled; the copy's other one must be of the same source, too
 * @param replace whether another one may be replaced
 * @returns whether the copy in `out` is of another source
 * @throws UsageError where that is so, and is not to be replaced; DataError where its manifest is malformed
 */
export function isOfAnother(
  out: string,
  kinds: readonly Kind[],
  wanted: CopySource,
  replace: boolean,
): boolean {
  const manifest = readManifest(out);
  for (const kind of KINDS) {
    const there = manifest?.[kind];
    if (there === undefined) continue;
    const isOther = kinds.includes(kind)
      ? spelled(there) !== spelled(wanted)
      : placeOf(there.source) !== placeOf(wanted.source);
    if (!isOther) continue;
    if (replace) return true;
    throw new UsageError(
      `${out} holds ${kind} of ${inWords(there)}, and this is a pull of ${inWords(wanted)}: give another --out, or --replace what is there`,
    );
  }
  return false;
}

/** The same for the same source. */
function spelled({ source, node, options = {} }: CopySource): string {
  return JSON.stringify([placeOf(source), node ?? null, Object.entries(options).sort()]);
}

/** Earlier versions told a directory as it was named. */
function placeOf(source: string): string {
  return /^https?:/.test(source) ? source : resolve(source);
}

function inWords({ source, node, options = {} }: CopySource): string {
  const restrictions = [
    ...(node === undefined ? [] : [`node ${node} alone`]),
    ...Object.entries(options).map(([name, value]) => `${name} ${value}`),
  ];
  return restrictions.length === 0 ? source : `${source} (${restrictions.join(", ")})`;
}
