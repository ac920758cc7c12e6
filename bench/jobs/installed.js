/** What `npm install` of the packed program puts on disk, against what it puts there for others. */
import { figureOfTwo } from "../figure.js";
import { PEERS, pack } from "../packages.js";

/** @type {import("../job.js").Job} */
export const installed = { name: "installed", needs: ["npm"], measure };

/** @param {import("../workbench.js").Workbench} bench */
async function* measure(bench) {
  const ours = await bench.materials.installed(await pack(bench.folder));
  for (const specifier of Object.values(PEERS)) {
    const theirs = await bench.materials.peer(specifier);
    if (!theirs) continue;
    const goal = specifier === PEERS.jsonServerNext ? undefined : { below: 1 };
    const claim = { against: specifier, goal };
    yield figureOfTwo({ ...claim, what: "size, installed", unit: "MB" }, ours.megabytes, theirs.megabytes);
    yield figureOfTwo(
      { ...claim, what: "packages, installed", unit: "packages" },
      ours.packages,
      theirs.packages,
    );
  }
}
