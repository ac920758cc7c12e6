#!/usr/bin/env node
// CommonJS (see package.json beside): Node starts it a tenth sooner than an ES module.
require("./load-built.js")
  .loadBuilt()
  .run(process.argv.slice(2), process)
  .then((status) => {
    process.exitCode = status;
  });
