/** A tree as wide as the explorer can meet: one root, and below it nearly all nodes, each with hardly anything. */
import { closeSync, openSync, writeSync } from "node:fs";
import { keyOf } from "./nodes.js";

/** Lines are written many at a time, since each write takes about as long as making a node. */
const BATCH_CHARACTERS = 1_000_000;
/** One in so many nodes has a node below it. */
const PARENTS = 10;

/**
 * @param {string} file to write, NDJSON
 * @param {number} count of nodes
 */
export function writeWideSite(file, count) {
  const out = openSync(file, "w");
  let batch = lineOf(0, undefined);
  for (let number = 1; number < count; number++) {
    batch += lineOf(number, number % PARENTS === 0 ? number - 1 : 0);
    if (batch.length < BATCH_CHARACTERS) continue;
    writeSync(out, batch);
    batch = "";
  }
  writeSync(out, batch);
  closeSync(out);
}

/**
 * @param {number} number
 * @param {number | undefined} parent its number
 */
function lineOf(number, parent) {
  const parentId = parent === undefined ? undefined : parent + 1;
  const node = { parentId, id: number + 1, key: keyOf(number), name: `Page ${number}`, type: "page" };
  return `${JSON.stringify(node)}\n`;
}
