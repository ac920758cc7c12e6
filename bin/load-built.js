/** Loads the built program, from a cache of compiled code where there is one: a look-up then starts a fifth sooner. */
const { readFileSync } = require("node:fs");
const { createRequire, enableCompileCache, Module, wrap } = require("node:module");
const { dirname, join } = require("node:path");
const { Script } = require("node:vm");

const BUILT = join(__dirname, "../dist/cli.cjs");
/** What the cache of a file is called: the file's name and this. */
const CACHE_ENDING = ".code-cache";
/** Where Node keeps what it compiles: in the package, since nothing is written elsewhere. */
const NODE_CACHE = join(__dirname, "../dist/compile-cache");

/** @returns what the program exports */
function loadBuilt() {
  return load(BUILT, compileFromCache);
}

/**
 * @param path the file
 * @param compile gives the script of a file; without one, Node loads it
 * @returns what the file exports
 */
function load(path, compile) {
  const requireThere = createRequire(path);
  const script = require.cache[path] ? undefined : compile(path);
  if (!script) return requireThere(path);
  const module = new Module(path);
  require.cache[path] = module;
  const folder = dirname(path);
  const requireFile = (id) => (id.startsWith("./") ? load(join(folder, id), compile) : requireThere(id));
  script.runInThisContext()(module.exports, requireFile, module, path, folder);
  module.loaded = true;
  return module.exports;
}

/** @param {Buffer} [cachedData] */
const compiled = (path, cachedData) =>
  new Script(wrap(readFileSync(path, "utf8")), { filename: path, cachedData });

/**
 * The build makes the cache, with what typical commands compile as they run, and only that very Node takes it. Node 22.8
 * and later keep one themselves, for the rest and for what another Node built, with what is compiled at the start, where
 * the package's folder can be written. So the package has none: V8 takes a cache only from its own version on the same kind of processor, and one for each would be 1 MB.
 * @returns `undefined` where there is no cache, or one that is not taken
 */
function compileFromCache(path) {
  try {
    const script = compiled(path, readFileSync(path + CACHE_ENDING));
    if (!script.cachedDataRejected) return script;
  } catch {}
  enableCompileCache?.(NODE_CACHE);
}

module.exports = { BUILT, CACHE_ENDING, compiled, compileFromCache, load, loadBuilt };
