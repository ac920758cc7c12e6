/** Look-ups by id against json-server with the same nodes, each as its users run it. */
import { compareRates } from "../compare.js";
import { idOf } from "../data/nodes.js";
import { PEERS } from "../packages.js";
import { byId, startJsonServer, startOurs } from "../servers.js";

const ASKED = 1000;

/** @type {import("../job.js").Job} */
export const jsonServer = { name: "json-server", needs: ["wrk", "npm"], measure };

/** @param {import("../workbench.js").Workbench} bench */
async function* measure(bench) {
  const count = bench.thoroughness.size(10_000);
  const { directory } = await bench.materials.nodes(count);
  const { file } = await bench.materials.nodes(count, { layout: "flat" });
  const ours = await startOurs(bench, directory);
  const asked = Array.from({ length: ASKED }, (_, index) => Math.floor((index * count) / ASKED));
  for (const specifier of [PEERS.jsonServer, PEERS.jsonServerNext]) {
    const peer = await bench.materials.peer(specifier);
    if (!peer) continue;
    const theirs = await startJsonServer(bench, peer, file);
    yield await compareRates(
      bench,
      {
        what: `look-up by id, ${count.toLocaleString("en")} nodes`,
        against: specifier,
        // Of the beta it is good to know.
        goal: specifier === PEERS.jsonServer ? { atLeast: 20 } : undefined,
        unit: "/s",
      },
      { server: ours, requests: { paths: asked.map(byId) } },
      { server: theirs, requests: { paths: asked.map((number) => `/content/${idOf(number)}`) } },
    );
    await theirs.stop();
  }
}
