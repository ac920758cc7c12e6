/** The least that loading NDJSON takes: reads a file and parses each of its lines. */
import { readFileSync } from "node:fs";

const bytes = readFileSync(process.argv[2]);
let nodes = 0;
for (let start = 0; start < bytes.length; ) {
  const end = bytes.indexOf(10, start);
  if (JSON.parse(bytes.toString("utf8", start, end)).id !== undefined) nodes++;
  start = end + 1;
}
console.log(nodes);
