/** JSON text in memory, in the loose syntax that editors wrote and Umbraco reads. */
import { expect, it } from "vitest";
import { parseStrictOutline } from "../../src/json/outline.ts";

const GUID = "0f3c4a5e-1234-4abc-8def-0123456789ab";

it.each<[what: string, text: string, strict: string | undefined]>([
  ["strict JSON", '{"a":[1,{"b":null}]}', '{"a":[1,{"b":null}]}'],
  ["GUIDs without quotes", `{"id":${GUID}}`, `{"id":"${GUID}"}`],
  ["names without quotes, and apostrophes", "{a:'x'}", '{"a":"x"}'],
  ["a comma before the end", '{"a":[1,2,],"b":{"c":1, } ,\n}', '{"a":[1,2],"b":{"c":1}}'],
  ["a comma alone", "[,]", undefined],
  ["two commas", '{"a":1,,}', undefined],
  ["items without a comma", "[1 2]", undefined],
  ["another end", '{"a":1]', undefined],
])("parseStrictOutline: %s", (_, text, strict) => {
  expect(parseStrictOutline(text)?.text).toBe(strict);
});
