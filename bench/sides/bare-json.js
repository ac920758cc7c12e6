/** The least that loading JSON takes: reads a file and parses it. */
import { readFileSync } from "node:fs";

console.log(JSON.parse(readFileSync(process.argv[2], "utf8")).length);
