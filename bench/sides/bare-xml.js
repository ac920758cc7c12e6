/** The least that loading a uSync folder takes: reads each of its files, and runs the bare parser over it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SaxesParser } from "saxes";

const folder = process.argv[2];
let files = 0;
for (const section of readdirSync(folder)) {
  for (const name of readdirSync(join(folder, section))) {
    new SaxesParser().write(readFileSync(join(folder, section, name), "utf8")).close();
    files++;
  }
}
console.log(files);
