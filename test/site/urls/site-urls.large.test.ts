/** `siteUrls` of very many URLs. */
import { expect, it } from "vitest";
import { loadDirectory } from "../../../src/formats/load-directory.ts";
import { siteUrls } from "../../../src/site/urls/site-urls.ts";
import { nodeOf } from "../../support/site.ts";
import { dataDirectory } from "../../support/temporary.ts";

const treesOf = async (content: object[]) =>
  (await loadDirectory(dataDirectory({ "content.json": content, "media.json": [] }))).trees;

it("siteUrls lists a URL that 20,000 pages share", async () => {
  const trees = await treesOf(
    Array.from({ length: 20_000 }, (_, i) => ({ ...nodeOf(i + 1, "Page"), url: "/" })),
  );
  expect(siteUrls(trees).shared[0].nodes).toHaveLength(20_000);
});
