/** `slice` of the shared corpus and of large data. */
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { runProcess, SMALL_STACK } from "../support/program.ts";
import { SHARED } from "../support/repository.ts";
import { distinctSites } from "../support/shared-sites.ts";
import { nodeOf, siteDirectory, udiOf } from "../support/site.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { contentsOf, expectSameAgain, expectSameAnswers, expectSound, reportsOf, sliced } from "./slicing.ts";

const EXPORTS = distinctSites("corpus");
const COVER = ["--cover"];
const ONE_PER_TYPE = ["--per-type", "1", "--follow", "0"];

describe.skipIf(EXPORTS.length === 0)("slice of real sites (skipped if ../shared/corpus is missing)", () => {
  it.each(EXPORTS.slice(0, 3))(
    "nodes of %s have the same answers as in the source, except omitted children",
    async (name) => {
      const data = join(SHARED, name);
      const { out } = await sliced(data, ["--per-type", "1"]);
      await expectSameAnswers(data, out);
    },
  );
});

describe.each(EXPORTS)("slice of %s (skipped if ../shared/corpus is missing)", (name) => {
  const data = join(SHARED, name);
  let source: Awaited<ReturnType<typeof reportsOf>>;
  beforeAll(async () => {
    source = await reportsOf(data);
  });

  it("--cover contains every type, editor, element and value shape, passes check and audit, and is the same again", async () => {
    const slice = await sliced(data, COVER);
    const reports = await reportsOf(slice.out);
    expect(contentsOf(reports)).toEqual(contentsOf(source));
    expectSound(source, reports);
    await expectSameAgain(slice, COVER, source);
  });

  it("--per-type passes check and audit, and is the same again", async () => {
    const slice = await sliced(data, ONE_PER_TYPE);
    expectSound(source, await reportsOf(slice.out));
    await expectSameAgain(slice, ONE_PER_TYPE, source);
  });
});

it("slice writes a node with 20,000 dead references", async () => {
  const value = Array.from({ length: 20_000 }, (_, i) => udiOf("document", i + 10));
  const related = { alias: "related", editorAlias: "Umbraco.MultiNodeTreePicker", value: value.join(",") };
  const data = siteDirectory([{ ...nodeOf(1, "Home"), properties: { related } }]);
  const out = join(temporaryDirectory(), "slice");
  const { status, stdout } = await runProcess(
    ["slice", "--data", data, "--out", out, "--id", "1", "--format", "json"],
    SMALL_STACK,
  );
  expect(status).toBe(0);
  expect(JSON.parse(stdout).references.dead).toBe(20_000);
});
