/** Reads a part of an NDJSON file in a thread of its own, and hands it over. The program starts it; nothing imports it. */
import { parentPort, workerData } from "node:worker_threads";
import { withDataFile } from "../data-file.ts";
import { type PartOrder, readPart } from "./ndjson-in-threads.ts";

const { path, start, bytes }: PartOrder = workerData;
const part = withDataFile(path, (read) => readPart(read, bytes), start);
const arrays = part ? [...part.rows.blocks, ...Object.values(part.rows.columns)] : [];
parentPort?.postMessage(part, [...new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer))]);
