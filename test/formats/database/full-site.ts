/** A site of which tests compare the database with other files of the same tables. */
import { SiteDatabase } from "./site-database.ts";

/** A site with values of every column, in two languages, with drafts, earlier versions, media, a domain and a redirect. */
export function fullSite(): SiteDatabase {
  const site = new SiteDatabase();
  const danish = site.language("da-DK");
  site.type(
    "page",
    {
      text: "Umbraco.TextBox",
      "*title": "Umbraco.TextBox",
      number: "Umbraco.Integer",
      price: "Umbraco.Decimal",
      date: "Umbraco.DateTime",
      blocks: "Umbraco.BlockList",
    },
    { varies: true },
  );
  site.type("Image", { umbracoFile: "Umbraco.ImageCropper" }, { kind: "mediaType" });
  const values = [
    { alias: "text", column: "varcharValue", value: 'Blåbærgrød 🫐 "quoted"' },
    { alias: "title", column: "varcharValue", value: "English", language: 1 },
    { alias: "title", column: "varcharValue", value: "Dansk", language: danish },
    { alias: "number", column: "intValue", value: -7 },
    { alias: "price", column: "decimalValue", value: "-1234.5" },
    { alias: "date", column: "dateValue", value: "2024-02-29 23:59:58.997" },
    { alias: "blocks", column: "textValue", value: '{"layout":{}}' },
  ];
  const names = { 1: "Home", [danish]: "Hjem" };
  const home = site.page("page", {
    name: "Home",
    values,
    names,
    inLanguages: [1, danish],
    template: site.template("home"),
  });
  site.page("page", { name: "Below", parent: home, sortOrder: 3, inLanguages: [1], names: { 1: "Below" } });
  for (let version = 0; version < 5; version++)
    site.version(home, "page", { name: `Old ${version}`, published: false, values });
  const draft = { name: "Draft", published: false, current: true, values };
  site.versions("page", { parent: home, sortOrder: 1 }, false, draft);
  const path = "/media/1/photo.jpg";
  // In UTF-16, longer than a chunk of what is inflated.
  const value = JSON.stringify({ src: path, text: "long ".repeat(30_000) });
  site.media("Image", { path, values: [{ alias: "umbracoFile", column: "textValue", value }] });
  site.domain("example.com/en", home, 1);
  site.run("create table umbracoAccess (id TEXT, nodeId INTEGER NOT NULL)");
  site.run("insert into umbracoAccess values ('a', ?)", [home]);
  site.run(
    "create table umbracoRedirectUrl (contentKey TEXT NOT NULL, createDateUtc TEXT, url TEXT, culture TEXT)",
  );
  site.run(
    "insert into umbracoRedirectUrl select uniqueId, '2024-01-01 10:00:00.5', '/old', '' from umbracoNode where id = ?",
    [home],
  );
  return site;
}
