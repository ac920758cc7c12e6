/** What `serve` prints when it starts: what is served, from where, and who has access. */

import type { MediaFiles } from "../site/media/media-files.ts";
import { refusedFilesWarning } from "../site/media/media-folder.ts";
import type { SiteData } from "../site/site-data.ts";
import { formatInWords, nodesInWords } from "../text/counted.ts";

type Served = {
  data: SiteData;
  media: MediaFiles;
  /** Where the API key was read from. Default: there is none. */
  keyOrigin: string | undefined;
  allowAnonymous: boolean;
  publicFiles: boolean;
  faults: {
    latency: { from: number; to: number } | undefined;
    failures: readonly { as: number | string; percent: number }[];
    seed: number;
  };
};

/** A line each. */
export function servingLines(served: Served): string[] {
  const { data, media, keyOrigin, allowAnonymous, publicFiles } = served;
  const { latency, failures, seed } = served.faults;
  const faults = [
    ...(latency ? [`responses are delayed by ${latency.from} to ${latency.to} ms`] : []),
    ...(failures.length > 0
      ? [`requests fail: ${failures.map(({ as, percent }) => `${percent} % with ${as}`).join(", ")}`]
      : []),
  ];
  const fileAccess =
    keyOrigin === undefined
      ? ""
      : publicFiles
        ? ", and need no key"
        : ", and need the key, which the API's .NET client does not send for files: add --public-files to serve them without it";
  const refused = refusedFilesWarning(media);
  return [
    `loaded ${nodesOfFormat(data)} from ${data.path}`,
    keyOrigin !== undefined
      ? `requests need the API key in ${keyOrigin}`
      : allowAnonymous
        ? "no API key: anyone who reaches this server can read the data"
        : "no API key: only requests from this machine are answered",
    ...(faults.length > 0 ? [`${faults.join(", ")} (seed ${seed})`] : []),
    ...(media.folder === undefined ? [] : [`media files come from ${media.folder}${fileAccess}`]),
    ...(media.folder === undefined || refused === undefined ? [] : [`warning: ${refused}`]),
  ];
}

/** `2 content and 1 media nodes (uSync)`. */
export function nodesOfFormat(data: SiteData): string {
  return `${nodesInWords(data)} (${formatInWords(data)})`;
}
