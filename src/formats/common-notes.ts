/** Notes that several formats have in common. */
import type { SegmentOptions } from "../urls/url-segment.ts";
import type { Findings } from "./findings.ts";

const WAYS: Readonly<Record<SegmentOptions["ascii"], string>> = {
  try: "recoded to ASCII where all letters have a form",
  true: "recoded to ASCII, with ? for letters that have no form",
  false: "not recoded to ASCII",
};

/**
 * Tells that urls were made, and how.
 * @param source what they are made of
 */
export function madeUrlsNote({ ascii }: SegmentOptions, source = "umbracoUrlName, or else of names"): string {
  return `the urls of content are made, of ${source}, ${WAYS[ascii]} (--url-ascii ${ascii})`;
}

/** Notes how many nodes have no key of their own, and got one that is made of their id, if any have. */
export function noteMadeKeys(count: number, file: string, findings: Findings): void {
  if (count === 0) return;
  const text =
    count === 1
      ? "1 node has no key: its own is derived from its id"
      : `${count} nodes have no key: theirs are derived from their ids`;
  findings.note(file, text, "madeKeys");
}

/** Gives what notes each type that a definition names, and that is not there. */
export function noteMissingTypes(findings: Findings) {
  return ({ file }: { file: string }, { alias }: { alias: string }) =>
    findings.note(file, `names the type ${alias}, which is not there`, "typesNamed", {
      missingTypes: [alias],
    });
}
