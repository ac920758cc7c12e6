/** An Umbraco site as a finished import: its pages with their decoded values, as rows. */
import { parseNodeText } from "../json/node-text.ts";
import type { SiteData } from "../site/site-data.ts";
import type { Key } from "../site/tree/key.ts";
import { formatInWords } from "../text/counted.ts";
import { type FinishedImport, type ImportRow, knownParts } from "./import-listing.ts";
import { sitePages } from "./old-pages.ts";
import { PageReader } from "./page-content.ts";

/** @param data with its URLs. @throws errors of loading another language */
export async function umbracoImport(data: SiteData): Promise<FinishedImport> {
  const pages = await sitePages(data);
  const rows = pages.map(({ key, type, language, name, url, properties }) => ({
    ...rowOfPage(key, type, properties),
    language,
    name,
    url,
  }));
  const { path } = data;
  return {
    path,
    format: formatInWords(data),
    rows: [...rows, ...mediaRows(data)],
    known: knownParts(rows),
    aliases: "all",
  };
}

/** What a row has of the decoded properties of a page. */
export function rowOfPage(key: Key, type: string, properties: object): ImportRow {
  const { texts, references } = new PageReader().content(type, properties);
  return {
    key,
    text: texts.map(({ text }) => text).join("\n"),
    references: references.flatMap(({ target, url }) => (url === undefined ? [target] : [target, url])),
    properties,
  };
}

/** Media give the new URLs of files. */
function mediaRows({ trees: { media } }: SiteData): ImportRow[] {
  return Array.from({ length: media.size }, (_, index) => {
    const { url } = parseNodeText(media.text(index, "item"));
    const key = media.keyAt(index);
    return typeof url === "string" && url !== "" ? [{ key, url }] : [];
  }).flat();
}
