/** Links of rich text in a folder for uSync 17. */
import { expect, it } from "vitest";
import { dataType, KEY, node, property, type, UDI, written } from "./written.ts";

it("usync: links keep what follows the node, also if the data does not have its URL", async () => {
  const media = UDI("media", 2);
  const { value } = await written({
    "DataTypes/rich": dataType(20, "Rich", "Umbraco.TinyMCE"),
    "ContentTypes/page": type(30, "page", { properties: [property(31, "rich", 20, "Umbraco.TinyMCE")] }),
    "Content/page": node(1, "page", {
      values: { rich: `<a href="/{localLink:${media}}#page=2">x</a>` },
    }),
  });
  expect(value("page", "rich").markup).toBe(`<a href="/{localLink:${KEY(2)}}#page=2" type="media">x</a>`);
});
