/** The aliases of the types that `usync` makes for elements that have no type in the old site. */

/** Where such elements come from. */
export type ElementOrigin = "archetype" | "grid" | "gridRow" | "leBlender" | "macro";

/** The alias of a made type: its origin, then the words of the name that the old site has. */
export function madeTypeAlias(origin: ElementOrigin, name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  return origin + words.map((word) => first(word).toUpperCase() + word.slice(first(word).length)).join("");
}

function first(word: string): string {
  return [...word][0] ?? "";
}
