/** Aliases with `*` for any characters, in time that grows with what is compared alone. */

/** @returns whether an alias is one of the pattern's, without regard to case, as the CMS takes aliases */
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
    // The first place where a part fits leaves most to the parts behind it.
    for (const part of others) {
      const found = text.indexOf(part, at);
      if (found < 0 || found + part.length > until) return false;
      at = found + part.length;
    }
    return true;
  };
}
