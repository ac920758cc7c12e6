/** `readManifest` of a file of 600 MB. */
import { truncateSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readManifest } from "../../../src/formats/copy/manifest.ts";
import { dataDirectory } from "../../support/temporary.ts";

it("readManifest refuses a manifest that is longer than a string can be", () => {
  const directory = dataDirectory({ "manifest.json": "" });
  truncateSync(join(directory, "manifest.json"), 600_000_000);
  expect(() => readManifest(directory)).toThrow(/is malformed: it cannot be read \(ERR_STRING_TOO_LONG\)/);
});
