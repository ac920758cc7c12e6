/** Finds the nodes that were left out of what was read, since they are not published. */
import { ReferenceResolver } from "../analysis/resolve-reference.ts";
import type { LoadedData } from "../formats/load-directory.ts";
import { type LeftOutNode, readManifest } from "../formats/manifest.ts";
import { KINDS, type Kind } from "../operations.ts";
import type { Reference } from "../values/value-parts.ts";
import { loadPlace } from "./open-place.ts";
import type { DirectoryPlace } from "./place.ts";

/** The node that a reference names, where it was left out. */
type FindLeftOut = (reference: Reference) => (LeftOutNode & { kind: Kind }) | undefined;

/** Reads the place once more, with what is not published, if it has any; a slice tells what its source left out. */
export async function leftOutOf({ path, notes }: LoadedData, place: DirectoryPlace): Promise<FindLeftOut> {
  if (!notes.some(({ topic }) => topic === "unpublished")) return toldBy(path);
  const { trees } = await loadPlace({ ...place, options: { ...place.options, includeUnpublished: true } });
  const resolver = new ReferenceResolver(trees);
  return ({ target, kind: wanted }) => {
    const found = resolver.find(target, wanted);
    if (found === undefined) return undefined;
    const { kind, place: at } = found;
    return { kind, id: trees[kind].idAt(at), key: trees[kind].keyAt(at) };
  };
}

function toldBy(path: string): FindLeftOut {
  const manifest = readManifest(path);
  const told = KINDS.flatMap((kind) =>
    (manifest?.[kind]?.unpublished ?? []).map((node) => ({ ...node, kind })),
  );
  return ({ target, kind: wanted }) =>
    told.find(({ kind, id, key }) => {
      const isNamed = target.by === "id" ? target.id === id : target.by === "key" && target.key === key;
      return isNamed && (wanted === undefined || wanted === kind);
    });
}
