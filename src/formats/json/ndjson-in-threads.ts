/** Reads a large NDJSON file in parts at the same time: one in this thread, each other in a thread of its own. */
import { type Stats, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { ReadBytes } from "../../json/byte-window.ts";
import type { Tree } from "../../tree/tree.ts";
import { withDataFile } from "../data-file.ts";
import { Findings } from "../findings.ts";
import { joinNdjson, type NdjsonPart, readNdjsonPart } from "./ndjson.ts";

/** What a thread is to read: whole lines, from the offset `start` on. */
export type PartOrder = { path: string; start: number; bytes: number };

/** What it sends back: nothing where the part has errors. */
type PartOutcome = NdjsonPart | undefined;

export type ThreadOptions = {
  /** Parts at most. Default: as many as run at the same time. */
  parts?: number;
  /** How many bytes a part has at least: reading less takes no longer than starting a thread. Default: 16 MiB. */
  leastBytes?: number;
  /** The thread's code. Default: it lies beside the built program. */
  worker?: URL;
};

const LEAST_BYTES = 16 * 1024 * 1024;
/** What this thread reads while the others start. */
const HEAD_START_BYTES = 10 * 1024 * 1024;
const LINE_FEED = 0x0a;
const CHUNK_BYTES = 64 * 1024;
const WORKER = new URL("./ndjson-worker.cjs", import.meta.url);

/**
 * @param file the file's name, for findings
 * @param watch takes note of all that is read of the file, in order. Default: nobody does
 * @param findings told of notes alone
 * @returns `undefined` where there are errors, or the file is too small, or changes meanwhile: then `readNdjson` is to read it, and to tell them
 * @throws DataError where the file cannot be read, or is UTF-16
 */
export async function readNdjsonInThreads(
  path: string,
  file: string,
  findings: Findings,
  watch: (read: ReadBytes) => ReadBytes = (read) => read,
  options: ThreadOptions = {},
): Promise<Tree | undefined> {
  const before = statSync(path);
  const { size } = before;
  const starts = partStarts(path, size, options);
  if (starts.length === 0) return undefined;
  const orders = starts.map((start, i) => ({ path, start, bytes: (starts[i + 1] ?? size) - start }));
  const end = new AbortController();
  const others = orders.map((order) => readInThread(order, options.worker ?? WORKER, end.signal));
  const first = withDataFile(path, (read, start) => {
    const watched = watch(read);
    const part = readPart(watched, starts[0] - start);
    if (watched !== read) drain(watched);
    return part;
  });
  if (!first) end.abort();
  const parts = [first, ...(await Promise.all(others))];
  // Each thread opens the file itself: parts of two states are none of either.
  if (parts.includes(undefined) || !isSame(before, statSync(path))) return undefined;
  const notes = new Findings();
  const tree = joinNdjson(
    parts.filter((part) => part !== undefined),
    file,
    notes,
    () => {},
  );
  if (tree) for (const note of notes.notes) findings.notes.push(note);
  return tree;
}

/** Whether a file is the one that it was, and was not written to. */
function isSame(before: Stats, now: Stats): boolean {
  return before.ino === now.ino && before.size === now.size && before.mtimeMs === now.mtimeMs;
}

/** Reads a part of so many bytes, in whichever thread. */
export function readPart(read: ReadBytes, bytes: number): PartOutcome {
  const findings = new Findings();
  const { rowLines, ...part } = readNdjsonPart("", limited(read, bytes), findings, bytes);
  return findings.errorCount === 0 ? part : undefined;
}

/** Reads as `read` does, but no more than so many bytes. */
function limited(read: ReadBytes, bytes: number): ReadBytes {
  let left = bytes;
  return (target, offset, length) => {
    const count = read(target, offset, Math.min(length, left));
    left -= count;
    return count;
  };
}

/** Where the parts behind the first begin: each behind a line feed. */
function partStarts(
  path: string,
  size: number,
  { leastBytes = LEAST_BYTES, parts = availableParallelism() }: ThreadOptions,
) {
  const count = Math.min(parts, Math.floor(size / leastBytes));
  const headStart = Math.min(HEAD_START_BYTES, leastBytes) * (count - 1);
  const share = Math.floor((size - headStart) / count);
  const starts = new Set<number>();
  for (let i = count - 1; i > 0; i--) {
    const start = lineStart(path, size - i * share);
    if (start < size) starts.add(start);
  }
  return [...starts];
}

/** Where the first line begins behind the line that `offset` lies in. */
function lineStart(path: string, offset: number): number {
  return withDataFile(
    path,
    (read) => {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      for (let passed = offset; ; passed += chunk.length) {
        const count = read(chunk, 0, chunk.length);
        const end = chunk.subarray(0, count).indexOf(LINE_FEED);
        if (end >= 0) return passed + end + 1;
        if (count < chunk.length) return Infinity;
      }
    },
    offset,
  );
}

/** Reads to the end. */
function drain(read: ReadBytes): void {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  while (read(chunk, 0, chunk.length) > 0);
}

/** @returns nothing where the thread does not come to its end either */
function readInThread(order: PartOrder, code: URL, signal: AbortSignal): Promise<PartOutcome> {
  return new Promise((resolve) => {
    const worker = new Worker(code, { workerData: order });
    signal.addEventListener("abort", () => worker.terminate(), { once: true });
    worker.once("message", resolve);
    worker.once("error", () => resolve(undefined));
    worker.once("exit", () => resolve(undefined));
  });
}
