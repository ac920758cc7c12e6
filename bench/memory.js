/** Memory: what many clients add to a server beyond its data. */
import { fileURLToPath } from "node:url";
import { idOf, ndjsonSite } from "./data.js";
import { compared, PROGRAM, serve, use } from "./measure.js";

const LOAD = fileURLToPath(new URL("load.js", import.meta.url));
const CLIENTS = 20;
const OPERATIONS = "/platform/module/Migrations/GetContent";

/** @param {{size: number, rounds: number}} thoroughness @returns {AsyncGenerator<import("./measure.js").Figure>} */
export async function* memory({ size, rounds }) {
  const data = ndjsonSite(50_000 * size);
  const { ratio, detail } = await compared(
    rounds,
    () => served(data, CLIENTS),
    () => served(data, 1),
    ({ rss }) => rss,
  );
  const what = `most memory of serve with ${CLIENTS} clients that take whole trees, of that with one`;
  yield { what, value: ratio, unit: "×", atMost: 1.5, detail: `${detail} MB` };
}

/** @param {string} data @param {number} clients */
async function served(data, clients) {
  const server = await serve(PROGRAM, "serve", "--data", data, "--port", "0");
  const paths = [`${OPERATIONS}AtRoot?maxLevel=1000`, `${OPERATIONS}ById?id=${idOf(7)}`];
  await Promise.all(Array.from({ length: clients }, () => use(LOAD, server.origin, "8", ...paths)));
  return server.stop();
}
