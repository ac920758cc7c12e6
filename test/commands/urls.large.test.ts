/** `urls` of large data. */
import { expect, it } from "vitest";
import { runProcess, SMALL_STACK } from "../support/program.ts";
import { keyOf } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";

const MANY = 20_000;
const node = (id: number, url: string) => `{"id":${id},"key":"${keyOf(id)}","name":"P","url":"${url}"`;

it.each<[string, () => string]>([
  ["pages", () => Array.from({ length: MANY }, (_, i) => `${node(i + 1, `/${i}/`)}}\n`).join("")],
  [
    "aliases of one page",
    () => {
      const aliases = Array.from({ length: MANY - 1 }, (_, i) => `a${i}`).join(",");
      return `${node(1, "/")},"properties":{"umbracoUrlAlias":{"alias":"umbracoUrlAlias","editorAlias":"x","value":"${aliases}"}}}`;
    },
  ],
])("urls prints 20,000 URLs as a table: %s", async (_, text) => {
  const data = dataDirectory({ "content.ndjson": text() });
  const { status, stdout } = await runProcess(["urls", "--data", data, "--format", "table"], SMALL_STACK);
  expect({ status, lines: stdout.split("\n").length }).toEqual({ status: 0, lines: MANY + 2 });
});
