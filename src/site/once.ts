/** Values that are computed when they are first needed. */

/** Computes a value on first use and keeps it; after an error or a rejected promise, the next use computes again. */
export function once<T>(compute: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    if (made) return made.value;
    const value = compute();
    made = { value };
    if (value instanceof Promise) {
      value.catch(() => {
        made = undefined;
      });
    }
    return value;
  };
}
