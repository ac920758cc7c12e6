/** A directory as it is served: with the digest that tells one state of its data from another. */
import type { LoadedData } from "../formats/load-directory.ts";
import { KINDS } from "../operations.ts";
import { digestTrees } from "../tree/tree-digest.ts";
import { DirectorySource } from "./directory.ts";

/** Reads the whole data once more for the digest, which a single look-up has no use for. */
export function directoryEdition(data: Pick<LoadedData, "trees"> & Partial<LoadedData>): DirectorySource {
  return new DirectorySource(data, digestTrees(KINDS.map((kind) => data.trees[kind])));
}
