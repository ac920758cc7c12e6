/** `slice` of the shared corpus and of large data. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runProcess, SMALL_STACK } from "../support/program.ts";
import { SHARED } from "../support/repository.ts";
import { nodeOf, siteDirectory, udiOf } from "../support/site.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { expectSameAgain, expectSound, expectTrue, shownIn, sliced } from "./slicing.ts";

const CORPUS = join(SHARED, "corpus");
const EXPORTS = existsSync(CORPUS) ? readdirSync(CORPUS).filter((name) => /-v[0-9]+$/.test(name)) : [];
const COVER = ["--cover"];
const ONE_PER_TYPE = ["--per-type", "1", "--follow", "0"];

describe.skipIf(EXPORTS.length === 0)("slice of real sites (skipped if ../shared/corpus is missing)", () => {
  it.each(EXPORTS.slice(0, 3))(
    "answers for each node of %s what its source answers, without siblings that are not in the slice",
    async (name) => {
      const data = join(CORPUS, name);
      const { out, receipt } = await sliced(data, ["--per-type", "1"]);
      await expectTrue(data, out, receipt);
    },
  );

  it.each(EXPORTS)(
    "--cover of %s shows every type, editor, element and value shape, and is sound",
    async (name) => {
      const data = join(CORPUS, name);
      const { out } = await sliced(data, COVER);
      expect(await shownIn(out)).toEqual(await shownIn(data));
      await expectSound(data, out);
    },
  );

  it.each(EXPORTS)("--per-type of %s is sound", async (name) => {
    const data = join(CORPUS, name);
    await expectSound(data, (await sliced(data, ONE_PER_TYPE)).out);
  });

  it.each(EXPORTS.flatMap((name) => [COVER, ONE_PER_TYPE].map((flags) => ({ name, flags }))))(
    "of $name is the same when it is sliced again: $flags",
    ({ name, flags }) => expectSameAgain(join(CORPUS, name), flags),
  );
});

it("slice cuts a node with 45,000 references that lead nowhere", async () => {
  const value = Array.from({ length: 45_000 }, (_, i) => udiOf("document", i + 10));
  const related = { alias: "related", editorAlias: "Umbraco.MultiNodeTreePicker", value: value.join(",") };
  const data = siteDirectory([{ ...nodeOf(1, "Home"), properties: { related } }]);
  const out = join(temporaryDirectory(), "slice");
  const { status, stdout } = await runProcess(
    ["slice", "--data", data, "--out", out, "--id", "1", "--format", "json"],
    SMALL_STACK,
  );
  expect(status).toBe(0);
  expect(JSON.parse(stdout).references.dead).toBe(45_000);
});
