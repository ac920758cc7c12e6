/** `urls`: its flags. */

import { UsageError } from "../errors.ts";
import { REDIRECT_FORMS } from "../output/redirects/redirect-form.ts";
import { URL_FORMATS } from "../output/style.ts";
import { defineCommand, type FlagsIn } from "./command.ts";
import { type Flags, repeated, text, toggle, valued } from "./flag.ts";
import { notEmpty, oneOf, readShare, wholeNumber } from "./flag-values.ts";
import {
  DATA_FLAGS,
  KIND_FLAG,
  NO_SITE_FLAG,
  outputFlags,
  PLACE_GROUP,
  TLS_CONFLICT,
} from "./shared-flags.ts";
import { MATCH_FLAG, TWO_PLACES_GROUPS, TWO_PLACES_NOTES } from "./two-places.ts";

const LONGEST_DELAY = 60_000;

const LIST_FLAGS = {
  ...KIND_FLAG,
  legacy: toggle("--legacy", "also what version 7 answered to: .aspx for the last slash, and /<id>"),
  host: repeated(
    "--host <old=new>",
    "a host, and the name that it has on the new site; again for more",
    readHost,
  ),
} satisfies Flags;

const AGAINST_FLAGS = {
  against: valued(
    "--against <new>",
    "what has become of them on this site, any place",
    notEmpty("names a place"),
  ),
  ...MATCH_FLAG,
  by: text("--by <file>", "CSV written by hand: old key or URL,new key or URL; it counts before keys"),
  gone: valued(
    "--gone <where>",
    "where those lead that are gone: ancestor, none or a URL (default: none)",
    readGone,
  ),
  for: valued("--for <reader>", "who reads --format redirects", oneOf(REDIRECT_FORMS)),
  temporary: toggle("--temporary", "redirects with 302 (default: 301)"),
} satisfies Flags;

const VERIFY_FLAGS = {
  verify: valued("--verify <url>", "ask for each at this site, and say where it leads", readSiteUrl),
  share: valued("--share <share>", "only some of them, spread over all: 10%", readShare),
  concurrency: valued(
    "--concurrency <n>",
    "how many are asked for at a time (default: 4)",
    wholeNumber(1, 32),
  ),
  delay: valued("--delay <ms>", "pause before each request (default: 0)", wholeNumber(0, LONGEST_DELAY)),
} satisfies Flags;

const GROUPS = [
  { heading: "Which addresses:", flags: LIST_FLAGS },
  { heading: "Against a new site:", flags: AGAINST_FLAGS },
  { heading: "Asking a new site:", flags: VERIFY_FLAGS },
  { heading: PLACE_GROUP.heading, flags: { ...DATA_FLAGS, ...NO_SITE_FLAG } },
  {
    heading: "Output:",
    flags: outputFlags(URL_FORMATS, "by what stdout is", "plain, table, json, ndjson, csv or redirects"),
  },
  ...TWO_PLACES_GROUPS,
] as const;

export type UrlsFlags = FlagsIn<typeof GROUPS>;

export const urlsCommand = defineCommand({
  examples: [
    "migrations urls --sample",
    "migrations urls --data ./old --against ./new",
    "migrations urls --data ./old --against ./new --format redirects --for iis",
    "migrations urls --data ./old --against ./new --gone ancestor --format csv",
    "migrations urls --data ./old --verify https://new.example",
  ],
  notes: [
    "Addresses are those that the data holds, files of media, umbracoUrlAlias, and",
    "the redirects of a database, from pages that were renamed or moved;",
    "urls that a format does not hold are made, unless --no-urls is given. --verify",
    "follows each. Exit status 1 says that it found one lost, or that a kind has",
    "nodes and no addresses.",
    ...TWO_PLACES_NOTES,
  ],
  groups: GROUPS,
  conflicts: [TLS_CONFLICT],
  run: async (flags, invocation) => (await import("./urls.ts")).urls(flags, invocation),
});

function readHost(given: string, spelled: string): readonly [string, string] {
  const [, old, name] = /^([^=\s/]+)=([^=\s]+?)\/?$/.exec(given) ?? [];
  const isHost = name !== undefined && URL.canParse(/^https?:\/\//i.test(name) ? name : `https://${name}`);
  if (old !== undefined && isHost) return [old.toLowerCase(), name];
  throw new UsageError(`${spelled} takes two hosts, such as www.old.example=www.new.example, not "${given}"`);
}

function readGone(given: string, spelled: string): "ancestor" | "none" | { url: string } {
  if (given === "ancestor" || given === "none") return given;
  if (/^(?:\/|https?:\/\/)/i.test(given)) return { url: given };
  throw new UsageError(`${spelled} takes ancestor, none or a URL, not "${given}"`);
}

function readSiteUrl(given: string, spelled: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url?.username || url?.password) throw new UsageError(`${spelled} takes no user in the URL`);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`${spelled} takes the URL of a site, such as https://new.example, not "${given}"`);
  }
  if (url.pathname + url.search + url.hash === "/") return url.origin;
  throw new UsageError(
    `${spelled} takes the site alone, ${url.origin}: what is asked for there are the old addresses, whole`,
  );
}
