/** How another path is given as one was: behind its flag, or as the word that it is. */
export function asGiven(givenAs: string, path: string): string {
  return givenAs.startsWith("--") ? `${givenAs} ${path}` : path;
}
