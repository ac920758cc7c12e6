/** Values that are computed when they are first needed. */

/**
 * Computes a value on first use and keeps it; after an error or a rejected promise, the next use computes again.
 * Arguments of a later use are ignored.
 */
export function once<T, A extends unknown[] = []>(compute: (...args: A) => T): (...args: A) => T {
  let made: { value: T } | undefined;
  return (...args) => {
    if (made) return made.value;
    const value = compute(...args);
    made = { value };
    if (value instanceof Promise) {
      value.catch(() => {
        made = undefined;
      });
    }
    return value;
  };
}
