/** For commands that want all of a site at once, which a live one does not give: it is to be pulled first. */
import { UsageError } from "../errors.ts";
import type { Io } from "../io.ts";
import { shellQuoted } from "../shell-quoted.ts";
import { type Flags, text, type Values } from "./flag.ts";
import { isSiteUrl } from "./flag-values.ts";
import type { DATA_FLAGS } from "./shared-flags.ts";

/** Known in order to be told apart from a slip. */
export const NO_SITE_FLAG = {
  baseUrl: text("--base-url <url>", "not for a live site: pull it, and name the copy"),
} satisfies Flags;

/** @throws UsageError where a site is named, by a flag or, where no directory is, by the variable */
export function refuseSite(
  command: string,
  { baseUrl, data, sample }: Values<typeof NO_SITE_FLAG & typeof DATA_FLAGS>,
  { env }: Io,
): void {
  const isNamed = data !== undefined || sample || env.MIGRATIONS_DATA;
  const pasted = data !== undefined && isSiteUrl(data) ? data : undefined;
  const url = baseUrl ?? pasted ?? (isNamed ? undefined : env.MIGRATIONS_BASE_URL);
  if (!url) return;
  throw new UsageError(
    `${command} reads all of a site, which is to be pulled first: migrations pull --base-url ${shellQuoted(url)} --out ./site, then migrations ${command} --data ./site`,
  );
}
