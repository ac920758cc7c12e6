/** The part of a value that a pointer leads to; strings that hold JSON are entered as if they were that. */

/**
 * @param json the value as JSON text
 * @param pointer RFC 6901
 * @returns `undefined` where it leads nowhere
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

/** The HTML of a rich text: the text itself, or the markup of one that has blocks. */
export function markupIn(value: unknown): string {
  const nest = entered(value);
  if (typeof nest !== "object" || nest === null) return typeof value === "string" ? value : "";
  return "markup" in nest && typeof nest.markup === "string" ? nest.markup : "";
}

function entered(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
