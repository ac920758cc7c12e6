/** A directory as it is served: with the digest that tells one state of its data from another. */
import { dataVersion } from "../formats/data-version.ts";
import type { LoadedData } from "../formats/load-directory.ts";
import { NO_TYPES } from "../formats/type-lists.ts";
import { DirectorySource } from "./directory.ts";

/**
 * Reads the whole data once more for the digest, which a single look-up has no use for.
 * @throws DataError where the types have errors
 */
export function directoryEdition(data: Pick<LoadedData, "trees"> & Partial<LoadedData>): DirectorySource {
  return new DirectorySource(data, dataVersion(data.trees, data.types?.() ?? NO_TYPES, data.unpublished));
}
