/** What a reader sees of HTML, however broken it is. */
import { describe, expect, it } from "vitest";
import { spaceFolded, visibleText } from "../../src/values/visible-html.ts";

describe("visibleHtml: what is seen", () => {
  it.each([
    ["text between tags", "<p>one</p><p>two</p>", "one two"],
    ["words that tags within them do not break", "un<b>break</b>able <i>x</i>", "unbreakable x"],
    ["a line break, and an image, as a gap", 'a<br>b<BR/>c<img src="x>y">d', "a b c d"],
    ["blocks of rich text as gaps", "a<umb-rte-block data-content-key='1'></umb-rte-block>b", "a b"],
    ["nothing of scripts and styles", "a<script>if (a<b) {}</script>b<STYLE>p{}</Style >c", "a b c"],
    ["nothing behind a script that never ends", "a<script>let x", "a"],
    ["nothing of comments", "a<!-- <p>no</p> -->b<!-- and no end <p>", "a b"],
    [
      "entities as their characters",
      "&lt;p&gt; &amp;amp; &Auml;&auml; &#233;&#xE9; &euro;&hellip;",
      "<p> &amp; Ää éé €…",
    ],
    [
      "entities that are none as they stand",
      "&Amp; &nope; &#1114112; &#x110000; & ;",
      "&Amp; &nope; &#1114112; &#x110000; & ;",
    ],
    ["entities that are not seen as nothing", "a&zwnj;b&zwj;c", "abc"],
    ["the first and last names of HTML 4", "x&nbsp;&iexcl;&yuml;", "x ¡ÿ"],
    ["a bracket that begins no tag", "1 < 2 <3 and a<", "1 < 2 <3 and a<"],
    ["nothing of a tag that never ends", "a<p class='x", "a"],
    ["an end without a beginning as a gap where it breaks", "a</div>b</b>c", "a bc"],
    ["white space folded, soft hyphens included", " a\n\t b\u00ad c\u200b\ufeffd ", "a b c d"],
    ["letters in NFC", "e\u0301", "é"],
  ])("is %s", (_, html, text) => {
    expect(visibleText(html)).toBe(text);
  });

  it("is found soon, whatever is looked for in vain", () => {
    for (const piece of ["<!--", "<script>", "<p ", "</p", "<a href='", "&#", "<"]) {
      expect(visibleText(piece.repeat(50_000)).length).toBeLessThanOrEqual(piece.length * 50_000);
    }
  });
});

it("visibleHtml: text that is no HTML keeps its brackets", () => {
  expect(spaceFolded(" a <b>\r\n &amp; c ")).toBe("a <b> &amp; c");
});
