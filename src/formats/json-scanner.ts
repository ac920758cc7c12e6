/** Reads whole values of JSON, nested however deeply, and the members of objects one by one. */
import { BYTE, isScalar } from "./json-text.ts";
import type { NameTable } from "./name-table.ts";
import { TokenScanner } from "./token-scanner.ts";

/**
 * Repeated names, and names that are numbers, stay as and where they are. Nothing here recurses, so depth is bounded by
 * memory alone.
 */
export class JsonScanner extends TokenScanner {
  /** For each open object or array, the byte that closes it. */
  #closers = new Uint8Array(64);

  /**
   * Copies the name of an object's member and the colon behind it.
   * @param names the names that mean something
   * @returns the name's index in `names`, or -1
   */
  copyName(names: NameTable): number {
    if (this.peek() !== BYTE.quote) this.fail("expected a name in quotes");
    const mark = this.mark();
    const start = this.copyString();
    const name =
      start < 0
        ? names.find(this.out.bytes, mark + 1, this.out.length - 1)
        : names.find(this.input.bytes, start + 1, this.input.position - 1);
    this.expect(BYTE.colon, '":"');
    return name;
  }

  /** Copies the next value, whatever it is. */
  copyValue(): void {
    let depth = 0;
    for (;;) {
      const first = this.peek();
      if (depth === 0 && isScalar(first)) {
        this.copyScalar(first);
        return;
      }
      if (first === BYTE.openBrace || first === BYTE.openBracket) {
        const closer = first + 2;
        this.input.position++;
        if (!this.accept(closer)) {
          this.#open(depth++, closer);
          if (closer === BYTE.closeBrace) this.#copyMemberName();
          continue;
        }
      } else {
        this.copyScalar(first);
      }
      depth = this.#close(depth);
      if (depth === 0) return;
    }
  }

  /** After a value inside `depth` containers: closes what ends, consumes a comma. Returns the depth that is left. */
  #close(depth: number): number {
    for (let open = depth; open > 0; open--) {
      const closer = this.#closers[open - 1];
      if (this.accept(BYTE.comma)) {
        if (closer === BYTE.closeBrace) this.#copyMemberName();
        return open;
      }
      this.expect(closer, `"," or "${String.fromCharCode(closer)}"`);
    }
    return 0;
  }

  #copyMemberName(): void {
    if (this.peek() !== BYTE.quote) this.fail("expected a name in quotes");
    this.copyString();
    this.expect(BYTE.colon, '":"');
  }

  #open(depth: number, closer: number): void {
    if (depth === this.#closers.length) {
      const larger = new Uint8Array(depth * 2);
      larger.set(this.#closers);
      this.#closers = larger;
    }
    this.#closers[depth] = closer;
  }
}
