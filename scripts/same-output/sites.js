/** The data that both builds are tried on: the sample, the fixtures, edited and damaged copies of them, and shared data where it is. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** @typedef {{id: number, key: string, name: string, children: SiteNode[], properties: Record<string, {value: unknown}>, [field: string]: unknown}} SiteNode */

/**
 * A generator of numbers from 0 to 1 that gives the same ones again (mulberry32).
 * @param {number} seed
 * @returns {() => number}
 */
export function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Makes a folder with all that the examples of the docs read, and a little more.
 * @param {string} root a checkout
 * @param {string} folder
 */
export function layDesk(root, folder) {
  mkdirSync(folder, { recursive: true });
  const copy = (/** @type {string} */ from, /** @type {string} */ to) =>
    cpSync(join(root, from), join(folder, to), { recursive: true });
  for (const to of ["data", "site", "monday"]) copy("data", to);
  copy("test/fixtures", "test/fixtures");
  copy("test/fixtures/usync/versions", "uSync");
  copy("test/fixtures/umbraco-config/site", "App_Data");
  copy("data/files/media", "media");
  writeEdited(join(root, "data"), join(folder, "friday"));
  const database = sharedPaths(root).find((path) => path.includes("widgets-17"));
  if (database) {
    mkdirSync(join(folder, "umbraco/Data"), { recursive: true });
    cpSync(database, join(folder, "umbraco/Data/Umbraco.sqlite.db"));
  }
  writeFileSync(join(folder, "key"), "the key of the old site");
  writeFileSync(join(folder, "import.mjs"), "await fetch(process.env.MIGRATIONS_BASE_URL);\n");
  writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts: { import: "node import.mjs" } }));
}

/**
 * Writes a JSON data directory as it might be some days later: nodes renamed, changed, moved, removed and added.
 * @param {string} from
 * @param {string} to
 */
export function writeEdited(from, to) {
  cpSync(from, to, { recursive: true });
  for (const name of ["content.json", "media.json"]) {
    /** @type {SiteNode[]} */
    const roots = JSON.parse(readFileSync(join(from, name), "utf8"));
    const random = randomOf(name.length);
    const moved = /** @type {SiteNode[]} */ ([]);
    const edit = (/** @type {SiteNode[]} */ nodes) => {
      for (const node of [...nodes]) {
        edit(node.children);
        const chance = random();
        const changed = () => Object.assign(node, { updateDate: "2031-02-03T04:05:06" });
        if (chance < 0.08) changed().name = `${node.name} (new)`;
        else if (chance < 0.2) {
          const [property] = Object.values(node.properties);
          if (property) property.value = `${property.value} and more`;
          changed();
        } else if (chance < 0.26 && node.children.length === 0) nodes.splice(nodes.indexOf(node), 1);
        else if (chance < 0.32 && node.children.length === 0)
          moved.push(...nodes.splice(nodes.indexOf(node), 1));
        else if (chance < 0.38) changed().sortOrder = 99;
      }
    };
    edit(roots);
    roots[0].children.push(...moved);
    roots.at(-1)?.children.push({
      ...roots[0],
      id: 990_001,
      key: "99000100-0000-4000-8000-000000000001",
      name: "Added",
      children: [],
    });
    writeFileSync(join(to, name), JSON.stringify(roots));
  }
}

/**
 * The data directories, folders and files to read, shared ones where they are.
 * @param {string} root a checkout
 */
export function dataPaths(root) {
  const below = (/** @type {string} */ folder) =>
    readdirSync(join(root, folder)).map((name) => join(root, folder, name));
  return [
    join(root, "data"),
    ...below("test/fixtures/usync"),
    ...below("test/fixtures/umbraco-config"),
    join(root, "test/fixtures/json"),
    ...sharedPaths(root),
  ];
}

/** @param {string} root a checkout */
export function sharedPaths(root) {
  const shared = join(root, "../shared");
  return ["trees", "corpus", "databases"].flatMap((name) =>
    existsSync(join(shared, name))
      ? readdirSync(join(shared, name))
          .filter((entry) => !/\.md$|-wal$/.test(entry))
          .map((entry) => join(shared, name, entry))
      : [],
  );
}

const TOKENS = [
  "null", "{}", "[]", '""', ",", "}", "]", '"', "\\u0000", "\\ud800", "1e400", "-0", "9007199254740993", "<!--", "]]>",
  "&amp;", "&#0;", "<a/>", "</", "\ufeff", "\n", "00000000-0000-0000-0000-000000000000", '"id":1', '"key":"x"', "\u0000",
]; // biome-ignore format: a list

/**
 * Damages bytes: flips, cuts, repeats, removes, or writes something into them.
 * @param {Buffer} bytes
 * @param {() => number} random
 * @returns {Buffer}
 */
export function damaged(bytes, random) {
  let result = Buffer.from(bytes);
  const some = (/** @type {number} */ below) => Math.floor(random() * below);
  for (let i = some(3); i >= 0; i--) {
    const at = some(result.length);
    const end = Math.min(result.length, at + 1 + some(random() < 0.5 ? 4 : 200));
    const before = result.subarray(0, at);
    const way = some(6);
    if (way === 0) result = Buffer.concat([before, Buffer.from([some(256)]), result.subarray(at + 1)]);
    if (way === 1) result = Buffer.concat([before]);
    if (way === 2) result = Buffer.concat([result.subarray(0, end), result.subarray(at)]);
    if (way === 3) result = Buffer.concat([before, result.subarray(end)]);
    if (way === 4)
      result = Buffer.concat([before, Buffer.from(TOKENS[some(TOKENS.length)]), result.subarray(at)]);
    if (way === 5) {
      const other = some(result.length);
      result = Buffer.concat([before, result.subarray(other, other + 40), result.subarray(end)]);
    }
    if (result.length === 0) break;
  }
  return result;
}
