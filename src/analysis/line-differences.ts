/** The lines of two texts as a unified diff has them: those that stayed, those that are gone, those that are new. */

/** A line, and which text has it: both, the earlier or the later one. */
type DiffLine = { sign: " " | "-" | "+"; text: string };

/** Beyond so many pairs of lines what differs is told as a whole: the table of a shortest edit would be too large. */
const MOST_PAIRS = 4_000_000;

export function lineDifferences(before: string, after: string): DiffLine[] {
  const [was, is] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < was.length && start < is.length && was[start] === is[start]) start++;
  let same = 0;
  while (
    same < Math.min(was.length, is.length) - start &&
    was[was.length - 1 - same] === is[is.length - 1 - same]
  ) {
    same++;
  }
  return [
    ...signed(" ", was.slice(0, start)),
    ...edited(was.slice(start, was.length - same), is.slice(start, is.length - same)),
    ...signed(" ", was.slice(was.length - same)),
  ];
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.split(/\r?\n/);
}

function signed(sign: DiffLine["sign"], lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ sign, text }));
}

/** By the longest sequence of lines that both have. */
function edited(was: readonly string[], is: readonly string[]): DiffLine[] {
  if (was.length * is.length > MOST_PAIRS) return [...signed("-", was), ...signed("+", is)];
  const width = is.length + 1;
  const common = commonLengths(was, is);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < was.length && j < is.length) {
    if (was[i] === is[j]) {
      lines.push({ sign: " ", text: was[i++] });
      j++;
    } else if (common[(i + 1) * width + j] >= common[i * width + j + 1]) {
      lines.push({ sign: "-", text: was[i++] });
    } else lines.push({ sign: "+", text: is[j++] });
  }
  return [...lines, ...signed("-", was.slice(i)), ...signed("+", is.slice(j))];
}

/** For each pair of places, how many lines the rests from there on have in common; a row for each line of the first. */
function commonLengths(was: readonly string[], is: readonly string[]): Uint32Array {
  const width = is.length + 1;
  const common = new Uint32Array((was.length + 1) * width);
  for (let i = was.length - 1; i >= 0; i--) {
    for (let j = is.length - 1; j >= 0; j--) {
      const at = i * width + j;
      const longer = Math.max(common[at + width], common[at + 1]);
      common[at] = was[i] === is[j] ? common[at + width + 1] + 1 : longer;
    }
  }
  return common;
}
