/** The log of requests: a line each, gathered for a moment so that logging costs little. */
import type { Writable } from "node:stream";
import type { Exchange } from "./app.ts";

const GATHER_MILLISECONDS = 100;

export class RequestLog {
  readonly #stream: Writable;
  #lines = "";
  #timer: NodeJS.Timeout | undefined;

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  add({ method, target, status, bytes, milliseconds }: Exchange): void {
    this.#lines += `${method} ${printable(target)} ${status} ${bytes} B ${milliseconds.toFixed(1)} ms\n`;
    this.#timer ??= setTimeout(() => this.flush(), GATHER_MILLISECONDS);
  }

  /** Writes what has been gathered. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#lines !== "") this.#stream.write(this.#lines);
    this.#lines = "";
  }
}

/** Requests can hold characters that a terminal would obey. */
function printable(target: string): string {
  return target.replace(/[^\x21-\x7e]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
