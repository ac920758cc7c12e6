/** JSON pointers (RFC 6901) into values of properties. */

/**
 * The part of a value that a pointer leads to; strings that hold JSON are entered as if they were that JSON.
 * @param json the value as JSON text
 * @returns `undefined` if the value has no such part
 */
export function valueAt(json: string, pointer: string): unknown {
  let value: unknown = JSON.parse(json);
  for (const step of pointer.split("/").slice(1)) {
    const nest = entered(value);
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof nest !== "object" || nest === null || !Object.hasOwn(nest, name)) return undefined;
    value = (nest as Record<string, unknown>)[name];
  }
  return value;
}

/** The value in a string that holds JSON, else the value itself. */
function entered(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
