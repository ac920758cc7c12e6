/** Markdown as the explorer shows it: the elements that are left of it once the allow list of rich text has read it. */
import { describe, expect, it } from "vitest";
import { markdownHtml } from "../../src/explorer/markdown.ts";
import { type RichNode, readRichText } from "../../src/explorer/rich-text.ts";

const written = (nodes: readonly RichNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === "string") return node;
      const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}=${value}`);
      return `<${node.tag}${attributes.join("")}>${written(node.children)}</${node.tag}>`;
    })
    .join("");

describe("markdownHtml", () => {
  it.each([
    ["# Horns #", "<h1>Horns</h1>"],
    ["one\ntwo\n\nthree", "<p>one\ntwo</p><p>three</p>"],
    ["one  \ntwo", "<p>one<br></br>two</p>"],
    ["a **bold** and *slanted* _word_", "<p>a <strong>bold</strong> and <em>slanted</em> <em>word</em></p>"],
    ["snake_case_name, 2 * 3 * 4", "<p>snake_case_name, 2 * 3 * 4</p>"],
    ["* one\n* two\n  more", "<ul><li>one</li><li>two more</li></ul>"],
    ["1. one\n2. two", "<ol><li>one</li><li>two</li></ol>"],
    ["> loud\n> horn", "<blockquote><p>loud\nhorn</p></blockquote>"],
    ["---", "<hr></hr>"],
    ["`a < b`", "<p><code>a < b</code></p>"],
    ["```js\nif (a < b) **c**\n```\nafter", "<pre><code>if (a < b) **c**</code></pre><p>after</p>"],
    ['[a horn](/horn/ "loud")', "<p><a href=/horn/>a horn</a></p>"],
    ["![a horn](/media/horn.jpg)", "<p><img src=/media/horn.jpg alt=a horn></img></p>"],
    ["<script>alert(1)</script><b onclick=x>b</b>", "<p><b>b</b></p>"],
    ['[x](javascript:alert"1")', '<p><a href=javascript:alert"1">x</a></p>'],
    ["", ""],
  ])("%j", (text, expected) => {
    expect(written(readRichText(markdownHtml(text)))).toBe(expected);
  });

  it("takes no more than a moment for texts of marks", () => {
    for (const mark of ["[", "*", "_", "> ", "`", "![", "* "]) markdownHtml(mark.repeat(50_000));
  });
});
