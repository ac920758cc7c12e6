/** `urls` of large data. */
import { expect, it } from "vitest";
import { run } from "../support/program.ts";
import { keyOf } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";

it("urls prints 150,000 URLs as plain text", async () => {
  const lines = Array.from({ length: 150_000 }, (_, i) =>
    JSON.stringify({ id: i + 1, key: keyOf(i + 1), name: "P", url: `/${i}/` }),
  );
  const data = dataDirectory({ "content.ndjson": lines.join("\n") });
  const { status, stdout } = await run(["urls", "--data", data, "--format", "plain"]);
  expect({ status, lines: stdout.split("\n").length }).toEqual({ status: 0, lines: 150_001 });
});
