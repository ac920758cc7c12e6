/** The least that a pull takes: sends the requests of a list, four at a time, and reads each answer to its end. */
import { readFileSync } from "node:fs";
import { Agent, request } from "undici";

const CONCURRENCY = 4;

const [origin, list] = process.argv.slice(2);
const paths = readFileSync(list, "utf8").trimEnd().split("\n");
const dispatcher = new Agent();
let next = 0;

async function work() {
  while (next < paths.length) {
    const { body } = await request(origin + paths[next++], { dispatcher });
    await body.arrayBuffer();
  }
}

await Promise.all(Array.from({ length: CONCURRENCY }, work));
await dispatcher.close();
