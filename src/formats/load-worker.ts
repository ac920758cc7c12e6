/** Loads a data directory in a thread of its own, and hands the trees over. The program starts it; nothing imports it. */
import { parentPort, workerData } from "node:worker_threads";
import { MigrationsError } from "../errors.ts";
import { packTree } from "../tree/tree-transfer.ts";
import { dataVersion } from "./data-version.ts";
import { loadDirectory } from "./load-directory.ts";
import type { LoadOrder, LoadOutcome } from "./load-in-worker.ts";

load(workerData).then(([outcome, memory]) => parentPort?.postMessage(outcome, memory));

async function load({ path, options }: LoadOrder): Promise<[LoadOutcome, ArrayBuffer[]]> {
  try {
    const { trees, types: readTypes, inLanguage: _, ...rest } = await loadDirectory(path, options);
    const types = readTypes();
    const version = dataVersion(trees, types, rest.unpublished);
    const content = packTree(trees.content);
    const media = packTree(trees.media);
    const parts = { content: content.parts, media: media.parts };
    return [{ rest, types, parts, version }, [...content.memory, ...media.memory]];
  } catch (error) {
    if (!(error instanceof MigrationsError)) throw error;
    return [{ error: error.message }, []];
  }
}
