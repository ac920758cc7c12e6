/** Finds the line of a position in a text, of whatever size and however many lines. */

/** Lines are counted once up to each so many characters. */
const STEP = 16 * 1024;

export class LineIndex {
  readonly #text: string;
  /** How many lines end before each step, once a line was asked for. */
  #counts: number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The line of a position, from 1. */
  lineAt(position: number): number {
    this.#counts ??= countsIn(this.#text);
    const step = Math.floor(position / STEP);
    return this.#counts[step] + lineEnds(this.#text, step * STEP, position) + 1;
  }
}

function countsIn(text: string): number[] {
  const counts = [0];
  for (let end = STEP; end <= text.length; end += STEP) {
    counts.push(counts[counts.length - 1] + lineEnds(text, end - STEP, end));
  }
  return counts;
}

function lineEnds(text: string, start: number, end: number): number {
  const part = text.slice(start, end);
  let count = 0;
  for (let at = part.indexOf("\n"); at >= 0; at = part.indexOf("\n", at + 1)) count++;
  return count;
}
