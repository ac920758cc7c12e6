/** Finds the lines of positions in a text. */

export class LineIndex {
  readonly #text: string;
  /** Where the lines begin, once one was asked for. */
  #starts: number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The line of a position, from 1. */
  lineAt(position: number): number {
    this.#starts ??= lineStarts(this.#text);
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle] <= position) low = middle;
      else high = middle;
    }
    return low + 1;
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
