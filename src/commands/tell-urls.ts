/** What `urls` says on stderr beside its result: what has no address, what has one twice, what was left out. */
import type { ComparedSite } from "../analysis/site-diff.ts";
import { LEFT_OUT, type Redirects, type writtenInVain } from "../analysis/urls/map-urls.ts";
import { kindsWithoutUrls, type SiteUrls } from "../analysis/urls/site-urls.ts";
import { IncompleteError } from "../errors.ts";
import { type Io, writeError } from "../io.ts";
import type { Kind } from "../operations.ts";
import { counted } from "../text/counted.ts";
import { visible } from "../text/visible-text.ts";

/** The first few, and whether there are more. */
function firstOf(all: readonly (string | number)[]): string {
  return all.slice(0, 3).join(", ") + (all.length > 3 ? ", ..." : "");
}

/** What is to be known of all addresses: which nodes have none, and which share one. */
export function tellOf(
  {
    listed,
    unaddressed = 0,
    told = [],
  }: { listed: SiteUrls; unaddressed?: number; told?: readonly string[] },
  io: Io,
): void {
  for (const line of told) writeError(io, visible(line));
  const { without, shared, deadRedirects } = listed;
  if (deadRedirects > 0) {
    writeError(io, `${counted(deadRedirects, "redirect")} to pages that are not there, left out`);
  }
  if (without.content > 0) {
    writeError(io, `${counted(without.content, "content node")} without a url`);
  }
  if (without.media > 0) writeError(io, `${counted(without.media, "media node")} for a file without one`);
  if (unaddressed > 0) {
    writeError(io, `${counted(unaddressed, "node")} told as gone, but on the new site without a url`);
  }
  if (shared.length === 0) return;
  const [{ url, nodes }] = shared;
  const ids = firstOf(nodes.map(({ id }) => id));
  writeError(
    io,
    `${counted(shared.length, "address", "addresses")} of several nodes: ${url} (${ids})${shared.length > 1 ? ", ..." : ""}`,
  );
}

/** A source whose addresses count. */
type AddressedSource = Pick<ComparedSite, "place" | "trees" | "fields">;

/**
 * Refuses to call a result whole that says nothing of a kind, since none of its nodes has an address.
 * @param sources each with whether it was asked for that no urls be made
 * @throws IncompleteError, once the result is printed
 */
export function throwUnaddressed(
  sources: readonly (AddressedSource & { areDeclined: boolean })[],
  kinds: readonly Kind[],
): void {
  const reasons = sources.flatMap(({ place, trees, fields, areDeclined }) =>
    kindsWithoutUrls(trees, kinds).map(({ kind, nodes }) => {
      // Data that somebody has written by hand is never given urls.
      const hint = areDeclined && fields !== undefined ? ": without --no-urls they are made" : "";
      return `none of the ${counted(nodes, `${kind} node`)} of ${place} has a url${hint}`;
    }),
  );
  if (reasons.length > 0) throw new IncompleteError(reasons.join("; "));
}

/** What was written by hand and names nothing. */
export function tellVain({ unknown, dead }: ReturnType<typeof writtenInVain>, io: Io): void {
  const tell = (lines: readonly string[], what: string) => {
    if (lines.length === 0) return;
    writeError(io, `${counted(lines.length, "line")} of --by ${what}, passed over: ${firstOf(lines)}`);
  };
  tell(unknown, "for what is not among the old addresses");
  tell(dead, "to a key that nothing on the new site has");
}

/** Which addresses have no redirect, and why. */
export function tellLeftOut({ left }: Redirects, count: number, io: Io): void {
  const reasons = [...left].map(([why, urls]) => `${urls.length} ${LEFT_OUT[why]}`);
  writeError(io, [counted(count, "redirect"), ...reasons].join("; "));
  for (const why of ["taken", "twice", "loop"] as const) {
    const urls = left.get(why);
    if (urls) writeError(io, `${LEFT_OUT[why]}: ${firstOf(urls)}`);
  }
}
