/** `find` of large data. */
import { expect, it } from "vitest";
import { keyOf } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";
import { piped } from "../support/terminal.ts";

it("find shortens the breadcrumbs of chains of 1,000 levels", async () => {
  const lines = Array.from(
    { length: 10_000 },
    (_, i) => `{"id":${i + 1},"key":"${keyOf(i + 1)}","name":"x"${i % 1000 > 0 ? `,"parentId":${i}` : ""}}\n`,
  );
  const data = dataDirectory({ "content.ndjson": lines.join("") });
  const { stdout } = await piped(["find", "--data", data, "--format", "table"]);
  expect(stdout.split("\n")).toHaveLength(10_002);
  expect(stdout.length / 10_000).toBeLessThan(300);
});
