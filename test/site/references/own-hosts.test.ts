/** References by absolute URLs on the hosts of the site itself: its domains, and the site that a copy is of. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { keyOf, SiteDatabase } from "../../formats/database/site-database.ts";
import { parseLines } from "../../support/ndjson.ts";
import { run, startServe } from "../../support/program.ts";
import { nodeOf, siteDirectory } from "../../support/site.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

const FILE = "/media/abcdefgh/a.jpg";

/** A root with domains, a page About and a media node; the root's text has the HTML. */
function siteWith(
  html: string,
  domains: readonly string[] = ["own.example:8443/en", "*1100", "/path"],
): string {
  const site = new SiteDatabase();
  site.type("page", { text: "Umbraco.TinyMCE", links: "Umbraco.MultiUrlPicker" });
  site.type("Image", { umbracoFile: "Umbraco.UploadField" }, { kind: "mediaType" });
  const values = html.startsWith("[")
    ? [{ alias: "links", column: "textValue", value: html }]
    : [{ alias: "text", column: "textValue", value: html }];
  const home = site.page("page", { name: "Home", values });
  site.page("page", { name: "About", parent: home });
  site.media("Image", {
    name: "a.jpg",
    path: FILE,
    values: [{ alias: "umbracoFile", column: "textValue", value: FILE }],
  });
  for (const domain of domains) site.domain(domain, home, 1);
  return site.write();
}

async function namesOf(...args: string[]): Promise<string[]> {
  const { stdout } = await run(["find", ...args, "--format", "ndjson"]);
  return parseLines(stdout).map(({ name }) => name as string);
}

describe("an absolute URL on a host of the site is a reference", () => {
  it.each([
    ["an image", `<img src="https://own.example${FILE}?width=5">`, "a.jpg"],
    ["an image, without a scheme and with another port", `<img src="//own.example:80${FILE}">`, "a.jpg"],
    ["an image, in capitals", `<img src="HTTP://OWN.EXAMPLE${FILE}">`, "a.jpg"],
    ["a path in running text", `<p>see https://own.example${FILE}.</p>`, "a.jpg"],
    ["a page", '<a href="https://own.example/en/about/">x</a>', "About"],
    ["a page, with a query", '<a href="https://own.example/en/about?x=1#y">x</a>', "About"],
    ["a page that a link names", '[{"name":"x","url":"https://own.example/en/about/","udi":null}]', "About"],
  ])("to %s", async (_, html, name) => {
    const data = siteWith(html);
    const target = name === "About" ? "/en/about/" : FILE;
    expect(await namesOf("--data", data, "--links-to", target)).toEqual(["Home"]);
    const unused = await namesOf("--data", data, "--unused");
    expect(unused).not.toContain(name);
  });

  it("to a page below its other domains, and in a language that has only a domain", async () => {
    const site = new SiteDatabase();
    const spanish = site.language("es");
    site.type("page", { text: "Umbraco.TinyMCE" });
    const link = (path: string) => [{ alias: "text", column: "textValue", value: `<a href="${path}">x</a>` }];
    const home = site.page("page", { name: "Home" });
    const about = site.page("page", { name: "About", parent: home });
    for (const [i, path] of [
      "/es/about/",
      "https://two.example/uk/about",
      "https://one.example/about/",
      "/fr/about/",
    ].entries())
      site.page("page", { name: `Links ${i}`, parent: home, sortOrder: i, values: link(path) });
    site.domain("one.example", home, 1);
    site.domain("two.example/uk", home, 1);
    site.domain("one.example/es", home, spanish);
    expect(await namesOf("--data", site.write(), "--links-to", keyOf(about))).toEqual([
      "Links 0",
      "Links 1",
      "Links 2",
    ]);
  });

  it.each([
    ["www. is another host", `<img src="https://www.own.example${FILE}">`],
    ["so is a host that ends in the site's", `<img src="https://not-own.example${FILE}">`],
    ["a wildcard is none", `<img src="https://*1100${FILE}"> <img src="https://1100${FILE}">`],
    ["a path is none", `<img src="https://path${FILE}">`],
  ])("but %s", async (_, html) => {
    expect(await namesOf("--data", siteWith(html), "--unused")).toContain("a.jpg");
  });

  it("to a page of the same path on another host of the site", async () => {
    const site = new SiteDatabase();
    site.type("page", { text: "Umbraco.TinyMCE" });
    const value = '<a href="https://two.example/about/">x</a>';
    const homes = ["one", "two"].map((name, i) =>
      site.page("page", {
        name,
        sortOrder: i,
        values: i === 0 ? [{ alias: "text", column: "textValue", value }] : [],
      }),
    );
    const abouts = homes.map((parent) => site.page("page", { name: "About", parent }));
    homes.forEach((home, i) => {
      site.domain(["one.example", "two.example"][i], home, 1);
    });
    const data = site.write();
    expect(await namesOf("--data", data, "--links-to", keyOf(abouts[1]))).toEqual(["one"]);
    expect(await namesOf("--data", data, "--links-to", keyOf(abouts[0]))).toEqual([]);
  });

  it("which audit lists if its file is gone, but not on another host", async () => {
    const deadIn = async (html: string) => {
      const { stdout } = await run([
        "audit",
        "--data",
        siteWith(html),
        "--section",
        "references",
        "--format",
        "json",
      ]);
      return JSON.parse(stdout).sections[0].rows.map(({ text }: { text: string }) => text);
    };
    const gone = "own.example/media/hgfedcba/gone.jpg";
    expect(await deadIn(`<img src="https://${gone}"><img src="https://www.${gone}">`)).toEqual([
      `https://${gone}`,
    ]);
    expect(await deadIn('<a href="https://other.example/about/">x</a>')).toEqual([]);
  });

  it("of a copy, on the site that was copied", async () => {
    const image = {
      ...nodeOf(10, "a.jpg"),
      type: "Image",
      url: FILE,
      properties: {
        umbracoFile: { alias: "umbracoFile", editorAlias: "Umbraco.UploadField", value: FILE },
      },
    };
    const text = (value: string) => ({ text: { alias: "text", editorAlias: "Umbraco.TinyMCE", value } });
    const page = (value: string) => ({ ...nodeOf(1, "Home"), url: "/", properties: text(value) });
    const { origin } = await startServe([
      "--data",
      siteDirectory([page(`<img src="http://127.0.0.1${FILE}">`)], [image]),
    ]);
    const out = join(temporaryDirectory(), "copy");
    expect(await run(["pull", "--base-url", origin, "--out", out, "--quiet"])).toMatchObject({ status: 0 });
    expect(await namesOf("--data", out, "--links-to", FILE)).toEqual(["Home"]);
    expect(await namesOf("--data", out, "--unused")).not.toContain("a.jpg");
  });
});
