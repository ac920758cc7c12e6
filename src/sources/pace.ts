/** Whether an answer comes fast enough: one that drips is never silent, and would never end. */

/** The least that a body must bring in each stretch of the time-out's length, in bytes a second. */
export const LEAST_RATE = 1000;

export class Pace {
  readonly #window: number;
  #since = performance.now();
  #bytes = 0;

  /** @param timeout seconds; it begins now */
  constructor(timeout: number) {
    this.#window = timeout * 1000;
  }

  /** Whether more than the time-out has passed since it began. */
  get isOver(): boolean {
    return performance.now() - this.#since >= this.#window;
  }

  /** Begins anew: what comes now is another part of the answer. */
  restart(): void {
    this.#since = performance.now();
    this.#bytes = 0;
  }

  /**
   * Takes in bytes that have come.
   * @returns false where too few have come for the time that they took
   */
  keepsUp(bytes: number): boolean {
    this.#bytes += bytes;
    if (!this.isOver) return true;
    const seconds = (performance.now() - this.#since) / 1000;
    const isFast = this.#bytes >= LEAST_RATE * seconds;
    this.restart();
    return isFast;
  }
}
