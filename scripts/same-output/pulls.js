/** Runs `pull` of both builds against the same sites, honest, recorded, changing and lying, also killed on the way, and compares the copies. */

import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { randomOf } from "./sites.js";

const RECORDED = "../shared/recorded/clean.ndjson.gz";
const RECORDED_PREFIX = "umbraco/Limbo";
/** A pull that is killed again and again is then left alone. */
const MOST_KILLS = 4;

/** @typedef {import("./build.js").Build} Build */
/** @typedef {{status: number, type: string, body: Buffer}} Answer */
/** @typedef {(url: string) => Promise<Answer>} Site what a site answers to a path and query */
/** @typedef {(answer: Answer, url: string, visit: number) => Answer | "reset"} Lie what becomes of it, at this visit of the URL (from 1) */

/**
 * @param {Build} older
 * @param {Build} newer
 * @param {import("./comparison.js").Comparison} comparison
 * @param {{root: string, desk: string, kills: number, liars: number}} options
 */
export async function comparePulls(older, newer, comparison, { root, desk, kills, liars }) {
  const server = await older.serve(["--data", join(desk, "monday"), "--files", join(desk, "media")]);
  const changed = await older.serve(["--data", join(desk, "friday"), "--files", join(desk, "media")]);
  const sample = siteAt(server.origin);
  const friday = siteAt(changed.origin);
  const both = /** @type {const} */ ([
    ["old", older],
    ["new", newer],
  ]);

  /**
   * Pulls with both builds, one step after the other into the same copy, and compares after each.
   * @param {string} name
   * @param {{site: Site, lie?: () => Lie, args?: string[]}[]} steps
   */
  const compare = async (name, steps) => {
    const out = `pulled-${name}`;
    for (const [i, { site, lie, args = [] }] of steps.entries()) {
      const [oldCopy, newCopy] = await Promise.all(
        both.map(([, build]) =>
          serving(site, lie?.(), async (origin) => {
            const pull = ["pull", "--base-url", origin, "--out", out, "--retries", "2", ...args];
            const output = await build.run({ args: pull, cwd: build.folder });
            const copy = folderContents(join(build.folder, out));
            const { stdout } = await build.run({
              args: ["check", "--data", out, "--format", "json"],
              cwd: build.folder,
            });
            return { ...copy, status: output.status, receipt: output.stdout, check: stdout };
          }),
        ),
      );
      comparison.compare(`pull ${name}, step ${i + 1}`, oldCopy, newCopy);
    }
    for (const [, { folder }] of both) rmSync(join(folder, out), { recursive: true, force: true });
  };

  await compare("sample", [{ site: sample }, { site: sample }, { site: friday, args: ["--replace"] }]);
  await compare("refreshed", [
    { site: sample },
    { site: friday },
    { site: sample },
    { site: friday, args: ["--fresh"] },
  ]);
  await compare("files", [
    { site: sample, args: ["--files"] },
    { site: friday, args: ["--files"] },
  ]);
  await compare("content", [
    { site: sample, args: ["--kind", "content"] },
    { site: friday, args: ["--kind", "content"] },
  ]);
  await compare("one-node", [{ site: sample, args: ["--kind", "content", "--id", "1052"] }]);
  for (const format of ["plain", "ndjson"]) {
    const args = ["diff", "friday", server.origin, "--format", format];
    const [oldOutput, newOutput] = await Promise.all(
      both.map(([, build]) => build.run({ args, cwd: build.folder })),
    );
    comparison.compare(`diff of friday and a site, ${format}`, oldOutput, newOutput);
  }
  if (existsSync(join(root, RECORDED))) {
    const recorded = recordedSite(readFileSync(join(root, RECORDED)));
    const args = ["--prefix", RECORDED_PREFIX];
    await compare("recorded", [
      { site: recorded, args },
      { site: recorded, args },
    ]);
  }
  for (let seed = 1; seed <= liars; seed++) {
    const lie = () => liar(seed);
    await compare(`liar-${seed}`, [
      { site: sample, lie, args: ["--allow-shrink"] },
      { site: friday, lie: () => liar(seed + 1000) },
      { site: friday },
    ]);
  }
  await compareKilled(older, newer, comparison, { site: slowed(sample), kills });
  await server.stop();
  await changed.stop();
}

/**
 * Kills the pulls of the newer build at random moments, resumes them, and compares the copies with one of the older build
 * that nobody has killed.
 * @param {Build} older
 * @param {Build} newer
 * @param {import("./comparison.js").Comparison} comparison
 * @param {{site: Site, kills: number}} options
 */
