/** `nodePseudonymiser` for the shared corpus. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { it } from "vitest";
import { SHARED } from "../../support/repository.ts";
import { expectSameReferences } from "./same-references.ts";

const CORPUS = join(SHARED, "corpus");
const EXPORTS = existsSync(CORPUS) ? readdirSync(CORPUS).filter((name) => /-v[0-9]+$/.test(name)) : [];

it.skipIf(EXPORTS.length === 0).each(EXPORTS)(
  "nodePseudonymiser keeps all references of %s (skipped if ../shared/corpus is missing)",
  (name) => expectSameReferences(join(CORPUS, name)),
);
