/** Does work that others take step by step without letting anybody in between. */

/** @returns what the work comes to */
export function atOnce<T>(steps: Iterator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
