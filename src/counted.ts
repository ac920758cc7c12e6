/** Numbers of things in words. */

/** `1 node`, `2 nodes`; where the plural is another, it is given: `0 entries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
