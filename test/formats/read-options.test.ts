/** Options that data cannot use. */
import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/errors.ts";
import { type ReadOptions, refuseOptions } from "../../src/formats/data-format.ts";

describe("refuseOptions", () => {
  it.each<[ReadOptions, string]>([
    [{ culture: "da-DK" }, "--culture cannot be used: JSON holds only one culture"],
    [{ urls: false }, "--no-urls cannot be used: JSON holds urls itself"],
    [{ urls: false, culture: "da-DK" }, "--culture cannot be used: JSON holds only one culture"],
  ])("refuses %j", (options, message) => {
    expect(() => refuseOptions(options, ["culture", "urls"], "JSON")).toThrow(new UsageError(message));
  });

  it.each<ReadOptions>([{}, { editors: "e.json" }, { urls: true }, { includeUnpublished: true }])(
    "accepts %j",
    (options) => {
      expect(refuseOptions(options, ["culture", "urls"], "JSON")).toBeUndefined();
    },
  );
});
