/** Options for the pages of a running site, which `verify` reads as visitors get them. */

import { isContentSelector } from "../completeness/content-selector.ts";
import { ofForm } from "../parameter.ts";
import { type Flags, textOption, toggle, type Values, valued } from "./flag.ts";
import { PACE_FLAGS, RENAME_HOST_FLAG, SITE_FLAGS } from "./shared-flags.ts";

/** Without effect for a Content Delivery API. */
export const PAGE_FLAGS = {
  map: textOption("--map <file>", "CSV with new URLs of pages and files: old,new (keys or URLs)"),
  ...RENAME_HOST_FLAG,
  within: valued(
    "--within <element>",
    "the element with the content: a tag, #id or .class",
    ofForm("a tag, #id or .class", (text) => (isContentSelector(text) ? text : undefined)),
  ),
  save: textOption("--save <file>", "also write what was read, as a listing"),
  headerFile: textOption("--header-file <file>", "lines Name: value to send to the site, or - for stdin"),
  ...PACE_FLAGS,
} satisfies Flags;

const { apiKeyFile, prefix, ...CONNECTION_FLAGS } = SITE_FLAGS;

export const RUNNING_SITE_FLAGS = {
  pages: toggle("--pages", "read its pages, also if it has a Content Delivery API"),
  ...PAGE_FLAGS,
  apiKeyFile: {
    ...apiKeyFile,
    help: "key of the Content Delivery API, or - for stdin",
    conflicts: ["pages"],
  },
  ...CONNECTION_FLAGS,
} satisfies Flags;

export type PageFlags = Values<typeof PAGE_FLAGS & typeof CONNECTION_FLAGS>;
