/** Whatever the query says, the answer is 200 or a problem document. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { operationPath, OPERATIONS as TABLE } from "../../src/operations.ts";
import { expectProblemDocument } from "../support/problem.ts";
import { appOf, keyOf } from "../support/site.ts";

const SEED = 20_260_101;
const RUNS = 3000;

const names = fc.oneof(
  fc.constantFrom("id", "key", "alias", "maxLevel", "ID", "Key", "MAXLEVEL", "", "%69d", "id[]", "__proto__"),
  fc.string({ unit: "binary", maxLength: 8 }),
);
const values = fc.oneof(
  fc.constantFrom(
    "1",
    "-1",
    "0",
    "1e3",
    " 12",
    "+1",
    "2147483648",
    "-2147483649",
    "",
    "%00",
    "%",
    "%ZZ",
    "%C3%28",
    "\0",
  ),
  fc.constantFrom(keyOf(2), `{${keyOf(2)}`, `(${keyOf(3)})`, keyOf(2).replaceAll("-", ""), "null", "NaN"),
  fc.integer().map(String),
  fc.uuid(),
  fc.string({ unit: "binary", maxLength: 80 }),
);
const parameters = fc.tuple(names, values, fc.boolean(), fc.constantFrom("=", "", "=="));
const queries = fc
  .array(parameters, { maxLength: 6 })
  .map((list) =>
    list
      .map(([name, value, encoded, sign]) =>
        encoded ? encodeURIComponent(name) + sign + encodeURIComponent(value) : name + sign + value,
      )
      .join("&"),
  );

it(`createApp: answers ${RUNS} odd queries with no fault and valid problems (seed ${SEED})`, async () => {
  const faults: unknown[] = [];
  const app = appOf({ onFault: (error) => faults.push(error) });
  let count = 0;
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...TABLE), queries, async (operation, query) => {
      count++;
      const response = await app.request(
        `http://localhost${operationPath("platform/module", operation)}?${query}`,
      );
      statuses.add(response.status);
      const body: unknown = await response.json();
      expect([200, 400, 404]).toContain(response.status);
      if (response.status === 200) return;
      expect(response.headers.get("Content-Type")).toBe("application/problem+json");
      expectProblemDocument(body);
      expect((body as { status: number }).status).toBe(response.status);
    }),
    { seed: SEED, numRuns: RUNS },
  );
  expect(count).toBe(RUNS);
  expect(faults).toEqual([]);
  expect([...statuses].sort()).toEqual([200, 400, 404]);
});
