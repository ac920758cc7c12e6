/** `serve --watch`: how long a change takes to be served while files change all the time and another process is busy. */
import { spawn } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ndjsonSite } from "./data.js";
import { FOLDER, PROGRAM, rounded, serve } from "./measure.js";

const ROOTS = "/platform/module/Migrations/GetContentAtRoot";
/** How long files change before the change that is measured, in milliseconds, and how often. */
const FLOOD = 10_000;
const PAUSE = 2;
/** A program that never rests. */
const BUSY = "for (;;);";

/** @param {{size: number}} thoroughness @returns {AsyncGenerator<import("./measure.js").Figure>} */
export async function* watch({ size }) {
  const data = join(FOLDER, "watched");
  cpSync(ndjsonSite(10_000 * size), data, { recursive: true });
  const file = join(data, "content.ndjson");
  const text = readFileSync(file, "utf8");
  const server = await serve(PROGRAM, "serve", "--data", data, "--port", "0", "--log", "none", "--watch");
  const busy = spawn(process.execPath, ["-e", BUSY], { stdio: "ignore" });
  let changes = 0;
  for (const end = performance.now() + FLOOD; performance.now() < end; changes++) {
    writeFileSync(join(data, `other-${changes % 100}.json`), String(changes));
    await sleep(PAUSE);
  }
  const began = performance.now();
  writeFileSync(file, text.replace('"name":"', '"name":"Changed '));
  while (!(await (await fetch(server.origin + ROOTS)).text()).includes('"Changed ')) await sleep(PAUSE);
  const seconds = (performance.now() - began) / 1000;
  busy.kill();
  await server.stop();
  const what = `a change with --watch after a flood of ${changes}, on a busy machine`;
  yield { what, value: seconds, unit: "s", atMost: 5, detail: `${rounded(seconds)} s` };
}
