/** A running site as it was read: the page at each requested URL, and which of the linked URLs answer. */
import type { HtmlUse } from "../site/values/html-parts.ts";
import type { RenderedPage } from "./rendered-page.ts";

/** What a request for an old page brought. */
export type VisitedPage = {
  /** Where redirects ended. */
  finalUrl: string;
  /** The outcome in words: as in `urls --request`, or a status. */
  status: string;
  /** Whether there is a page. */
  isThere: boolean;
  isFrontPage: boolean;
  page?: RenderedPage;
};

/** `fault`: why there is nothing at the URL, in words that follow it. */
export type VisitedLink = { finalUrl: string; fault?: string };

export type SiteSnapshot = {
  baseUrl: string;
  /** Where the front page is. */
  homeUrl: string;
  /** The origins of the site. */
  origins: ReadonlySet<string>;
  /** By the URL that was requested. */
  pages: ReadonlyMap<string, VisitedPage>;
  /** Links, images and files on the site by their URL without fragment. Others were not requested. */
  links: ReadonlyMap<string, VisitedLink>;
  /** How many requests were sent. */
  requests: number;
};

/** The absolute HTTP URLs of a use, without fragments. */
export function resolvedUrls({ urls }: HtmlUse, { base }: RenderedPage, pageUrl: string): URL[] {
  const from = base !== undefined && URL.canParse(base, pageUrl) ? new URL(base, pageUrl).href : pageUrl;
  return urls.flatMap((written) => {
    if (written.startsWith("#") || !URL.canParse(written, from)) return [];
    const url = new URL(written, from);
    url.hash = "";
    return /^https?:$/.test(url.protocol) ? url : [];
  });
}
