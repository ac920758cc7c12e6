/** Asks the servers of both builds for everything they have: operations, explorer answers, files, and what is refused. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Headers that clients depend on. */
const HEADERS = [
  "content-type",
  "allow",
  "www-authenticate",
  "cache-control",
  "location",
  "vary",
  "content-security-policy",
  "content-disposition",
];
const AUDIT_SECTIONS = [
  "editors",
  "elements",
  "references",
  "leftovers",
  "media",
  "urls",
  "secrets",
  "texts",
  "properties",
  "filled",
];

/** @typedef {{id: number, key: string, type: string, url?: string, children?: Listed[]}} Listed */

/**
 * @param {import("./build.js").Build} older
 * @param {import("./build.js").Build} newer
 * @param {import("./comparison.js").Comparison} comparison
 * @param {{paths: string[], against: string, step: number}} options each how many'th node is asked for
 */
export async function compareServers(older, newer, comparison, { paths, against, step }) {
  for (const [i, path] of paths.entries()) {
    const args = ["--data", path, ...(i === 0 ? ["--against", against, "--files", join(path, "files")] : [])];
    const servers = await Promise.all([older.serve(args), newer.serve(args)]);
    for (const target of await targets(servers[0].origin, step)) {
      const [oldAnswer, newAnswer] = await Promise.all(servers.map(({ origin }) => ask(origin, target)));
      comparison.compare(`serve ${path} ${target.method ?? "GET"} ${target.path}`, oldAnswer, newAnswer);
    }
    for (const { stop } of servers) await stop();
  }
}

/** A server that has not read changed data for this long never will. */
const LONGEST_RELOAD_MS = 60_000;

/**
 * Changes the data of `serve --watch`, and compares the answers before and after.
 * @param {import("./build.js").Build} older
 * @param {import("./build.js").Build} newer
 * @param {import("./comparison.js").Comparison} comparison
 */
export async function compareWatched(older, newer, comparison) {
  const [oldAnswers, newAnswers] = await Promise.all(
    [older, newer].map(async (build) => {
      const data = join(build.folder, "watched");
      cpSync(join(build.folder, "monday"), data, { recursive: true });
      const { origin, stop } = await build.serve(["--data", data, "--watch"]);
      const url = `${origin}/platform/module/Migrations/GetContentAtRoot?maxLevel=1000`;
      const before = await (await fetch(url)).text();
      cpSync(join(build.folder, "friday"), data, { recursive: true });
      let after = before;
      for (let waited = 0; after === before && waited < LONGEST_RELOAD_MS; waited += 100) {
        await sleep(100);
        after = await (await fetch(url)).text();
      }
      await stop();
      return { before, after, isReloaded: after !== before };
    }),
  );
  if (!oldAnswers.isReloaded) throw new Error("serve --watch of the older build never reads changed data");
  comparison.compare("serve --watch", oldAnswers, newAnswers);
}

/** @typedef {{path: string, method?: string, headers?: Record<string, string>}} Target */

/**
 * What is asked of a server.
 * @param {string} origin
 * @param {number} step
 * @returns {Promise<Target[]>}
 */
async function targets(origin, step) {
  /** @type {Target[]} */
  const all = ["/", "/healthz", "/openapi.json", "/favicon.ico", "/nothing", "/explorer/site", "/explorer/types", "/explorer/audit",
    "/explorer/changes", "/explorer/changes?from=2&count=3", "/explorer/nothing", "/explorer/find?q=1085", "/explorer/find?q=the",
    "/explorer/find?name=a&kind=content", "/explorer/find?type=*&count=5&from=2", "/explorer/find?unused=true", "/explorer/find?kind=x",
    "/explorer/find?text=e", "/explorer/find?editor=Umbraco.*", "/explorer/find?count=x", "/explorer/node", "/explorer/children"]
    .map((path) => ({ path })); // biome-ignore format: a list
  for (const section of AUDIT_SECTIONS) all.push({ path: `/explorer/audit?section=${section}` });
  for (const kind of ["content", "media"]) {
    const name = kind === "content" ? "Content" : "Media";
    const operations = `/platform/module/Migrations/Get${name}`;
    for (const query of ["AtRoot", "AtRoot?maxLevel=2", "AtRoot?maxLevel=x", "AtRoot?maxLevel=0&MAXLEVEL=1", "ById", "ById?id=x",
      "ById?id=1&id=2", "ByKey?key=x", "ByKey", "ById?id=999999", "Types", "TypeByAlias?alias=article"]) {
      all.push({ path: operations + query });
    } // biome-ignore format: a list
    for (const method of ["POST", "HEAD", "OPTIONS"]) all.push({ path: `${operations}AtRoot`, method });
    all.push({ path: `${operations}AtRoot`, headers: { "accept-encoding": "gzip" } });
    all.push({ path: `${operations}AtRoot`, headers: { host: "evil.example" } });
    all.push({ path: `${operations.toLowerCase()}atroot/` });
    all.push({ path: `/umbraco/Limbo/Migrations/Get${name}AtRoot` });
    all.push(
      ...["", "&count=2", "&from=1&sort=name", "&sort=-updateDate", "&sort=type"].map((query) => ({
        path: `/explorer/children?kind=${kind}${query}`,
      })),
    );
    all.push({ path: `/explorer/seek?kind=${kind}&start=a` });
    const roots = /** @type {Listed[]} */ (
      await (await fetch(`${origin}${operations}AtRoot?maxLevel=1000`)).json()
    );
    const nodes = [...everyNode(roots)].filter((_, i) => i % step === 0);
    for (const { id, key, url } of nodes) {
      for (const level of ["", "&maxLevel=1", "&maxLevel=1000"])
        all.push({ path: `${operations}ById?id=${id}${level}` });
      all.push({ path: `${operations}ByKey?key=${key.replaceAll("-", "")}` });
      for (const view of ["path", "node", "links", "children"])
        all.push({ path: `/explorer/${view}?kind=${kind}&key=${key}` });
      all.push({ path: `/explorer/find?linksTo=${key}` });
      if (kind === "media" && url) all.push({ path: url });
      const answer = await fetch(`${origin}${operations}ById?id=${id}`);
      const node = /** @type {{properties?: object}} */ (await answer.json());
      for (const alias of Object.keys(node.properties ?? {})) {
        const query = `kind=${kind}&key=${key}&alias=${encodeURIComponent(alias)}`;
        all.push({ path: `/explorer/value?${query}` }, { path: `/explorer/rich-text?${query}` });
      }
    }
  }
  return all;
}

/** @param {Listed[]} nodes @returns {Generator<Listed>} */
function* everyNode(nodes) {
  for (const node of nodes) {
    yield node;
    yield* everyNode(node.children ?? []);
  }
}

/** @param {string} origin @param {Target} target */
async function ask(origin, { path, method, headers }) {
  const answer = await fetch(origin + path, { method, headers, redirect: "manual" });
  const body = Buffer.from(await answer.arrayBuffer());
  const sent = HEADERS.map((name) => `${name}: ${answer.headers.get(name)}`).join("\n");
  // The page names its scripts by what is in them.
  const isPage = path === "/";
  return {
    status: answer.status,
    headers: isPage ? "" : sent,
    hasETag: answer.headers.has("etag"),
    body: isPage
      ? ""
      : path === "/openapi.json"
        ? sorted(JSON.parse(body.toString()))
        : body.toString("latin1"),
  };
}

/** JSON whose members are in the order of their names. @param {unknown} document @returns {string} */
function sorted(document) {
  return JSON.stringify(document, (_name, value) =>
    value && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}
