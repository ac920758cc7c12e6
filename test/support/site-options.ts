/** The options of a live site, with connections of its own. */
import { createDispatcher } from "../../src/remote/http-client.ts";
import type { SiteOptions } from "../../src/remote/options.ts";

/** @param timeout in seconds */
export function siteOptions(baseUrl: string, prefix: string, timeout = 10): SiteOptions {
  return { baseUrl, prefix, timeout, dispatcher: createDispatcher({ timeout }) };
}
