/** Numbers and choices in words. */

/** `1 node`, `2 nodes`; where the plural is another, it is given: `0 entries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `a, b or c`. */
export function inWords(choices: readonly string[]): string {
  if (choices.length < 2) return choices.join();
  return `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
}
