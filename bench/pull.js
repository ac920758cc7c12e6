/** Pull: a refresh after few changes, by requests. */
import { once } from "node:events";
import { createServer, request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ndjsonSite } from "./data.js";
import { FOLDER, PROGRAM, rounded, serve, useProgram } from "./measure.js";

/** What the site takes for an answer, in milliseconds. */
const DELAY = 5;
const CHANGES = 10;
/** A listing, and a list for each kind of types. */
const LISTS = 4;

/** @param {{size: number}} thoroughness @returns {AsyncGenerator<import("./measure.js").Figure>} */
export async function* pull({ size }) {
  const count = Math.round(5_000 * size);
  const out = join(FOLDER, "pulled");
  await pulled(ndjsonSite(count), out);
  const refresh = await pulled(ndjsonSite(count, count / CHANGES), out);
  yield {
    what: `refresh of ${count} nodes with ${CHANGES} changes, requests`,
    value: refresh.requests,
    unit: "",
    atMost: CHANGES + LISTS,
    detail: `${rounded(refresh.seconds)} s, ${rounded(refresh.cpu)} s of processor time, ${rounded(refresh.rss)} MB`,
  };
}

/** @param {string} data @param {string} out */
async function pulled(data, out) {
  const site = await serve(PROGRAM, "serve", "--data", data, "--port", "0", "--log", "none");
  const { hostname, port } = new URL(site.origin);
  let requests = 0;
  const proxy = createServer(async (incoming, outgoing) => {
    requests++;
    await sleep(DELAY);
    const { url: path, method, headers } = incoming;
    const forwarded = { ...headers, host: `${hostname}:${port}` };
    request({ hostname, port, path, method, headers: forwarded }, (answer) => {
      answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers));
    }).end();
  });
  // One address for both pulls, so that the second refreshes the copy of the first.
  await new Promise((resolve) => proxy.listen(38_418, "127.0.0.1", () => resolve(undefined)));
  const usage = await useProgram(
    "pull",
    "--base-url",
    "http://127.0.0.1:38418",
    "--out",
    out,
    "--kind",
    "content",
    "--quiet",
  );
  const closed = once(proxy, "close");
  proxy.close();
  proxy.closeAllConnections();
  await closed;
  await site.stop();
  return { ...usage, requests };
}
