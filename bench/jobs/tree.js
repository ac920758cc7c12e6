/** The whole tree in one answer: how fast it comes, how soon it begins, and how long others wait meanwhile. */
import { compareRates, compareWithBare, SAME_BYTES } from "../compare.js";
import { Connection } from "../connection.js";
import { figureOf, inTurn, median } from "../figure.js";
import { load } from "../load.js";
import { ALL_LEVELS, atRoot, byId, startBare, startOurs } from "../servers.js";

const WHOLE_TREE = atRoot(ALL_LEVELS);
/** Each is another question with the same answer, so that no answer can be sent that was kept from the last one. */
const OTHER_WHOLE_TREES = Array.from({ length: 100 }, (_, index) => atRoot(ALL_LEVELS - 1 - index));
/** Readers of whole trees at a time. */
const READERS = 2;
const LOOKUPS = 50;
const TREES = 5;
const LIKE_BARE = { atLeast: 0.8 };

/** @typedef {import("../servers.js").Server} Server */
/** @typedef {import("../workbench.js").Workbench} Workbench */

/** @type {import("../job.js").Job} */
export const tree = { name: "tree", needs: ["wrk"], measure };

/** @param {Workbench} bench */
async function* measure(bench) {
  const count = bench.thoroughness.size(100_000);
  const { directory } = await bench.materials.nodes(count);
  const subject = `whole tree of ${count.toLocaleString("en")} nodes`;
  const server = await startOurs(bench, directory);
  yield await firstAnswers(bench, subject, directory, server);
  yield await compareWithBare(
    bench,
    { what: `${subject}, asked for again`, goal: LIKE_BARE },
    server,
    [WHOLE_TREE],
    {
      connections: READERS,
    },
  );
  yield await madeAnew(bench, subject, server);
  yield await firstByteAfterStart(bench, subject, directory);
  yield await laterFirstByte(bench, subject, server);
  yield await waitingMeanwhile(bench, subject, server);
}

/**
 * Servers that have just started, and are asked but once.
 * @param {Workbench} bench
 * @param {string} subject
 * @param {string} directory
 * @param {Server} server that the bare ones have the answer from
 */
async function firstAnswers(bench, subject, directory, server) {
  const answersPerSecond = async (/** @type {Server} */ started) => {
    const connection = await Connection.open(started.origin);
    const { whole } = await connection.request(WHOLE_TREE);
    connection.close();
    await started.stop();
    return { value: 1000 / whole };
  };
  const samples = await inTurn(
    bench.thoroughness.rounds,
    async () => answersPerSecond(await startOurs(bench, directory)),
    async () => answersPerSecond(await startBare(bench, server, [WHOLE_TREE])),
  );
  const against = `${SAME_BYTES}, its first too`;
  return figureOf(
    { what: `${subject}, first answer after the start`, against, goal: LIKE_BARE, unit: "/s" },
    samples,
  );
}

/**
 * @param {Workbench} bench
 * @param {string} subject
 * @param {Server} server
 */
async function madeAnew(bench, subject, server) {
  const bare = await startBare(bench, server, [WHOLE_TREE]);
  const requests = { paths: OTHER_WHOLE_TREES };
  const figure = await compareRates(
    bench,
    { what: `${subject}, made anew each time`, against: SAME_BYTES, goal: LIKE_BARE, unit: "/s" },
    { server, requests },
    { server: bare, requests },
    { connections: READERS },
  );
  await bare.stop();
  return figure;
}

/**
 * Servers that have just started, and are asked but once.
 * @param {Workbench} bench
 * @param {string} subject
 * @param {string} directory
 */
async function firstByteAfterStart(bench, subject, directory) {
  const firstRequest = async (/** @type {string} */ path) => {
    const server = await startOurs(bench, directory);
    const connection = await Connection.open(server.origin);
    const times = await connection.request(path);
    connection.close();
    await server.stop();
    return times;
  };
  const samples = await inTurn(
    bench.thoroughness.rounds,
    async () => ({ value: (await firstRequest(WHOLE_TREE)).firstByte }),
    async () => ({ value: (await firstRequest(byId(0))).whole }),
  );
  const what = `first byte of the ${subject}, first answer after the start`;
  const against = "the whole of a look-up, first answer after the start";
  return figureOf({ what, against, goal: { atMost: 2 }, unit: "ms" }, samples);
}

/**
 * On one connection that has been used before; behind a look-up each, so that nothing is left to be done of the tree before.
 * @param {Workbench} bench
 * @param {string} subject
 * @param {Server} server
 */
async function laterFirstByte(bench, subject, server) {
  const connection = await Connection.open(server.origin);
  const medianOf = async (
    /** @type {number} */ count,
    /** @type {(index: number) => Promise<number>} */ ask,
  ) => {
    const times = [];
    for (let index = 0; index < count; index++) times.push(await ask(index));
    return { value: median(times) };
  };
  const samples = await inTurn(
    bench.thoroughness.rounds,
    () =>
      medianOf(TREES, async (index) => {
        await connection.request(byId(index));
        return (await connection.request(WHOLE_TREE)).firstByte;
      }),
    () => medianOf(LOOKUPS, async (index) => (await connection.request(byId(index))).whole),
  );
  connection.close();
  const what = `first byte of a later ${subject}`;
  return figureOf({ what, against: "the whole of a look-up", goal: { atMost: 2 }, unit: "ms" }, samples);
}

/**
 * @param {Workbench} bench
 * @param {string} subject
 * @param {Server} server
 */
async function waitingMeanwhile(bench, subject, server) {
  const lookups = { paths: [byId(0)] };
  const alone = async () => ({ value: (await load(bench, server, lookups, { connections: 1 })).slowest });
  const beside = async () => {
    const seconds = bench.thoroughness.seconds + 1;
    const streaming = load(bench, server, { paths: [WHOLE_TREE] }, { connections: 1, seconds });
    const sample = await alone();
    await streaming;
    return sample;
  };
  const samples = await inTurn(bench.thoroughness.rounds, beside, alone);
  const what = `look-up while a ${subject} streams, 99th percentile`;
  return figureOf({ what, against: "the same, alone", goal: { atMost: 10 }, unit: "ms" }, samples);
}
