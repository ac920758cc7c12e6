/** The old and the new source of a comparison, as its reports name them at the beginning. */
import type { ChalkInstance } from "chalk";
import type { SiteData } from "../site/site-data.ts";
import { formatInWords, nodesInWords } from "../text/counted.ts";
import { visible } from "../text/visible-text.ts";
import { wordWrapped } from "./fit.ts";

/** A source by its path or address, with what it has in words. */
type DescribedSource = { path: string; about: string };

export type NamedSources = { old: DescribedSource; new: DescribedSource };

export function namedSite(site: Pick<SiteData, "path" | "format" | "version" | "trees">): DescribedSource {
  return { path: site.path, about: `${formatInWords(site)}, ${nodesInWords(site)}` };
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
export function sourceJson({
  path,
  format,
  version,
  trees,
}: Pick<SiteData, "path" | "format" | "version" | "trees">) {
  return { place: path, format, version, nodes: { content: trees.content.size, media: trees.media.size } };
}
