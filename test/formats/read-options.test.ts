/** Options that a format cannot use: refused if given only for it, ignored if given for several sources. */
import { describe, expect, it } from "vitest";
import { UsageError } from "../../src/errors.ts";
import { type ReadOptions, refuseOptions, takeOptions } from "../../src/formats/data-format.ts";

const REFUSED = { culture: "holds only one culture", urls: "holds urls itself" };

describe("refuseOptions", () => {
  it.each<[ReadOptions, string | undefined, string]>([
    [{ culture: "da-DK" }, "JSON", "--culture cannot be used: JSON holds only one culture"],
    [{ urls: true }, undefined, "--urls cannot be used: holds urls itself"],
    [{ urls: true, culture: "da-DK" }, "JSON", "--culture cannot be used: JSON holds only one culture"],
  ])("refuses %j", (options, subject, message) => {
    expect(() => refuseOptions(options, REFUSED, subject)).toThrow(new UsageError(message));
  });

  it.each<ReadOptions>([
    {},
    { editors: "e.json" },
    { urls: false },
    { urlAscii: "try", includeUnpublished: true },
  ])("accepts %j", (options) => {
    expect(refuseOptions(options, REFUSED)).toBeUndefined();
  });
});

it("takeOptions takes an option only if all formats of a source can use it", () => {
  const options: ReadOptions = { culture: "da-DK", editors: "e.json", urls: false, urlAscii: undefined };
  expect(takeOptions(options, [{}, {}])).toEqual({
    taken: { culture: "da-DK", editors: "e.json", urls: false },
    passedOver: [],
  });
  expect(takeOptions(options, [{}, REFUSED])).toEqual({
    taken: { editors: "e.json" },
    passedOver: ["culture", "urls"],
  });
});
