/**
 * How fast `pull` is beside a bare loop of the same HTTP library, and how much memory it takes: node bench/pull.js [nodes].
 * Both sides ask the same server, in another process, for the same nodes, in turn.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The benchmark starts itself once more for the bare loop: `--bare ORIGIN NODES`. */
const IS_BARE = process.argv[2] === "--bare";
const NODES = Number(process.argv[IS_BARE ? 4 : 2] ?? 100_000);
const ROUNDS = 3;
const CONCURRENCY = 4;
const CHILDREN = 20;
const BINARY = fileURLToPath(new URL("../bin/migrations.js", import.meta.url));

/** About 1 kB a node, 20 children each. */
async function writeData(path) {
  const stream = createWriteStream(path);
  for (let i = 0; i < NODES; i++) {
    const id = 1000 + i;
    const parent = i === 0 ? {} : { parentId: 1000 + Math.floor((i - 1) / CHILDREN) };
    const node = {
      ...parent,
      id,
      key: `5f0c9e7a-0000-4000-8000-${id.toString(16).padStart(12, "0")}`,
      name: `Node ${id}`,
      url: `/node-${id}/`,
      type: "page",
      sortOrder: i % CHILDREN,
      createDate: "2016-03-01T10:00:05",
      updateDate: "2016-03-01T10:00:05",
      properties: {
        body: { alias: "body", editorAlias: "Umbraco.TinyMCE", value: "Some text. ".repeat(60) },
      },
    };
    if (!stream.write(`${JSON.stringify(node)}\n`)) await once(stream, "drain");
  }
  stream.end();
  await once(stream, "close");
}

async function serve(data) {
  const child = spawn(process.execPath, [
    BINARY,
    "serve",
    "--data",
    data,
    "--port",
    "0",
    "--log",
    "none",
    "--quiet",
  ]);
  const [text] = await once(child.stdout, "data");
  return { child, origin: new URL(String(text).split(" ")[1]).origin };
}

/** Runs a script or the binary, and gives its seconds and its largest resident memory. */
async function timed(args) {
  const started = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let largest = 0;
  const timer = setInterval(() => {
    largest = Math.max(largest, residentBytes(child.pid));
  }, 50);
  child.stdout.resume();
  const [status] = await once(child, "close");
  clearInterval(timer);
  if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}`);
  return { seconds: (performance.now() - started) / 1000, largest };
}

/** Only Linux tells this of another process. */
function residentBytes(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** How deep `pull` asks for a node: a leaf for itself alone, any other for its children and theirs. */
function maxLevelOf(index) {
  if (index * CHILDREN + 1 >= NODES) return 0;
  let level = 1;
  for (let at = index; at > 0; at = Math.floor((at - 1) / CHILDREN)) level++;
  return level + 2;
}

/** The bare loop: sends the requests that `pull` sends, and reads each answer to its end. */
async function bareLoop(origin) {
  const { Agent, request } = await import("undici");
  const dispatcher = new Agent();
  let next = 0;
  const work = async () => {
    while (next < NODES) {
      const index = next++;
      const query = `id=${1000 + index}&maxLevel=${maxLevelOf(index)}`;
      const url = `${origin}/platform/module/Migrations/GetContentById?${query}`;
      const { body } = await request(url, { dispatcher });
      await body.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  await dispatcher.close();
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

async function compare() {
  const directory = mkdtempSync(join(tmpdir(), "migrations-bench-"));
  await writeData(join(directory, "content.ndjson"));
  const { child, origin } = await serve(directory);
  try {
    const ratios = [];
    let largest = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const out = join(directory, `out-${round}`);
      const bare = await timed([fileURLToPath(import.meta.url), "--bare", origin, String(NODES)]);
      const pull = await timed([
        BINARY,
        "pull",
        "--base-url",
        origin,
        "--out",
        out,
        "--quiet",
        "--kind",
        "content",
      ]);
      ratios.push(bare.seconds / pull.seconds);
      largest = Math.max(largest, pull.largest);
      console.log(
        `round ${round + 1}: bare ${(NODES / bare.seconds).toFixed(0)}/s, pull ${(NODES / pull.seconds).toFixed(0)}/s, ratio ${(bare.seconds / pull.seconds).toFixed(2)}`,
      );
      rmSync(out, { recursive: true, force: true });
    }
    console.log(`request rate, pull to bare loop: ${median(ratios).toFixed(2)} (to reach: 0.60)`);
    console.log(`largest resident memory of pull: ${(largest / 1e6).toFixed(0)} MB (to stay below: 300 MB)`);
  } finally {
    child.kill();
    rmSync(directory, { recursive: true, force: true });
  }
}

if (IS_BARE) await bareLoop(process.argv[3]);
else await compare();
