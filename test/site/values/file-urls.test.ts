/** `fileUrlsIn`: URLs of files in texts and HTML. */
import { describe, expect, it } from "vitest";
import { fileUrlsIn, isFilePath } from "../../../src/site/values/file-urls.ts";

describe("fileUrlsIn finds", () => {
  it.each([
    ["a link", '<a href="/files/list.pdf">x</a>', ["/files/list.pdf"]],
    ["an image", "<img src='/images/a.png?width=3'>", ["/images/a.png"]],
    ["a link with blanks", '<a href="/files/price list (1).pdf">x</a>', ["/files/price list (1).pdf"]],
    ["escaped quotes", String.raw`<a href=\"/files/a.pdf\">x</a>`, ["/files/a.pdf"]],
    ["srcset", '<img srcset="/a.jpg 1x, /b.jpg 2x">', ["/a.jpg", "/b.jpg"]],
    ["a style", "<p style=\"background:url('/files/a.png')\">", ["/files/a.png"]],
    ["a style without quotes", '<p style="background:url(/files/a.png)">', ["/files/a.png"]],
    ["Markdown", "[the list](/files/list.pdf 'x')", ["/files/list.pdf"]],
    ["running text", "See /files/a.pdf, it's in /files/b.zip.", ["/files/a.pdf", "/files/b.zip"]],
    ["the form of ASP.NET", "~/files/a.pdf", ["~/files/a.pdf"]],
    ["a host", "https://www.site.example/files/a.PDF#page=2", ["https://www.site.example/files/a.PDF"]],
    ["a host without a scheme", '<img src="//site.example/a.png">', ["//site.example/a.png"]],
    ["two extensions", "/files/a.pdf.zip", ["/files/a.pdf.zip"]],
    ["other letters", "/filer/årsmøte.pdf", ["/filer/årsmøte.pdf"]],
  ])("%s", (_, text, urls) => {
    expect(fileUrlsIn(text)).toEqual(urls);
  });

  it.each([
    ["a name of a file", "the file a.pdf, or files/a.pdf"],
    ["pages", '<a href="/a.aspx">x</a> <a href="/b/">y</a> <a href="/c.html">z</a>'],
    ["styles and scripts", '<script src="/a.js"></script><link href="/a.css">'],
    ["a path that goes on", '<a href="/a.zip/b">x</a>'],
    ["a parameter", "/thumb.ashx?image=/files/a.png"],
    ["an e-mail address", "mailto:x@a.ai"],
    ["a version", "/v1.2/notes"],
  ])("not %s", (_, text) => {
    expect(fileUrlsIn(text)).toEqual([]);
  });
});

describe("isFilePath", () => {
  it.each([
    ["/files/a.pdf", true],
    ["/a.JPEG", true],
    ["/a/", false],
    ["/a.aspx", false],
  ])("%s: %s", (path, expected) => {
    expect(isFilePath(path)).toBe(expected);
  });
});
