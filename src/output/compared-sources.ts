/** The old and the new source of a comparison, as its reports name them at the beginning. */
import type { ChalkInstance } from "chalk";
import { copyLimits, type SiteData } from "../site/site-data.ts";
import { formatInWords, nodesInWords } from "../text/counted.ts";
import { visible } from "../text/visible-text.ts";
import { wordWrapped } from "./fit.ts";

/** A source by its path or address, with what it has in words. */
type DescribedSource = { path: string; about: string };

export type NamedSources = { old: DescribedSource; new: DescribedSource };

type SourceSite = Pick<SiteData, "path" | "format" | "version" | "trees" | "origin">;

export function namedSite(site: SourceSite): DescribedSource {
  const limits = copyLimits(site);
  const about = `${formatInWords(site)}, ${nodesInWords(site)}`;
  return { path: site.path, about: limits === undefined ? about : `${about}; a copy: ${limits}` };
}

/** Each source in lines for people. */
export function sourceLines(sources: NamedSources, columns: number, { bold }: ChalkInstance): string[] {
  return (["old", "new"] as const).flatMap((label) => {
    const { path, about } = sources[label];
    const [first, ...more] = wordWrapped(`${visible(path)}: ${about}`, columns - 5, "");
    return [`${bold(label)}  ${first}`, ...more.map((line) => `     ${line}`)];
  });
}

/** A site in JSON. */
export function sourceJson(site: SourceSite) {
  const { path, format, version, trees } = site;
  const nodes = { content: trees.content.size, media: trees.media.size };
  return { place: path, format, version, nodes, copy: copyLimits(site) };
}
