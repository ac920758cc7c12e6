/**
 * Measures `serve` side by side with a bare `node:http` server that sends the same head and the same bytes.
 * Run by hand, after a build: `node bench/serve.js [rounds] [seconds]`. Load comes from wrk, in a process of its own
 * (Debian and Ubuntu: apt-get install wrk; macOS: brew install wrk).
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const NODES = 100_000;
const KEY = "the-key-of-the-benchmark";
const AUTHORIZATION = `Basic ${Buffer.from(`api:${KEY}`).toString("base64")}`;
const HEADERS = { Authorization: AUTHORIZATION, "Accept-Encoding": "identity" };
const OPERATIONS = "/platform/module/Migrations";
const BINARY = fileURLToPath(new URL("../bin/migrations.js", import.meta.url));
const SELF = fileURLToPath(import.meta.url);
/** Linux counts a process's time in hundredths of a second. */
const CLOCK_TICKS = 100;

if (process.argv[2] === "bare") await serveBare(process.argv[3]);
else await main(Number(process.argv[2] ?? 5), Number(process.argv[3] ?? 2));

async function main(rounds, seconds) {
  if (spawnSync("wrk", ["--version"]).error) {
    throw new Error("wrk is not installed: apt-get install wrk, or brew install wrk");
  }
  const directory = mkdtempSync(join(tmpdir(), "migrations-bench-"));
  const running = [];
  try {
    await writeTree(join(directory, "site"));
    const ours = await startOurs(directory);
    running.push(ours.process);
    const bare = async (path, headers) => {
      const server = await startBare(ours.url + path, headers);
      running.push(server.process);
      return server;
    };
    await compareLookups(ours, bare, rounds, seconds);
    await compareNotModified(ours, rounds, seconds);
    await compareWholeTree(ours, bare, rounds, seconds);
    await measureLatencyWhileStreaming(ours, seconds);
    await measureMemory(ours);
  } finally {
    for (const child of running) child.kill();
    await Promise.all(running.map((child) => child.exitCode ?? once(child, "exit")));
    rmSync(directory, { recursive: true });
  }
}

async function compareLookups(ours, bare, rounds, seconds) {
  for (const [name, path] of [
    ["by id", `${OPERATIONS}/GetContentById?id=99999`],
    ["by key", `${OPERATIONS}/GetContentByKey?key=${keyOf(99_999)}`],
    ["of a node with 20 children", `${OPERATIONS}/GetContentById?id=777`],
  ]) {
    const other = await bare(path);
    await compare(`look-up ${name}, of a bare server (at least 0.85)`, rounds, seconds, 32, [
      { server: ours, path },
      { server: other, path },
    ]);
  }
}

async function compareNotModified(ours, rounds, seconds) {
  const path = `${OPERATIONS}/GetContentById?id=777`;
  const response = await fetch(ours.url + path, { headers: HEADERS });
  await response.arrayBuffer();
  await compare("304, of the rate of 200 (at least 0.95)", rounds, seconds, 32, [
    { server: ours, path, headers: ["-H", `If-None-Match: ${response.headers.get("etag")}`] },
    { server: ours, path },
  ]);
}

async function compareWholeTree(ours, bare, rounds, seconds) {
  const path = `${OPERATIONS}/GetContentAtRoot?maxLevel=2147483647`;
  const other = await bare(path);
  await compare(`whole tree of ${NODES} nodes, of a bare server (at least 0.7)`, rounds, seconds, 2, [
    { server: ours, path },
    { server: other, path },
  ]);
}

/** Loads both sides in turn, and prints the ratio of their rates. */
async function compare(title, rounds, seconds, connections, sides) {
  for (const side of sides) await load(side, 1, connections);
  const ratios = [];
  const costs = sides.map(() => []);
  for (let round = 0; round < rounds; round++) {
    const rates = [];
    // Each round begins with the other side, so that a drift of the machine's speed favours none.
    for (const index of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const { rate, cost } = await load(sides[index], seconds, connections);
      rates[index] = rate;
      costs[index].push(cost);
    }
    ratios.push(rates[0] / rates[1]);
  }
  const [low, middle, high] = spread(ratios);
  const [first, second] = costs.map((values) => spread(values)[1].toFixed(1));
  console.log(
    `${title}: ratio ${low.toFixed(2)} / ${middle.toFixed(2)} / ${high.toFixed(2)} (min / median / max)`,
  );
  console.log(`  server CPU per request: ${first} µs, the other side ${second} µs`);
}

/** How long look-ups wait while whole trees stream, and when nothing else goes on. */
async function measureLatencyWhileStreaming(ours, seconds) {
  const path = `${OPERATIONS}/GetContentById?id=777`;
  const alone = await load({ server: ours, path }, seconds, 1);
  const stream = load({ server: ours, path: `${OPERATIONS}/GetContentAtRoot?maxLevel=99` }, seconds + 1, 1);
  const beside = await load({ server: ours, path }, seconds, 1);
  await stream;
  const ratio = beside.slowest / alone.slowest;
  console.log(
    `look-up while a whole tree streams: 99th percentile ${beside.slowest} µs, alone ${alone.slowest} µs, ratio ${ratio.toFixed(1)} (at most 10)`,
  );
}