async function compareKilled(older, newer, comparison, { site, kills }) {
  const random = randomOf(kills);
  await serving(site, undefined, async (origin) => {
    const args = ["pull", "--base-url", origin, "--files", "--quiet", "--out"];
    const began = Date.now();
    await older.run({ args: [...args, "whole"], cwd: older.folder });
    const duration = Date.now() - began + 300;
    const expected = folderContents(join(older.folder, "whole"));
    let killed = 0;
    for (let round = 1; killed < kills; round++) {
      const out = `killed-${round}`;
      for (let i = 0; i < MOST_KILLS && killed < kills; i++) {
        const child = newer.start([...args, out]);
        const ended = once(child, "exit");
        const isOver = await Promise.race([ended.then(() => true), sleep(random() * duration, false)]);
        if (isOver) break;
        child.kill("SIGKILL");
        await ended;
        killed++;
      }
      const { status } = await newer.run({ args: [...args, out], cwd: newer.folder });
      comparison.compare(
        `pull killed, round ${round}`,
        { ...expected, status: 0 },
        { ...folderContents(join(newer.folder, out)), status },
      );
      rmSync(join(newer.folder, out), { recursive: true, force: true });
    }
    rmSync(join(older.folder, "whole"), { recursive: true, force: true });
  });
}

/** @param {string} origin @returns {Site} */
function siteAt(origin) {
  return async (url) => {
    const answer = await fetch(origin + url);
    const type = answer.headers.get("content-type") ?? "";
    return { status: answer.status, type, body: Buffer.from(await answer.arrayBuffer()) };
  };
}

/** @param {Site} site @returns {Site} so slow that there is time to kill its reader */
function slowed(site) {
  return async (url) => {
    await sleep(8);
    return site(url);
  };
}

/** @param {Buffer} zipped @returns {Site} */
function recordedSite(zipped) {
  const lines = gunzipSync(zipped).toString("utf8").trimEnd().split("\n");
  const byPath = new Map(lines.map((line) => JSON.parse(line)).map((answer) => [answer.path, answer]));
  return async (url) => {
    const { status, type, body } = byPath.get(url) ?? { status: 404, type: "text/plain", body: "" };
    return { status, type, body: Buffer.from(body) };
  };
}

/**
 * A site that lies about some nodes, at their first visits or always. What it says depends on the URL and its visits alone,
 * so that the order of requests does not matter.
 * @param {number} seed
 * @returns {Lie}
 */
function liar(seed) {
  const wrong = /** @type {((answer: Answer) => Answer | "reset")[]} */ ([
    (answer) => ({ ...answer, status: 503, body: Buffer.from("busy") }),
    () => "reset",
    (answer) => ({ ...answer, body: answer.body.subarray(0, answer.body.length / 2) }),
    (answer) => ({ ...answer, status: 200, type: "text/html", body: Buffer.from("<h1>Sign in</h1>") }),
    (answer) => ({ ...answer, status: 500, body: Buffer.from("{}") }),
    (answer) => ({ ...answer, body: Buffer.from("null") }),
  ]);
  return (answer, url, visit) => {
    if (!/ById|ByKey/i.test(url)) return answer;
    const random = randomOf(
      seed * 1_000_003 + [...url].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7),
    );
    const chance = random();
    const way = wrong[Math.floor(random() * wrong.length)];
    if (chance < 0.04) return way(answer);
    if (chance < 0.12 && visit === 1) return way(answer);
    if (chance < 0.14) return { ...answer, status: 404, body: Buffer.from("") };
    return answer;
  };
}

/**
 * Serves a site while something uses it.
 * @template T
 * @param {Site} site
 * @param {Lie | undefined} lie
 * @param {(origin: string) => Promise<T>} use
 * @returns {Promise<T>}
 */
async function serving(site, lie, use) {
  /** @type {Map<string, number>} */
  const visits = new Map();
  const server = createServer(async (request, response) => {
    const url = request.url ?? "/";
    const visit = (visits.get(url) ?? 0) + 1;
    visits.set(url, visit);
    const honest = await site(url);
    const answer = lie ? lie(honest, url, visit) : honest;
    if (answer === "reset") request.socket.destroy();
    else response.writeHead(answer.status, { "content-type": answer.type }).end(answer.body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  try {
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** What a folder holds, by path. @param {string} folder @returns {Record<string, string>} */
export function folderContents(folder) {
  if (!existsSync(folder)) return {};
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    paths
      .filter((path) => statSync(join(folder, path)).isFile())
      .map((path) => [path.replaceAll("\\", "/"), readFileSync(join(folder, path), "latin1")]),
  );
}
