#!/usr/bin/env node
// CommonJS (see package.json beside): Node starts it a tenth sooner than an ES module.
require("../dist/cli.cjs")
  .run(process.argv.slice(2), process)
  .then((status) => {
    process.exitCode = status;
  });
