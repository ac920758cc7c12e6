/** Tells that urls were made, and how. */
import type { SegmentOptions } from "../urls/url-segment.ts";

const WAYS: Readonly<Record<SegmentOptions["ascii"], string>> = {
  try: "recoded to ASCII where all letters have a form",
  true: "recoded to ASCII, with ? for letters that have no form",
  false: "not recoded to ASCII",
};

/** @param source what they are made of */
export function madeUrlsNote({ ascii }: SegmentOptions, source = "umbracoUrlName, or else of names"): string {
  return `the urls of content are made, of ${source}, ${WAYS[ascii]} (--url-ascii ${ascii})`;
}
