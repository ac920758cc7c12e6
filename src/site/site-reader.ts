/** Reads the nodes of a site: their values, each in one pass, and what their references lead to. */
import { KINDS, type Kind } from "../operations.ts";
import { once } from "./once.ts";
import { type IsOwnHost, ownHosts } from "./own-hosts.ts";
import { type NodeIndex, ReferenceResolver, type Resolution } from "./references/resolve-reference.ts";
import type { SiteData } from "./site-data.ts";
import { type PropertyValue, SiteNode, siteNodes } from "./site-nodes.ts";
import { type DomainSite, otherUrlsOf } from "./urls/domain-urls.ts";
import { ElementTypes } from "./values/element-types.ts";
import { readValue } from "./values/read-value.ts";
import type { Reference, ReferenceTarget, ValueParts } from "./values/value-parts.ts";

export interface SiteReader {
  readonly trees: SiteData["trees"];
  readonly types: SiteData["types"];
  readonly unpublished?: SiteData["unpublished"];
  /** The language that is read, if it is known. */
  readonly culture?: string;
  /** Whether a host is the site's own. */
  readonly isOwnHost: IsOwnHost;
  /** The nodes of content, then those of media, each in preorder. @param kinds Default: both */
  nodes(kinds?: readonly Kind[]): Iterable<SiteNode>;
  /** The node at an index of a tree. */
  at(node: NodeIndex): SiteNode;
  /** Finds a node by id, key, path of a file or path of a page. @param kind the tree to search. Default: both, content first */
  node(target: ReferenceTarget, kind?: Kind): SiteNode | undefined;
  /** The properties of a node with what is in their values, read in one pass. Those of the last node are kept. */
  values(node: SiteNode): readonly PropertyValue[];
  /** Reads a value that is not a property's, such as a member of one. @param alias the alias of the property, if it is known */
  read(value: string, editorAlias?: string | null, alias?: string): ValueParts;
  /** What a reference leads to. */
  resolve(reference: Pick<Reference, "kind" | "target">): Resolution;
}

export function siteReader(
  data: DomainSite & Pick<SiteData, "unpublished" | "givenEditors" | "origin">,
): SiteReader {
  const { trees, types, unpublished, culture, givenEditors } = data;
  const isOwnHost = ownHosts(data);
  const elementTypes = once(() => new ElementTypes(types(), givenEditors));
  const read: SiteReader["read"] = (value, editorAlias, alias) =>
    readValue(value, editorAlias, elementTypes(), alias, isOwnHost);
  let last: { node: SiteNode; values: readonly PropertyValue[] } | undefined;
  const values = (node: SiteNode) => {
    if (last?.node.tree === node.tree && last.node.index === node.index) return last.values;
    const known = elementTypes();
    const values = node.properties().map((property) => {
      const { alias, editorAlias, value } = property;
      return { property, parts: readValue(value, editorAlias, known, alias, isOwnHost) };
    });
    last = { node, values };
    return values;
  };
  const otherUrls = data.domains && (() => otherUrlsOf(data));
  const resolver = once(() => new ReferenceResolver(trees, { unpublished, read, isOwnHost, otherUrls }));
  const at = ({ kind, index }: NodeIndex) => new SiteNode(kind, trees[kind], index);
  return {
    ...{ trees, types, unpublished, culture, isOwnHost },
    nodes: (kinds = KINDS) => siteNodes(trees, kinds),
    at,
    node: (target, kind) => {
      const found = resolver().find(target, kind);
      return found && at(found);
    },
    values,
    read,
    resolve: (reference) => resolver().resolve(reference),
  };
}

/** A member of each value of Vorto. */
const VORTO_MEMBER = "dtdGuid";

/** The codes of the languages in which values of Vorto are filled, in the order in which they are found. */
export function valueLanguages(site: SiteReader): string[] {
  const codes = new Set<string>();
  for (const node of site.nodes()) {
    if (!node.tree.text(node.index).includes(VORTO_MEMBER)) continue;
    for (const { parts } of site.values(node)) {
      for (const { layout, properties } of parts.elements) {
        if (layout !== "vorto") continue;
        for (const { alias, shape } of properties) if (shape !== "empty") codes.add(alias);
      }
    }
  }
  return [...codes];
}
