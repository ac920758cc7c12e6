#!/usr/bin/env node
// CommonJS (see package.json beside): Node starts it a tenth sooner than an ES module.
const { engines } = require("../package.json");

// Before anything else is loaded, which an older Node cannot parse. Nothing here is newer than Node 6.
const needed = engines.node.replace(">=", "");
const parts = process.versions.node.split(".");
const isOlder = needed
  .split(".")
  .reduceRight((rest, part, i) => +parts[i] < +part || (parts[i] === part && rest), false);
if (isOlder) {
  console.error(`error: migrations needs Node.js ${needed} or later, and this is ${process.versions.node}`);
  process.exitCode = 2;
} else {
  // Node 22.8 and later keep what they compile: in the package, since nothing is written elsewhere.
  const { enableCompileCache } = require("node:module");
  if (enableCompileCache) enableCompileCache(`${__dirname}/../dist/compile-cache`);
  require("../dist/cli.cjs")
    .run(process.argv.slice(2), process)
    .then((status) => {
      process.exitCode = status;
    });
}
