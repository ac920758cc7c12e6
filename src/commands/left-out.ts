/** Finds the nodes that were left out of what was read, since they are not published. */
import { indexReferences } from "../analysis/reference-index.ts";
import { ReferenceResolver } from "../analysis/resolve-reference.ts";
import type { LoadedData } from "../formats/load-directory.ts";
import { type LeftOutNode, readManifest } from "../formats/manifest.ts";
import { KINDS, type Kind } from "../operations.ts";
import type { UnpublishedNodes } from "../pull/unpublished-nodes.ts";
import type { Reference } from "../values/value-parts.ts";
import { loadPlace } from "./open-place.ts";
import type { DirectoryPlace } from "./place.ts";

/** The node that a reference names, where it was left out. */
type FindLeftOut = (reference: Reference) => (LeftOutNode & { kind: Kind }) | undefined;

/** What was left out of the data and nodes refer to; none where the data does not tell what is published. */
export async function unpublishedIn(data: LoadedData, place: DirectoryPlace): Promise<UnpublishedNodes> {
  if (!hasLeftOut(data) && toldOf(data.path).length === 0) return [];
  const { dead } = indexReferences(data.trees, data.types());
  if (dead.length === 0) return [];
  const leftOut = await leftOutOf(data, place);
  return dead.flatMap(({ reference }) => leftOut(reference) ?? []);
}

/** Reads the place once more, with what is not published, if it has any; a copy or a slice tells what its source left out. */
export async function leftOutOf(data: LoadedData, place: DirectoryPlace): Promise<FindLeftOut> {
  if (!hasLeftOut(data)) return toldBy(data.path);
  const { trees } = await loadPlace({ ...place, options: { ...place.options, includeUnpublished: true } });
  const resolver = new ReferenceResolver(trees);
  return ({ target, kind: wanted }) => {
    const found = resolver.find(target, wanted);
    if (found === undefined) return undefined;
    const { kind, place: at } = found;
    return { kind, id: trees[kind].idAt(at), key: trees[kind].keyAt(at) };
  };
}

function hasLeftOut({ notes }: LoadedData): boolean {
  return notes.some(({ topic }) => topic === "unpublished");
}

/** What the manifest says that was left out before. */
function toldOf(path: string): (LeftOutNode & { kind: Kind })[] {
  const manifest = readManifest(path);
  return KINDS.flatMap((kind) => (manifest?.[kind]?.unpublished ?? []).map((node) => ({ ...node, kind })));
}

function toldBy(path: string): FindLeftOut {
  const told = toldOf(path);
  return ({ target, kind: wanted }) =>
    told.find(({ kind, id, key }) => {
      const isNamed = target.by === "id" ? target.id === id : target.by === "key" && target.key === key;
      return isNamed && (wanted === undefined || wanted === kind);
    });
}
