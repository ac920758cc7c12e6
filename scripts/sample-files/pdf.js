/** Writes pages of text as PDF 1.4. */

/** In points, from the lower left corner of A4: where a page's first line stands, and how far apart lines are. */
const TOP = 760;
const LEFT = 72;
const LINE = 20;

/**
 * @param {readonly (readonly string[])[]} pages their lines, the first a heading, of letters that Latin 1 has
 * @returns {Buffer}
 */
export function pdf(pages) {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`);
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...pages.flatMap((lines, index) => pageObjects(lines, 5 + index * 2)),
  ];
  let text = "%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n";
  const entries = ["0000000000 65535 f \n"];
  for (const [index, object] of objects.entries()) {
    entries.push(`${String(text.length).padStart(10, "0")} 00000 n \n`);
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const trailer = `trailer\n<< /Size ${entries.length} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(`${text}xref\n0 ${entries.length}\n${entries.join("")}${trailer}`, "latin1");
}

/**
 * A page, and what stands on it.
 * @param {readonly string[]} lines
 * @param {number} contents the number of the second object
 */
function pageObjects([heading, ...lines], contents) {
  const shown = lines.map((line) => `0 -${LINE} Td (${escaped(line)}) Tj`);
  const stream = [
    "BT",
    `/F1 22 Tf ${LEFT} ${TOP} Td (${escaped(heading)}) Tj`,
    `/F1 12 Tf 0 -${LINE} Td`,
    ...shown,
    "ET",
  ].join("\n");
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${contents} 0 R >>`,
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
  ];
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[\\()]/g, "\\$&");
}