/** Resident memory after mixed requests, against that after the first tenth of them. */
async function measureMemory(ours) {
  const paths = Array.from({ length: 2000 }, (_, i) =>
    i % 500 === 0
      ? `/GetContentAtRoot?maxLevel=99`
      : i % 10 === 1
        ? `/GetContentById?id=${-i}`
        : i % 10 === 2
          ? `/GetContentById?id=x${i}`
          : i % 2
            ? `/GetContentById?id=${i + 1}&maxLevel=${i % 6}`
            : `/GetContentByKey?key=${keyOf(i + 1)}`,
  );
  const run = async (count) => {
    for (let done = 0; done < count; done += 10) {
      await Promise.all(
        paths.slice(done % paths.length, (done % paths.length) + 10).map(async (path) => {
          const response = await fetch(ours.url + OPERATIONS + path, {
            headers: { Authorization: AUTHORIZATION },
          });
          for await (const _ of response.body) {
          }
        }),
      );
    }
  };
  const count = 60_000;
  await run(count / 10);
  const early = residentMegabytes(ours.process.pid);
  await run((count / 10) * 9);
  const late = residentMegabytes(ours.process.pid);
  const ratio = late / early;
  console.log(
    `resident memory after ${count} mixed requests: ${late.toFixed(0)} MB, after the first tenth ${early.toFixed(0)} MB, ratio ${ratio.toFixed(2)} (at most 1.1)`,
  );
}

/** One run of wrk: requests per second, CPU microseconds per request, and the 99th percentile in microseconds. */
async function load({ server, path, headers = [] }, seconds, connections) {
  const before = cpuSeconds(server.process.pid);
  const child = spawn("wrk", [
    ...["-t1", `-c${connections}`, `-d${seconds}`, "--latency", "-H", `Authorization: ${AUTHORIZATION}`],
    ...headers,
    server.url + path,
  ]);
  let text = "";
  child.stdout.on("data", (chunk) => {
    text += chunk;
  });
  await once(child, "close");
  const found = /([0-9.]+)(us|ms|s)\n\s+([0-9]+) requests in/.exec(text);
  if (!found || /Socket errors/.test(text)) throw new Error(`wrk failed:\n${text}`);
  const [, latency, unit, requests] = found;
  return {
    rate: Number(/Requests\/sec:\s+([0-9.]+)/.exec(text)[1]),
    cost: ((cpuSeconds(server.process.pid) - before) / Number(requests)) * 1e6,
    slowest: Number(latency) * { us: 1, ms: 1e3, s: 1e6 }[unit],
  };
}

function spread(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)];
}

/** Where the system does not tell (it is not Linux), not a number. */
function cpuSeconds(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
    return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS;
  } catch {
    return Number.NaN;
  }
}

function residentMegabytes(pid) {
  const kilobytes = spawnSync("ps", ["-o", "rss=", "-p", String(pid)]).stdout.toString();
  return Number(kilobytes) / 1024;
}

async function startOurs(directory) {
  const keyFile = join(directory, "key");
  writeFileSync(keyFile, KEY);
  const args = ["serve", "--data", join(directory, "site"), "--port", "0", "--api-key-file", keyFile];
  const child = spawn(process.execPath, [BINARY, ...args], {
    stdio: ["ignore", "pipe", openSync(join(directory, "log"), "w")],
  });
  const url = /http:\/\/[^/]+/.exec(await firstLine(child))[0];
  return { process: child, url };
}

async function startBare(url) {
  const child = spawn(process.execPath, [SELF, "bare", url], { stdio: ["ignore", "pipe", "inherit"] });
  return { process: child, url: await firstLine(child) };
}

async function firstLine(child) {
  for await (const line of createInterface(child.stdout)) return line;
  throw new Error("the server ended before it was ready");
}

/** The other side: a server that holds one answer, head and body, and sends it to whoever asks. */
async function serveBare(url) {
  const response = await fetch(url, { headers: HEADERS });
  const body = Buffer.from(await response.arrayBuffer());
  const hopByHop = ["date", "connection", "keep-alive", "transfer-encoding"];
  const head = Object.fromEntries([...response.headers].filter(([name]) => !hopByHop.includes(name)));
  const isLong = head["content-length"] === undefined;
  const server = createServer((_request, outgoing) => {
    outgoing.writeHead(200, head);
    if (isLong) stream(body, outgoing);
    else outgoing.end(body);
  });
  server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
}

/** Writes as fast as the reader takes it, in chunks of the size that `serve` uses. */
async function stream(body, outgoing) {
  const chunk = 64 * 1024;
  for (let at = 0; at < body.length && !outgoing.destroyed; at += chunk) {
    if (outgoing.write(body.subarray(at, at + chunk))) continue;
    await new Promise((resolve) => {
      outgoing.once("drain", resolve);
      outgoing.once("close", resolve);
    });
    outgoing.removeAllListeners("close");
  }
  outgoing.end();
}

async function writeTree(directory) {
  mkdirSync(directory);
  const out = createWriteStream(join(directory, "content.ndjson"));
  for (let id = 1; id <= NODES; id++) {
    if (!out.write(`${JSON.stringify(nodeOf(id))}\n`)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
}

function nodeOf(id) {
  const text = (alias, value) => ({ alias, editorAlias: "Umbraco.TextBox", value });
  return {
    parentId: Math.floor(id / 20) || -1,
    id,
    key: keyOf(id),
    name: `Page number ${id}`,
    url: `/section/page-number-${id}/`,
    type: "article",
    sortOrder: id % 20,
    createDate: "2020-01-01T00:00:00Z",
    updateDate: "2021-01-01T00:00:00Z",
    properties: {
      title: text("title", `Title ${id}`),
      body: text("body", "Lorem ipsum dolor sit amet ".repeat(20)),
    },
  };
}

function keyOf(id) {
  return `11111111-2222-3333-4444-${id.toString(16).padStart(12, "0")}`;
}
