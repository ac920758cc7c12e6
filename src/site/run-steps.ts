/** Work in steps, between which a server can answer other requests. */

/** Runs a generator of steps without a break. */
export function runSteps<T>(steps: Iterator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
