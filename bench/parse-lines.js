/** What a script would do: parses each line of a file as JSON and keeps the objects: `node parse-lines.js FILE`. */
import { readFileSync } from "node:fs";

const nodes = readFileSync(process.argv[2], "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line));
console.log(nodes.length);
