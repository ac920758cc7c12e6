/** `export --as usync` over real sites, if ../shared exists. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { validateFolder } from "../../src/usync17/validate-folder.ts";
import { SHARED } from "../support/repository.ts";
import { roundTrip } from "./round-trip.ts";

const names = (folder: string, pattern: RegExp) =>
  existsSync(join(SHARED, folder))
    ? readdirSync(join(SHARED, folder)).filter((name) => pattern.test(name))
    : [];
const reason = "skipped if ../shared is missing";
const CORPUS = names("corpus", /-v\d+$/).map((name) => `corpus/${name}`);
const SITES = [...CORPUS, ...names("databases", /\.db$/).map((name) => `databases/${name}`)];

describe.skipIf(SITES.length === 0)(`export --as usync: real sites (${reason})`, () => {
  it.each(SITES)(
    "writes %s so that it is read again with the same decoded lines, but for what the report names",
    async (name) => {
      const { differences, nodes } = await roundTrip(["--data", join(SHARED, name)]);
      expect(differences).toEqual([]);
      expect(nodes).toBeGreaterThan(0);
    },
  );

  it.each(SITES)("writes the unpublished nodes of %s, too", async (name) => {
    const { differences } = await roundTrip(["--data", join(SHARED, name), "--include-unpublished"]);
    expect(differences).toEqual([]);
  });
});

describe.skipIf(CORPUS.length === 0)(`validateFolder: real exports (${reason})`, () => {
  it.each(CORPUS.filter((name) => name.endsWith("-v17")))("finds nothing in %s", (name) => {
    const found: string[] = [];
    validateFolder(join(SHARED, name), (...finding) => found.push(finding.join(" ")));
    expect(found).toEqual([]);
  });
});
