/** A fixed list of names that are recognised as bytes, without making strings of them. */
export class NameTable {
  /** For each length, the names of that length and their indexes. */
  readonly #byLength: { bytes: Buffer; index: number }[][] = [];

  constructor(names: readonly string[]) {
    names.forEach((name, index) => {
      const bytes = Buffer.from(name);
      this.#byLength[bytes.length] ??= [];
      this.#byLength[bytes.length].push({ bytes, index });
    });
  }

  /** @returns the index of the name that lies in `source` from `start` to `end`, or -1 */
  find(source: Buffer, start: number, end: number): number {
    const candidates = this.#byLength[end - start];
    if (candidates === undefined) return -1;
    for (let i = 0; i < candidates.length; i++) {
      const { bytes, index } = candidates[i];
      let at = 0;
      while (at < bytes.length && bytes[at] === source[start + at]) at++;
      if (at === bytes.length) return index;
    }
    return -1;
  }
}
