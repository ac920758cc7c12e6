/** Markdown as HTML of the elements that rich text consists of. HTML in it stays: the reader of rich text keeps only what is listed there. */

const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
const RULE = /^ {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/;
const FENCE = /^ {0,3}(?:```|~~~)/;
const QUOTE = /^ {0,3}>\s?/;
const ITEM = /^\s*(?:([*+-])|[0-9]{1,9}[.)])\s+(.*)$/;

/** Quotes within quotes beyond this depth are texts. */
const MOST_DEPTH = 10;

export function markdownHtml(text: string, depth = 0): string {
  const lines = text.split(/\r\n|\r|\n/);
  let html = "";
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) html += `<p>${inline(paragraph.join("\n"))}</p>`;
    paragraph = [];
  };
  /** Takes the lines from one on that a test admits. */
  const linesFrom = (start: number, isWanted: (line: string) => boolean) => {
    let end = start;
    while (end < lines.length && isWanted(lines[end])) end++;
    return lines.slice(start, end);
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    const heading = HEADING.exec(line);
    const item = RULE.test(line) ? null : ITEM.exec(line);
    const isQuote = QUOTE.test(line) && depth < MOST_DEPTH;
    if (line.trim() !== "" && !heading && !item && !isQuote && !FENCE.test(line) && !RULE.test(line)) {
      paragraph.push(line);
      continue;
    }
    endParagraph();
    if (heading) html += `<h${heading[1].length}>${inline(heading[2])}</h${heading[1].length}>`;
    else if (FENCE.test(line)) {
      const code = linesFrom(at + 1, (each) => !FENCE.test(each));
      html += `<pre><code>${escaped(code.join("\n"))}</code></pre>`;
      at += code.length + 1;
    } else if (isQuote) {
      const quote = linesFrom(at, (each) => QUOTE.test(each));
      html += `<blockquote>${markdownHtml(quote.map((each) => each.replace(QUOTE, "")).join("\n"), depth + 1)}</blockquote>`;
      at += quote.length - 1;
    } else if (item) {
      const isList = (each: string) => ITEM.test(each) || /^\s+\S/.test(each);
      const items = linesFrom(at, isList);
      const tag = item[1] === undefined ? "ol" : "ul";
      html += `<${tag}>${items.map((each) => itemHtml(each)).join("")}</${tag}>`;
      at += items.length - 1;
    } else if (line.trim() !== "") html += "<hr>";
  }
  endParagraph();
  return html;
}

/** An item, or the continuation of the one before it. */
function itemHtml(line: string): string {
  const item = ITEM.exec(line);
  return item ? `<li>${inline(item[2])}` : ` ${inline(line.trim())}`;
}

/** Links, pictures, emphasis, code and line ends. */
function inline(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part, i) => (i % 2 === 1 ? `<code>${escaped(part.slice(1, -1))}</code>` : emphasised(part)))
    .join("");
}

function emphasised(text: string): string {
  return text
    .replace(/!\[([^[\]]*)\]\(([^()\s]+)(?:\s+"[^"]*")?\)/g, (_, alt: string, source: string) => {
      return `<img src="${quoted(source)}" alt="${quoted(alt)}">`;
    })
    .replace(/\[([^[\]]+)\]\(([^()\s]+)(?:\s+"[^"]*")?\)/g, (_, label: string, address: string) => {
      return `<a href="${quoted(address)}">${label}</a>`;
    })
    .replace(/\*\*([^*\s][^*]*)\*\*/g, "<strong>$1</strong>")
    .replace(/__([^_\s][^_]*)__/g, "<strong>$1</strong>")
    .replace(/\*([^*\s][^*]*)\*/g, "<em>$1</em>")
    .replace(/(?<![\p{L}\p{N}])_([^_\s][^_]*)_(?![\p{L}\p{N}])/gu, "<em>$1</em>")
    .replace(/ {2,}\n|\\\n/g, "<br>");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function quoted(text: string): string {
  return text.replaceAll('"', "&quot;");
}
