/** `audit` and `find` on the sample and on the shared corpus. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { it } from "vitest";
import { fixture, SHARED } from "../support/repository.ts";
import { expectExplorerCounts, expectShellCounts, rowsOf } from "./audit-counts.ts";

const CORPUS = join(SHARED, "corpus");
const SITES = existsSync(CORPUS)
  ? readdirSync(CORPUS, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  : [];

it.each(["../../data", "usync/importer", "usync/types", "usync/version-7"])(
  "find lists as many nodes of %s in the shell as audit counts",
  async (name) => expectShellCounts(await rowsOf(fixture(name))),
);

it.skipIf(SITES.length === 0).each(SITES)(
  "find lists as many nodes of %s in the explorer as audit counts (skipped if ../shared/corpus is missing)",
  async (name) => {
    const data = join(CORPUS, name);
    await expectExplorerCounts(data, await rowsOf(data));
  },
);
