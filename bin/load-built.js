/** Loads the built program, from a cache of compiled code where there is one: a look-up then starts a tenth sooner. */
const { readFileSync } = require("node:fs");
const { createRequire, enableCompileCache, Module, wrap } = require("node:module");
const { dirname, join } = require("node:path");
const { Script } = require("node:vm");

const BUILT = join(__dirname, "../dist/cli.cjs");
/** What the cache of a file is called: the file's name and this. */
const CACHE_ENDING = ".code-cache";

/** @returns what the program exports */
function loadBuilt() {
  // Node 22.8 and later keep such a cache themselves. For Node 20 the build makes one, which only that very Node takes.
  if (!enableCompileCache) return loadCached(BUILT, readCache, () => {});
  enableCompileCache();
  return require(BUILT);
}

/**
 * @param path the file
 * @param cacheOf gives the cache of a file; without one, Node loads it
 * @param onCompiled told of each file that has one, and of its script
 * @returns what the file exports
 */
function loadCached(path, cacheOf, onCompiled) {
  const requireThere = createRequire(path);
  const cachedData = cacheOf(path);
  if (require.cache[path] || !cachedData) return requireThere(path);
  const script = new Script(wrap(readFileSync(path, "utf8")), { filename: path, cachedData });
  const module = new Module(path);
  require.cache[path] = module;
  onCompiled(path, script);
  const requireCached = (id) =>
    id.startsWith("./") ? loadCached(requireThere.resolve(id), cacheOf, onCompiled) : requireThere(id);
  script.runInThisContext()(module.exports, requireCached, module, path, dirname(path));
  module.loaded = true;
  return module.exports;
}

/** @returns `undefined` where there is none */
function readCache(path) {
  try {
    return readFileSync(path + CACHE_ENDING);
  } catch {
    return undefined;
  }
}

module.exports = { BUILT, CACHE_ENDING, loadBuilt, loadCached };
