/** An Umbraco site as a finished import: its pages with their decoded values, as rows. */
import { parseNodeText } from "../json/node-text.ts";
import type { SiteData } from "../site/site-data.ts";
import type { Key } from "../site/tree/key.ts";
import { formatInWords } from "../text/counted.ts";
import { markupInValues } from "./comparable-text.ts";
import { type FinishedImport, type ImportRow, knownParts } from "./import-listing.ts";
import { keyInText, sitePages } from "./old-pages.ts";
import { PageReader } from "./page-content.ts";

/**
 * @param data with its URLs
 * @param old the old site, whose media are lost if the data has none: decoded values then keep references to media
 * @throws errors of loading another language
 */
export async function umbracoImport(data: SiteData, old: SiteData): Promise<FinishedImport> {
  const pages = await sitePages(data);
  const isLost = (written: string) => {
    const key = data.trees.media.size === 0 ? keyInText(written) : undefined;
    return key !== undefined && old.trees.media.findKey(key) >= 0;
  };
  const rows = pages.map(({ key, type, language, name, url, parent, properties }) => {
    const row = rowOfPage(key, type, properties);
    const uses = row.shown.uses.map((use) => use.filter((written) => !isLost(written)));
    return { ...row, shown: { ...row.shown, uses }, language, name, url, parent };
  });
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
export function rowOfPage(key: Key, type: string, properties: object) {
  const { texts, references, labels, anchors, ids } = new PageReader().content(type, properties);
  const uses = references.map(({ target, url }) => (url === undefined ? [target] : [target, url]));
  return {
    key,
    text: texts.map(({ text }) => text).join("\n"),
    shown: {
      uses: [...uses, ...anchors.map(({ hash }) => [`#${hash}`])],
      urls: [],
      labels: labels.map(({ text }) => text),
      ids,
    },
    markup: markupInValues(properties),
    properties,
  } satisfies ImportRow;
}

/** Media give the new URLs of files. */
function mediaRows({ trees: { media } }: SiteData): ImportRow[] {
  return Array.from({ length: media.size }, (_, index) => {
    const { url } = parseNodeText(media.text(index, "item"));
    const key = media.keyAt(index);
    return typeof url === "string" && url !== "" ? [{ key, url }] : [];
  }).flat();
}
