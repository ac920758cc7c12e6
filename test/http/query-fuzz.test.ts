/** Random queries: each is read, or is a problem document. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { PARAMETERS, readQuery } from "../../src/http/parameters.ts";
import { problemDocument } from "../../src/http/problem.ts";
import { operationPath, OPERATIONS as TABLE } from "../../src/operations.ts";
import { anyCharacter } from "../support/any-character.ts";
import { expectProblemDocument } from "../support/problem.ts";
import { appOf, digitsOf, keyOf } from "../support/site.ts";

const SEED = 20_260_101;
const RUNS = 300;
/** The queries that are also requested from the app, which takes much longer than reading them. */
const REQUESTS = 60;

const names = fc.oneof(
  fc.constantFrom(..."id key alias path maxLevel ID Key MAXLEVEL %69d id[] __proto__".split(" "), ""),
  fc.string({ unit: anyCharacter, maxLength: 8 }),
);
const values = fc.oneof(
  fc.constantFrom(..."1 -1 0 1e3 +1 2147483648 -2147483649 %00 % %ZZ %C3%28 \0".split(" "), "", " 12"),
  fc.constantFrom(keyOf(2), `{${keyOf(2)}`, `(${keyOf(3)})`, digitsOf(2), "null", "NaN"),
  fc.integer().map(String),
  fc.uuid(),
  fc.string({ unit: anyCharacter, maxLength: 80 }),
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

it(`readQuery: ${RUNS} random queries are read or valid problems (seed ${SEED})`, () => {
  const outcomes = new Set<number>();
  fc.assert(
    fc.property(fc.constantFrom(...TABLE), queries, (operation, query) => {
      const read = readQuery(operation, query);
      if ("name" in read) expectProblemDocument(JSON.parse(JSON.stringify(problemDocument(read))));
      else for (const name of required(operation)) expect(read[name]).toBeDefined();
      outcomes.add("name" in read ? problemDocument(read).status : 200);
    }),
    { seed: SEED, numRuns: RUNS },
  );
  expect([...outcomes].sort()).toEqual([200, 400]);
});

function required({ takes }: (typeof TABLE)[number]) {
  return takes.filter((name) => PARAMETERS[name].isNeeded);
}

it(`createApp: answers ${REQUESTS} random queries without a fault, or with a problem (seed ${SEED})`, async () => {
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
    { seed: SEED, numRuns: REQUESTS },
  );
  expect(count).toBe(REQUESTS);
  expect(faults).toEqual([]);
  expect([...statuses].sort()).toEqual([200, 400, 404]);
});
