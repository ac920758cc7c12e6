/** What a pull tells beside its receipt: what it leaves behind, and that there was nothing to copy. */

import type { LoadedData } from "../formats/load-directory.ts";
import { API_SEGMENT } from "../operations.ts";
import type { PullResult } from "../pull/pull-events.ts";
import { counted, inWords } from "../text/counted.ts";
import type { RemotePlace } from "./remote-place.ts";

/** What of the data has no place in a data directory, in words. */
export function leftBehind({ languages = [], culture, aside }: LoadedData): string | undefined {
  const others = languages.filter((code) => code !== culture);
  const left = [
    ...(others.length > 0 ? [`what is in other languages (${others.join(", ")})`] : []),
    ...(aside?.domains ? [counted(aside.domains, "domain")] : []),
    ...(aside?.redirects ? [counted(aside.redirects, "redirect")] : []),
  ];
  if (left.length === 0) return undefined;
  return `left behind, since a data directory has no place for it: ${left.join(", ")}`;
}

/** Why a site may have nothing to copy, in words; `undefined` where it has something. */
export function emptiness({ kinds }: PullResult, { baseUrl, prefix }: RemotePlace): string | undefined {
  if (kinds.some(({ expected, unlisted }) => expected > 0 || unlisted.length > 0)) return undefined;
  const what = inWords(kinds.map(({ kind }) => kind));
  return (
    `${baseUrl}/${prefix}/${API_SEGMENT} lists no ${what} at all, so that the copy is empty: ` +
    "is anything published there, and are site, prefix and the user's start node those that are meant?"
  );
}
