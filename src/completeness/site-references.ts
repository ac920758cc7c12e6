/** Compares what the pages of an old site lead to and show with the links and images of a running one. */
import { entryIn } from "../site/map-entries.ts";
import type { Key } from "../site/tree/key.ts";
import type { OldSite } from "./old-site.ts";
import type { PageReference } from "./page-content.ts";
import type { PageFinding } from "./page-findings.ts";
import { CommonCounts, countsOf } from "./page-zones.ts";
import { plainText } from "./shown-values.ts";
import { languageOf, type NewPage, type OldNode, type SitePlacement } from "./site-placement.ts";
import type { SiteSnapshot } from "./site-snapshot.ts";
import { hasOtherQuery, pageAddress, pathEnd, SiteUses, usesOfEnd, type WantedEnd } from "./site-uses.ts";

export type ComparedReferences = {
  compared: ReadonlyMap<PageReference, WantedEnd>;
  /** What is left of each lost one. */
  lost: ReadonlyMap<PageReference, string>;
};

export class SiteReferences {
  readonly #old: OldSite;
  readonly #placement: SitePlacement;
  readonly #uses: SiteUses;
  readonly #common = new CommonCounts();
  /** The broken links of frames that were reported. */
  readonly #reported = new Set<string>();

  /** @param mapped new URLs of files by key or old path */
  constructor(
    old: OldSite,
    snapshot: SiteSnapshot,
    placement: SitePlacement,
    mapped: ReadonlyMap<string, string>,
  ) {
    this.#old = old;
    this.#placement = placement;
    const keysAt = new Map<string, Set<Key>>();
    for (const { visited, members } of placement.newPages) {
      const keys = entryIn(keysAt, pageAddress(visited.finalUrl), () => new Set<Key>());
      for (const { page } of members) keys.add(page.key);
    }
    const references = placement.nodes.flatMap(({ content }) => content.references);
    this.#uses = new SiteUses(old.site, snapshot, { references, keysAt, mapped });
    for (const newPage of placement.newPages) {
      const inOld = countsOf(
        newPage.members.flatMap(({ content }) =>
          content.references.flatMap((reference) => this.#uses.wanted(reference)?.ends ?? []),
        ),
      );
      this.#common.add(languageOf(newPage), this.#of(newPage, "content").ends, (end) => inOld.get(end) ?? 0);
    }
  }

  #of({ page, visited }: NewPage, where: "content" | "all") {
    return this.#uses.of(page, visited.finalUrl, where);
  }

  /**
   * The references of the nodes on a page: nodes at one URL share what the page has.
   * @param plain the text of the page, which may show URLs
   */
  compare(newPage: NewPage, plain: string): ComparedReferences {
    const compared = new Map<PageReference, WantedEnd>();
    const lost = new Map<PageReference, string>();
    const wanted = new Map<string, { node: OldNode; references: PageReference[]; end: WantedEnd }>();
    for (const node of [...newPage.members, ...newPage.parts]) {
      for (const reference of node.content.references) {
        const end = this.#uses.wanted(reference);
        if (end === undefined || !this.#isWanted(end)) continue;
        if (this.#old.isAcceptedReference(reference, end.id)) continue;
        compared.set(reference, end);
        const own = entryIn(wanted, end.id, () => ({ node, references: [], end }));
        if (own.node === node) own.references.push(reference);
      }
    }
    for (const { node, references, end } of wanted.values()) {
      const isContent = isOfContent(node, end, newPage);
      const here = this.#of(newPage, isContent ? "content" : "all");
      const common = (name: string) => this.#common.of(languageOf(newPage), name);
      const count = usesOfEnd(end, here, isContent ? common : undefined);
      const note = hasOtherQuery(end, here)
        ? " (the same host and path is there, with other parameters)"
        : count > 0
          ? ` (${count} of ${references.length} uses are there)`
          : "";
      for (const reference of references.slice(count))
        if (!reference.isText || !plain.includes(urlAsText(reference))) lost.set(reference, note);
    }
    return { compared, lost };
  }

  /** A link to a node that is no page is not looked for. */
  #isWanted({ id, isPage }: WantedEnd): boolean {
    if (!isPage) return true;
    const nodes = this.#placement.nodesOf(id);
    return nodes.some(
      (node) =>
        node.isPage ||
        (node.state === "imported" && this.#placement.pageOf(node)?.members.includes(node) === true),
    );
  }

  /** Links that lead nowhere: losses if the old page had them; those of the frame once. */
  broken(newPage: NewPage, { compared }: ComparedReferences): PageFinding[] {
    const content = this.#of(newPage, "content").broken;
    const all = this.#of(newPage, "all").broken;
    const others = [...all].filter(([path]) => !content.has(path) && !this.#reported.has(path));
    for (const [path] of others) this.#reported.add(path);
    const old = new Set([...compared.values()].flatMap(({ ends }) => ends));
    const finding = (text: string, isMinor: boolean): PageFinding => ({
      is: "broken",
      text,
      ...(isMinor && { isMinor }),
    });
    return [
      ...Array.from(content, ([path, fault]) => finding(`${path} ${fault}`, !old.has(pathEnd(path)))),
      ...others.map(([path, fault]) => finding(`${path} ${fault} (header, menu or footer)`, true)),
    ];
  }
}

/** What the whole site has, and nodes that are no pages, may be anywhere; links of pages to pages may not. */
function isOfContent(node: OldNode, end: WantedEnd, { members, parts }: NewPage): boolean {
  const isWide = node.page.parent === null || parts.includes(node);
  return !isWide || (end.isPage && node.isPage && members.includes(node));
}

function urlAsText({ url, target }: PageReference): string {
  return plainText((url ?? target).replace(/^https?:\/\//i, "").slice(0, 60));
}
