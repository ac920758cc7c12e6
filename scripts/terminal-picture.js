/** Draws what a program writes to a terminal as an SVG picture. */

/** @typedef {{ background: string, text: string, dim: string, prompt: string }} Palette */

/** How a piece of text looks. @typedef {{ bold: boolean, dim: boolean, color: string | undefined }} Look */

/** @type {Readonly<Record<"light" | "dark", Palette & { colors: Record<number, string> }>>} */
export const PALETTES = {
  light: {
    background: "#f6f8fa",
    text: "#1f2328",
    dim: "#646c76",
    prompt: "#0a6c36",
    colors: { 31: "#cf222e", 32: "#116329", 33: "#7d4e00", 34: "#0550ae", 35: "#8250df", 36: "#1b7c83" },
  },
  dark: {
    background: "#0d1117",
    text: "#e6edf3",
    dim: "#9198a1",
    prompt: "#56d364",
    colors: { 31: "#ff7b72", 32: "#56d364", 33: "#e3b341", 34: "#79c0ff", 35: "#d2a8ff", 36: "#56d4dd" },
  },
};

const FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";
/** In pixels: of a character, of a line, around all. */
const CHARACTER = 8;
const LINE = 18;
const MARGIN = 16;
/** From the top of a line to where its letters stand. */
const BASELINE = 13;

/** What begins a change of look. */
const ESCAPE = "\u001b[";

/** @type {Look} */
const PLAIN = { bold: false, dim: false, color: undefined };

/**
 * @param {{ command: string, output: string, columns: number }} screen what was typed, and what came of it
 * @param {keyof typeof PALETTES} name
 * @returns {string} the picture, the same for the same screen
 */
export function terminalPicture({ command, output, columns }, name) {
  const palette = PALETTES[name];
  const lines = output.replace(/\n$/, "").split("\n");
  const drawn = [prompt(command, palette), ...drawLines(lines, columns, palette)];
  const width = 2 * MARGIN + columns * CHARACTER;
  const height = 2 * MARGIN + drawn.length * LINE;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(command)}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${palette.background}"/>`,
    `<g font-family="${FONT}" font-size="13" fill="${palette.text}" xml:space="preserve">`,
    ...drawn.map((line, index) => `<g transform="translate(${MARGIN} ${MARGIN + index * LINE})">${line}</g>`),
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

/** @param {string} command @param {Palette} palette */
function prompt(command, palette) {
  return drawText("$", 0, `fill="${palette.prompt}"`) + drawText(command, 2, 'font-weight="bold"');
}

/**
 * Lines that are too long go on below, as on a terminal; the look of one line goes on in the next.
 * @param {string[]} lines @param {number} columns @param {(typeof PALETTES)["light"]} palette
 */
function drawLines(lines, columns, palette) {
  let look = PLAIN;
  return lines.flatMap((line) => {
    const drawn = [""];
    let column = 0;
    for (const [index, piece] of line.split(ESCAPE).entries()) {
      const text = index === 0 ? piece : piece.slice(piece.indexOf("m") + 1);
      if (index > 0) look = piece.slice(0, piece.indexOf("m")).split(";").reduce(lookAfter, look);
      for (let rest = [...text]; rest.length > 0; ) {
        if (column === columns) {
          drawn.push("");
          column = 0;
        }
        const part = rest.splice(0, columns - column);
        drawn[drawn.length - 1] += drawText(part.join(""), column, attributes(look, palette));
        column += part.length;
      }
    }
    return drawn;
  });
}

/** @param {Look} look @param {string} code of "Select Graphic Rendition" (ECMA-48) @returns {Look} */
function lookAfter(look, code) {
  const number = Number(code);
  if (number === 0) return PLAIN;
  if (number === 1) return { ...look, bold: true };
  if (number === 2) return { ...look, dim: true };
  if (number === 22) return { ...look, bold: false, dim: false };
  if (number === 39) return { ...look, color: undefined };
  if (number in PALETTES.light.colors) return { ...look, color: code };
  throw new Error(`the pictures know no look ${code}`);
}

/** @param {Look} look @param {(typeof PALETTES)["light"]} palette */
function attributes({ bold, dim, color }, palette) {
  const fill = color === undefined ? (dim ? palette.dim : undefined) : palette.colors[Number(color)];
  return [bold ? 'font-weight="bold"' : "", fill ? `fill="${fill}"` : ""].filter(Boolean).join(" ");
}

/** With a width, columns are aligned in any font. @param {string} text @param {number} column @param {string} look */
function drawText(text, column, look) {
  const start = text.length - text.trimStart().length;
  const shown = text.trim();
  if (shown === "") return "";
  const width = [...shown].length * CHARACTER;
  const x = (column + start) * CHARACTER;
  return `<text x="${x}" y="${BASELINE}" textLength="${width}" lengthAdjust="spacingAndGlyphs"${look && ` ${look}`}>${escaped(shown)}</text>`;
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
