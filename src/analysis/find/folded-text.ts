/** Text as it is searched: without regard to case and accents. */

const ASCII = /^[ -~]*$/;

/** Letters in lower case, marks on them left out (NFD), so that `Kafé` is found by `kafe`. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower;
  // Syllables of Hangul come apart too, and must be whole again.
  return lower
    .normalize("NFD")
    .replace(/\p{Mn}+/gu, "")
    .normalize("NFC");
}
