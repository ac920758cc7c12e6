/** Loads a data directory in a thread of its own, and hands the trees over. The program starts it; nothing imports it. */
import { parentPort, workerData } from "node:worker_threads";
import { DataError } from "../errors.ts";
import { KINDS } from "../operations.ts";
import { digestTrees } from "../tree/tree-digest.ts";
import { packTree } from "../tree/tree-transfer.ts";
import { loadDirectory } from "./load-directory.ts";
import type { LoadOutcome } from "./load-in-worker.ts";

parentPort?.postMessage(...load(workerData));

function load(path: string): [LoadOutcome, ArrayBuffer[]] {
  try {
    const { trees, ...rest } = loadDirectory(path);
    const version = digestTrees(KINDS.map((kind) => trees[kind]));
    const content = packTree(trees.content);
    const media = packTree(trees.media);
    const parts = { content: content.parts, media: media.parts };
    return [{ rest, parts, version }, [...content.memory, ...media.memory]];
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    return [{ error: error.message }, []];
  }
}
