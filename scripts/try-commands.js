/** Runs each command of a packed program as a newcomer would, and throws at the first that does not do what it says. */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** How long a server may take to be ready, in milliseconds. */
const PATIENCE = 30_000;

/**
 * Each runs twice, since the second time Node has the code compiled.
 * @param {string} node the path of a Node
 * @param {string} program the path of the program's bin
 */
export async function tryCommands(node, program) {
  const folder = mkdtempSync(join(tmpdir(), "migrations-try-"));
  try {
    for (const out of ["first", "second"].map((name) => join(folder, name))) {
      for (const { args, shows } of commandsWith(out)) {
        const { status, stdout, stderr } = spawnSync(node, [program, ...args], { encoding: "utf8" });
        if (status !== 0 || !shows.test(stdout)) {
          throw new Error(`migrations ${args.join(" ")} on ${node} ends with ${status}:\n${stdout}${stderr}`);
        }
      }
      await tryServing(node, program);
    }
    tryCodeCache(node, program, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} out a folder that is not there @returns {{ args: string[], shows: RegExp }[]} */
function commandsWith(out) {
  return [
    { args: ["--version"], shows: /^\d+\.\d+\.\d+(?:\+[0-9a-f]+(?:\.changed)?)?\n$/ },
    { args: ["--help"], shows: /^Examples:/ },
    { args: ["content", "--sample", "--id", "1085"], shows: /^\{"id":1085,/ },
    { args: ["media", "--sample", "--format", "tree", "--depth", "all"], shows: /Graphics/ },
    { args: ["content", "--sample", "--id", "1085", "--format", "tree"], shows: /1085/ },
    { args: ["types", "article", "--sample"], shows: /"alias":"article"/ },
    { args: ["export", "--sample", "--out", out], shows: /^exported / },
    { args: ["check", "--sample"], shows: /content/ },
  ];
}

/**
 * Looks whether the code that Node has compiled is taken the second time, nothing is written elsewhere, and nothing is said
 * where it cannot be kept.
 * @param {string} node @param {string} program @param {string} folder may be used
 */
function tryCodeCache(node, program, folder) {
  const keeps = spawnSync(node, ["-p", "typeof require('node:module').enableCompileCache"], {
    encoding: "utf8",
  });
  // Node 20 keeps none.
  if (keeps.stdout.trim() !== "function") return;
  const place = join(folder, "temporary");
  mkdirSync(place);
  const lookUp = (env = {}) => {
    const places = { TMPDIR: place, TEMP: place, TMP: place };
    const args = [program, "content", "--sample", "--id", "1085"];
    return spawnSync(node, args, { encoding: "utf8", env: { ...process.env, ...places, ...env } }).stderr;
  };
  const told = lookUp({ NODE_DEBUG_NATIVE: "COMPILE_CACHE" });
  const taken = told.match(/ was accepted/g)?.length ?? 0;
  if (taken < 2) throw new Error(`${node} does not take the code that it has compiled: ${told}`);
  const cache = join(dirname(realpathSync(program)), "../dist/compile-cache");
  rmSync(cache, { recursive: true });
  writeFileSync(cache, "");
  const said = lookUp();
  rmSync(cache);
  if (said !== "") throw new Error(`a look-up on ${node} says ${said}`);
  const written = readdirSync(place);
  if (written.length > 0) throw new Error(`a look-up on ${node} writes ${written} into the temporary folder`);
}

/** Starts a server, asks it for a node, and ends it. @param {string} node @param {string} program */
async function tryServing(node, program) {
  const server = spawn(node, [program, "serve", "--sample", "--port", "0"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const timer = setTimeout(() => server.kill("SIGKILL"), PATIENCE);
  try {
    const ready = await new Promise((resolve, reject) => {
      server.stdout.once("data", (chunk) => resolve(String(chunk)));
      server.once("exit", (status) => reject(new Error(`serve on ${node} ends with ${status}`)));
    });
    const [url] = /http:\/\/\S+/.exec(ready) ?? [];
    const answer = await fetch(new URL("/platform/module/Migrations/GetContentById?id=1085", url));
    const { id } = /** @type {{ id?: number }} */ (await answer.json());
    if (answer.status !== 200 || id !== 1085) throw new Error(`serve on ${node} answers ${answer.status}`);
  } finally {
    clearTimeout(timer);
    server.removeAllListeners("exit");
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill();
    await ended;
  }
}
