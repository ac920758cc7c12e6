/** Takes the contents of CDATA sections out of an XML text: a parser looks at each character of them, for nothing. */

/** A text whose CDATA sections are empty, and what was in them, in order. */
export type CutText = { text: string; contents: string[] };

const OPENING = "<![CDATA[";
const CLOSING = "]]>";

/**
 * Characters that XML 1.0 (section 2.2) allows nowhere, and a few beside: the parser is to judge. Halves of surrogate pairs
 * are not looked for: a text that was decoded from UTF-8 has none.
 */
const DOUBTFUL = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/u;

/**
 * @returns `undefined` where there is nothing to take out, and where what looks like a section may be none, or no sound one:
 * then it is for the parser to say
 */
export function cutCdata(source: string): CutText | undefined {
  let opening = source.indexOf(OPENING);
  if (opening < 0 || mayHideMarkup(source)) return undefined;
  const parts: string[] = [];
  const contents: string[] = [];
  let end = 0;
  while (opening >= 0) {
    const start = opening + OPENING.length;
    parts.push(source.slice(end, start));
    end = source.indexOf(CLOSING, start);
    if (end < 0) return undefined;
    const content = source.slice(start, end);
    if (DOUBTFUL.test(content)) return undefined;
    contents.push(content);
    opening = source.indexOf(OPENING, end);
  }
  parts.push(source.slice(end));
  return { text: parts.join(""), contents };
}

/** Whether there is a comment, a processing instruction or a DTD, in which what looks like a section is none. */
function mayHideMarkup(source: string): boolean {
  // The text may begin with an XML declaration.
  return source.includes("<!--") || source.includes("<?", 1) || source.includes("<!DOCTYPE");
}
