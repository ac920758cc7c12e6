/** `readRenderedPage`: what of a page is content, frame and head, and what it shows. */
import { describe, expect, it } from "vitest";
import { readRenderedPage } from "../../src/completeness/rendered-page.ts";

const contentOf = (html: string, within?: string) => readRenderedPage(html, within).content;
const urlsOf = (html: string) => readRenderedPage(html).uses.map(({ use }) => use.urls.join(" "));

describe("readRenderedPage finds the content", () => {
  it.each<[what: string, html: string, content: string[], frame: string[]]>([
    [
      "in main",
      "<nav>Menu</nav><main><h1>Horn</h1><p>Text</p></main><footer>Foot</footer>",
      ["Horn", "Text"],
      ["Menu", "Foot"],
    ],
    ["in the role main", "<div>Menu</div><div role=main>Text</div>", ["Text"], ["Menu"]],
    ["in a main that is shown", "<main hidden>Off</main><main>Text</main>", ["Text"], ["Off"]],
    [
      "in the only article",
      "<div>Menu</div><article><header>Head</header>Text</article>",
      ["Head", "Text"],
      ["Menu"],
    ],
    [
      "in a body with several articles",
      "<nav>Menu</nav><article><footer>By me</footer></article><article>Two</article>",
      ["By me", "Two"],
      ["Menu"],
    ],
    ["in a body without landmarks", "<div>Menu</div><div>Text</div>", ["Menu", "Text"], []],
    ["with asides in main", "<main>Text<aside>Note</aside></main>", ["Text", "Note"], []],
    ["without a body", "Text", ["Text"], []],
    ["in a page that is cut", "<main><p>Te", ["Te"], []],
  ])("%s", (_, html, content, frame) => {
    const page = readRenderedPage(html);
    expect([page.content, page.frame]).toEqual([content, frame]);
  });

  it.each([
    ["#text", ["Text"]],
    [".text", ["Text"]],
    ["section", ["Text"]],
    ["#missing", ["Menu", "Text"]],
  ])("within %s", (within, content) => {
    expect(contentOf('<div>Menu</div><section id="text" class="a text">Text</section>', within)).toEqual(
      content,
    );
  });
});

describe("readRenderedPage reads texts", () => {
  it.each<[what: string, html: string, content: string[]]>([
    ["of blocks apart", "<p>One</p><ul><li>Two<li>Three</ul>", ["One", "Two", "Three"]],
    [
      "with inline tags in words",
      "<p>fog<b>horn</b> mu&shy;seum<br>by the sea</p>",
      ["foghorn mu\u00adseum by the sea"],
    ],
    ["of links in a row", "<p><a>One</a><a>Two</a></p>", ["One Two"]],
    [
      "without scripts, styles, templates and frames",
      "<p>Text</p><script>x</script><style>y</style><template>z</template><iframe>f</iframe><noscript>n</noscript>",
      ["Text"],
    ],
    ["of a shadow root", "<my-card><template shadowrootmode=open><p>Text</p></template></my-card>", ["Text"]],
    ["that tabs hide", "<p hidden>Text</p>", ["Text"]],
    ["of fields", '<input placeholder="Search"><input type=submit value="Go">', ["Search", "Go"]],
    [
      "of tables, with what is lost before them",
      "<table>Lost<tr><td>One<td>Two</table>",
      ["Lost", "One", "Two"],
    ],
  ])("%s", (_, html, content) => {
    expect(contentOf(html)).toEqual(content);
  });

  it("of the head: title, descriptions, structured data", () => {
    const html =
      '<title>Horns</title><meta name=description content="Fog"><script type="application/ld+json">{"a":1}</script>';
    expect(readRenderedPage(html).head).toEqual(["Horns", "Fog", '{"a":1}']);
  });
});

describe("readRenderedPage reads what a page shows", () => {
  it.each<[what: string, html: string, urls: string[]]>([
    ["links, also to parts of the page", '<a href="/a/">A</a><a href="#b">B</a>', ["/a/", "#b"]],
    [
      "an image with its other sizes as one",
      '<img src="/a.jpg" srcset="/a-1.jpg 1x, /a-2.jpg 2x">',
      ["/a.jpg /a-1.jpg /a-2.jpg"],
    ],
    ["a lazy image", '<img src="data:image/gif;base64,R0" data-src="/a.jpg">', ["/a.jpg"]],
    [
      "a picture as one",
      '<picture><source srcset="/a.webp"><img src="/a.jpg"></picture>',
      ["/a.webp /a.jpg"],
    ],
    [
      "a copy in noscript as the image before it",
      '<img data-src="/a.jpg"><noscript><img src="/a.jpg"></noscript>',
      ["/a.jpg /a.jpg"],
    ],
    ["a background", `<div style="background-image: url('/a.jpg')"></div>`, ["/a.jpg"]],
    [
      "sound, films with their still, and frames",
      "<audio src=/a.mp3></audio><video poster=/b.jpg><source src=/b.mp4></video><iframe src=/c></iframe>",
      ["/a.mp3", "/b.jpg", "/b.mp4", "/c"],
    ],
    [
      "no scripts and styles",
      '<script src=/a.js></script><link href=/a.css><a href="javascript:x">X</a>',
      [],
    ],
  ])("%s", (_, html, urls) => {
    expect(urlsOf(html)).toEqual(urls);
  });

  it("anchors, and texts of attributes", () => {
    const { ids, labels } = readRenderedPage(
      '<h2 id=a>A</h2><a name=b></a><img src=/x.jpg alt="Alt" title="Title">',
    );
    expect([[...ids], labels]).toEqual([
      ["a", "b"],
      ["Alt", "Title"],
    ]);
  });
});

it("readRenderedPage reads 4,900 nested elements and 50,000 links, and refuses deeper pages", () => {
  expect(readRenderedPage(`${"<div>".repeat(4_900)}Text`).content).toEqual(["Text"]);
  expect(readRenderedPage('<p><a href="/a/">Link</a>'.repeat(50_000)).uses).toHaveLength(50_000);
  expect(() => readRenderedPage("<div>".repeat(100_000))).toThrow(
    "the page has more than 5000 nested elements",
  );
});
