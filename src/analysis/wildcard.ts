/** Matches aliases against patterns with `*` for any characters, in linear time. */

/** @returns a test whether an alias matches the pattern, ignoring case as the CMS does */
export function wildcard(pattern: string): (alias: string) => boolean {
  const wanted = pattern.toLowerCase();
  if (!wanted.includes("*")) return (alias) => alias.toLowerCase() === wanted;
  const [begin, ...others] = wanted.split("*");
  const end = others.pop() ?? "";
  return (alias) => {
    const text = alias.toLowerCase();
    const until = text.length - end.length;
    if (until < begin.length || !text.startsWith(begin) || !text.endsWith(end)) return false;
    let at = begin.length;
    // The earliest match leaves the most text for the remaining parts.
    for (const part of others) {
      const found = text.indexOf(part, at);
      if (found < 0 || found + part.length > until) return false;
      at = found + part.length;
    }
    return true;
  };
}
