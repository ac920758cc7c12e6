/** Values that are computed when they are first needed. */

/**
 * Computes a value on first use and keeps it; after an error or a rejected promise, the next use computes again.
 * What a later use gives is ignored.
 */
export function once<T, A = never>(compute: (given?: A) => T): (given?: A) => T {
  let made: { value: T } | undefined;
  return (given) => {
    if (made) return made.value;
    const value = compute(given);
    made = { value };
    if (value instanceof Promise) {
      value.catch(() => {
        made = undefined;
      });
    }
    return value;
  };
}
