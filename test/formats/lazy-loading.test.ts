/** The packages that a format needs are loaded only for data of that format. */
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { fixture } from "../support/repository.ts";
import { SiteDatabase } from "./database/site-database.ts";

const BUILT = new URL("../../dist/cli.cjs", import.meta.url);
/** What XML, and what databases are read with. */
const MODULES = ["saxes", "load-database"];

/** The modules that were loaded to read a directory, in a process of its own. */
function loadedFor(directory: string): string[] {
  const script = `
    import Module from "node:module";
    import cli from ${JSON.stringify(BUILT.href)};
    const status = await cli.run(["content", "--quiet", "--data", ${JSON.stringify(directory)}], process);
    process.stderr.write(JSON.stringify({ status, paths: Object.keys(Module._cache) }));`;
  const { stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    encoding: "utf8",
  });
  const { status, paths } = JSON.parse(stderr);
  expect(status).toBe(0);
  return MODULES.filter((module) => paths.some((path: string) => path.includes(module)));
}

describe("lazy loading", () => {
  it.each([
    ["json", []],
    ["usync/ids", ["saxes"]],
  ])("%s loads %j", (directory, modules) => {
    expect(loadedFor(fixture(directory))).toEqual(modules);
  });

  it("a database loads the database reader with SQLite, and no XML parser", () => {
    expect(loadedFor(new SiteDatabase().write())).toEqual(["load-database"]);
  });
});
