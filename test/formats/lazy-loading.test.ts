/** The packages that a format needs are loaded only for data of that format. */
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { fixture } from "../support/repository.ts";
import { SiteDatabase } from "./database/site-database.ts";

const BUILT = new URL("../../dist/cli.cjs", import.meta.url);
/** Whether a module of this name was loaded to read a directory; in a process of its own. */
function loads(module: string, directory: string): boolean {
  const script = `
    import Module from "node:module";
    import cli from ${JSON.stringify(BUILT.href)};
    const status = await cli.run(["content", "--quiet", "--data", ${JSON.stringify(directory)}], process);
    const loaded = Object.keys(Module._cache).some((path) => path.includes(${JSON.stringify(module)}));
    process.stderr.write(JSON.stringify({ status, loaded }));`;
  const { stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    encoding: "utf8",
  });
  const { status, loaded } = JSON.parse(stderr);
  expect(status).toBe(0);
  return loaded;
}

describe("lazy loading", () => {
  it.each([
    ["json", false],
    ["usync/ids", true],
    ["umbraco-config/site", true],
  ])("the XML parser for %s: %s", (directory, isLoaded) => {
    expect(loads("saxes", fixture(directory))).toBe(isLoaded);
  });

  it("the database reader with SQLite only for databases", () => {
    const site = new SiteDatabase();
    expect(loads("load-database", site.write())).toBe(true);
    expect(loads("load-database", fixture("json"))).toBe(false);
    expect(loads("load-database", fixture("usync/ids"))).toBe(false);
  });
});
