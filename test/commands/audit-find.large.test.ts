/** `audit` and `find` on the sample and on the shared corpus. */
import { join } from "node:path";
import { it } from "vitest";
import { fixture, SHARED } from "../support/repository.ts";
import { distinctSites } from "../support/shared-sites.ts";
import { expectExplorerCounts, expectShellCounts, rowsOf } from "./audit-counts.ts";

it.each(["../../data", "usync/values", "usync/importer", "usync/types", "usync/version-7"])(
  "find lists as many nodes of %s in the shell and in the explorer as audit counts",
  async (name) => {
    const rows = await rowsOf(fixture(name));
    await expectShellCounts(rows);
    await expectExplorerCounts(fixture(name), rows);
  },
);

it.each(distinctSites("corpus"))(
  "find lists as many nodes of %s in the explorer as audit counts (skipped if ../shared/corpus is missing)",
  async (name) => {
    const data = join(SHARED, name);
    await expectExplorerCounts(data, await rowsOf(data));
  },
);
