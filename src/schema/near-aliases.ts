/** Finds the aliases that may have been meant by one that there is none of. */

/** So many are told at most. */
const MOST_TOLD = 3;
/** One mistake in so many characters is taken for a slip. */
const CHARACTERS_PER_SLIP = 4;

/** @returns the nearest first; one that holds the text, or is held by it, is near as well */
export function nearAliases(text: string, aliases: readonly string[]): string[] {
  const wanted = text.toLowerCase();
  const allowed = Math.max(1, Math.floor(wanted.length / CHARACTERS_PER_SLIP));
  return aliases
    .map((alias) => ({ alias, slips: slipsBetween(wanted, alias.toLowerCase(), allowed) }))
    .filter(({ slips }) => slips <= allowed)
    .sort((a, b) => a.slips - b.slips)
    .slice(0, MOST_TOLD)
    .map(({ alias }) => alias);
}

function slipsBetween(wanted: string, alias: string, allowed: number): number {
  const [shorter, longer] = wanted.length < alias.length ? [wanted, alias] : [alias, wanted];
  if (shorter.length > 2 && longer.includes(shorter)) return allowed;
  // Each character more is a slip at least.
  if (longer.length - shorter.length > allowed) return Number.POSITIVE_INFINITY;
  return editDistance(wanted, alias);
}

/** How many characters are to be put in, left out or replaced (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, character] of Array.from(a).entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = row[j] + (character === b[j] ? 0 : 1);
      next.push(Math.min(replaced, row[j + 1] + 1, next[j] + 1));
    }
    row = next;
  }
  return row[b.length];
}
