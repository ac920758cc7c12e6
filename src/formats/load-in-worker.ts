/** Loads a data directory while this thread goes on with its work. */
import { Worker } from "node:worker_threads";
import { DataError } from "../errors.ts";
import type { Kind } from "../operations.ts";
import { type TreeParts, unpackTree } from "../tree/tree-transfer.ts";
import type { ReadOptions } from "./data-format.ts";
import { type LoadedData, loadDirectory } from "./load-directory.ts";
import type { LoadedTypes } from "./type-lists.ts";

/** What the thread sends back. */
export type LoadOutcome =
  | {
      rest: Omit<LoadedData, "trees" | "types" | "inLanguage">;
      types: LoadedTypes;
      parts: Record<Kind, TreeParts>;
      version: string;
    }
  | { error: string };

/** What was loaded, and the digest of its trees. */
type LoadedEdition = { data: LoadedData; version: string };

/** In the built program the thread's code lies beside this. */
const WORKER = new URL("./load-worker.cjs", import.meta.url);

/** What the thread is given. */
export type LoadOrder = { path: string; options: ReadOptions };

/**
 * @param path the directory
 * @param signal ends the thread
 * @throws DataError that tells all errors found, or why the options are of no use to the format
 */
export function loadInWorker(
  path: string,
  options: ReadOptions,
  signal: AbortSignal,
): Promise<LoadedEdition> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, { workerData: { path, options } satisfies LoadOrder });
    const abort = () => worker.terminate();
    signal.addEventListener("abort", abort, { once: true });
    worker.once("message", (outcome: LoadOutcome) => {
      if ("error" in outcome) reject(new DataError(outcome.error));
      else resolve(unpacked(outcome, { path, options }));
    });
    worker.once("error", reject);
    worker.once("exit", () => {
      signal.removeEventListener("abort", abort);
      reject(new DataError(`${path} was not loaded: the thread that loaded it has ended`));
    });
  });
}

function unpacked(
  { rest, types, parts, version }: Exclude<LoadOutcome, { error: string }>,
  { path, options }: LoadOrder,
): LoadedEdition {
  const trees = { content: unpackTree(parts.content), media: unpackTree(parts.media) };
  const inLanguage = (culture: string) => loadDirectory(path, { ...options, culture });
  const isOfSeveral = (rest.heldLanguages ?? []).length > 1;
  return {
    data: { ...rest, trees, types: () => types, ...(isOfSeveral && { inLanguage }) },
    version,
  };
}
