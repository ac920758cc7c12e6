/** `loadDirectory` of a uSync folder of many files. */
import { expect, it } from "vitest";
import { loadDirectory } from "../../../src/formats/load-directory.ts";
import { dataDirectory } from "../../support/temporary.ts";

it("loadDirectory reads one of 10,000 uSync files with the same key, and warns about the others", async () => {
  const file = `<Content Key="11111111-1111-4111-8111-111111111111" Alias="A" Level="1">
<Info><Parent Key="00000000-0000-0000-0000-000000000000"/><ContentType>page</ContentType><NodeName Default="A"/><SortOrder>0</SortOrder><Published Default="true"/></Info>
<Properties/></Content>`;
  const files = Array.from({ length: 10_000 }, (_, i) => [`Content/${i}.config`, file]);
  const { trees, warnings } = await loadDirectory(dataDirectory(Object.fromEntries(files)));
  expect(trees.content.size).toBe(1);
  expect(warnings.filter(({ text }) => text.includes("has the same key"))).toHaveLength(9999);
});
