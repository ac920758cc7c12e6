/** Fields of nodes on real sites. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "vitest";
import { expectCountedByHand } from "../analysis/count-by-hand.ts";
import { SHARED } from "../support/repository.ts";

const CORPUS = join(SHARED, "corpus");
/** Sites whose pickers hold ids, which the oracle cannot distinguish from other numbers. */
const WITH_ID_PICKERS = ["legacy-site-v7"];
const SITES = existsSync(CORPUS)
  ? readdirSync(CORPUS, { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && !WITH_ID_PICKERS.includes(entry.name),
    )
  : [];

describe.skipIf(SITES.length === 0)("node fields: words and references of real sites", () => {
  it.each(SITES.map(({ name }) => name))("of %s equal the oracle's counts", async (name) => {
    await expectCountedByHand(["--data", join(CORPUS, name)]);
  });
});
