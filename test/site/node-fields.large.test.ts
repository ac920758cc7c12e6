/** Fields of nodes on real sites. */
import { join } from "node:path";
import { describe, it } from "vitest";
import { expectCountedByHand } from "../analysis/count-by-hand.ts";
import { SHARED } from "../support/repository.ts";
import { distinctSites } from "../support/shared-sites.ts";

/** Sites whose pickers hold ids, which the oracle cannot distinguish from other numbers. */
const WITH_ID_PICKERS = ["corpus/legacy-site-v7"];
const SITES = distinctSites("corpus").filter((name) => !WITH_ID_PICKERS.includes(name));

describe.skipIf(SITES.length === 0)("node fields: words and references of real sites", () => {
  it.each(SITES)("of %s equal the oracle's counts", async (name) => {
    await expectCountedByHand(["--data", join(SHARED, name)]);
  });
});
