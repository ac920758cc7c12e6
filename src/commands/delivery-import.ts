/** Reads a new site through its Content Delivery API. Loaded only if one is compared. */
import type { FinishedImport } from "../completeness/import-listing.ts";
import { type Io, writeError } from "../io.ts";
import { withLiveText } from "../output/progress.ts";
import { isDeliverySite, readDeliverySite } from "../remote/delivery-import.ts";
import { createDispatcher } from "../remote/http-client.ts";
import type { SiteData } from "../site/site-data.ts";
import { visible } from "../text/visible-text.ts";
import { givenOf, type Values } from "./flag.ts";
import { SITE_GROUP } from "./shared-flags.ts";
import { readSite, warnOfClearKey } from "./source-options.ts";
import type { TwoSourcesFlags } from "./two-sources.ts";

type DeliveryFlags = TwoSourcesFlags & Values<typeof SITE_GROUP.flags>;

/**
 * Whether a site has a Content Delivery API. The key of the environment may be that of the old site, and is not sent to ask this.
 * @throws UsageError; RemoteError if it does not answer
 */
export async function hasDeliveryApi(location: string, flags: DeliveryFlags, io: Io): Promise<boolean> {
  const { baseUrl, apiKey, timeout, connection } = await readSite(
    location,
    givenOf(SITE_GROUP.flags, flags),
    io,
  );
  const ownKey = flags.apiKeyFile === undefined ? undefined : apiKey;
  return isDeliverySite({ baseUrl, apiKey: ownKey, timeout, dispatcher: createDispatcher(connection) });
}

/**
 * @param old the site whose pages and languages are looked for
 * @throws UsageError; RefusedError, RemoteError
 */
export async function readNewSite(
  location: string,
  old: SiteData,
  flags: DeliveryFlags & { quiet?: boolean; retries?: number },
  io: Io,
): Promise<FinishedImport> {
  const site = await readSite(location, givenOf(SITE_GROUP.flags, flags), io);
  warnOfClearKey(site, io);
  const { heldLanguages = [], trees } = old;
  const { content } = trees;
  return withLiveText(flags, io, (onProgress) =>
    readDeliverySite({
      baseUrl: site.baseUrl,
      apiKey: site.apiKey,
      timeout: site.timeout,
      retries: flags.retries,
      dispatcher: createDispatcher(site.connection),
      // The only language of a site may have another code on the new one.
      languages: heldLanguages.length > 1 ? heldLanguages : [],
      keys: Array.from({ length: content.size }, (_, index) => content.keyAt(index)),
      onProgress,
      onWarning: (text) => {
        if (!flags.quiet) writeError(io, visible(`warning: ${text}`));
      },
    }),
  );
}
