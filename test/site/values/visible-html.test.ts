/** `visibleText`: the text that a reader sees, also of malformed HTML. */
import { describe, expect, it } from "vitest";
import { spaceFolded, visibleText } from "../../../src/site/values/visible-html.ts";

describe("visibleText", () => {
  it.each([
    ["text between tags", "<p>one</p><p>two</p>", "one two"],
    ["words that contain inline tags", "un<b>break</b>able <i>x</i>", "unbreakable x"],
    ["a line break, and an image, as a gap", 'a<br>b<BR/>c<img src="x>y">d', "a b c d"],
    ["blocks of rich text as gaps", "a<umb-rte-block data-content-key='1'></umb-rte-block>b", "a b"],
    ["nothing of scripts and styles", "a<script>if (a<b) {}</script>b<STYLE>p{}</Style >c", "a b c"],
    ["nothing after an unclosed script", "a<script>let x", "a"],
    ["nothing of comments", "a<!-- <p>no</p> -->b<!-- and no end <p>", "a b"],
    [
      "entities as their characters",
      "&lt;p&gt; &amp;amp; &Auml;&auml; &#233;&#xE9; &euro;&hellip;",
      "<p> &amp; Ää éé €…",
    ],
    ["unknown entities unchanged", "&Amp; &nope; & ; AT&T", "&Amp; &nope; & ; AT&T"],
    ["code points that do not exist as browsers do", "&#1114112; &#x110000; &#x80;", "\ufffd \ufffd €"],
    [
      "entities that editors write, beyond those of Latin-1",
      "&alpha;&beta;&lambda;&mu; &sim;&le;&ge;&ne; &larr;&harr; &zcaron;&Ccaron; &sup2;&#8322; &check;",
      "αβλμ ∼≤≥≠ ←↔ žČ ²₂ ✓",
    ],
    ["joiners as characters", "a&zwnj;b&zwj;c", "a\u200cb\u200dc"],
    ["the first and last names of HTML 4", "x&nbsp;&iexcl;&yuml;", "x ¡ÿ"],
    ["old entities without a semicolon, as browsers do", "a&nbsp b &copy 2026", "a b © 2026"],
    ["a bracket that begins no tag", "1 < 2 <3 and a<", "1 < 2 <3 and a<"],
    ["nothing of an unclosed tag", "a<p class='x", "a"],
    ["a gap for an unmatched end tag of a block", "a</div>b</b>c", "a bc"],
    ["white space folded, soft hyphens included", " a\n\t b\u00ad c\u200b\ufeffd ", "a b c d"],
    ["letters in NFC", "e\u0301", "é"],
  ])("returns %s", (_, html, text) => {
    expect(visibleText(html)).toBe(text);
  });

  it("takes linear time", () => {
    for (const piece of ["<!--", "<script>", "<p ", "</p", "<a href='", "&#", "<"]) {
      expect(visibleText(piece.repeat(50_000)).length).toBeLessThanOrEqual(piece.length * 50_000);
    }
  });
});

it("spaceFolded keeps the brackets of plain text", () => {
  expect(spaceFolded(" a <b>\r\n &amp; c ")).toBe("a <b> &amp; c");
});
