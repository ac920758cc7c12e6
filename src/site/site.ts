/** A site in memory: its trees, types and languages, and what follows from them, each derived once, when it is first needed. */
import { KINDS, type Kind } from "../operations.ts";
import { once } from "./once.ts";
import {
  type LanguageReferences,
  type ReferenceGraph,
  readLanguageReferences,
  referenceSteps,
} from "./references/reference-graph.ts";
import {
  type NodeIndex,
  ReferenceResolver,
  type Resolution,
  UnpublishedNodes,
} from "./references/resolve-reference.ts";
import { runInSlices } from "./run-in-slices.ts";
import { SecretRedactor } from "./secrets.ts";
import { languagesBeside, type SiteData } from "./site-data.ts";
import { NodeView, type SiteProperty, siteNodes } from "./site-nodes.ts";
import { type Census, countNodes } from "./tree/tree.ts";
import { type LanguageUrls, listLanguages } from "./urls/language-urls.ts";
import { ElementTypes } from "./values/element-types.ts";
import { readValue } from "./values/read-value.ts";
import type { Reference, ReferenceTarget, ValueParts } from "./values/value-parts.ts";

/** A property of a node, and what is in its value. */
type PropertyValue = { property: SiteProperty; parts: ValueParts };

export interface Site extends SiteData {
  /** The nodes of content, then those of media, each in preorder. @param kinds Default: both */
  nodes(kinds?: readonly Kind[]): Iterable<NodeView>;
  /** The node at an index of a tree. */
  at(node: NodeIndex): NodeView;
  /** Finds a node by id, key, path of a file or path of a page. @param kind the tree to search. Default: both, content first */
  node(target: ReferenceTarget, kind?: Kind): NodeView | undefined;
  /** The properties of a node with what is in their values, read in one pass. Those of the last node are kept. */
  values(node: NodeView): readonly PropertyValue[];
  /** Reads a value that is not a property's, such as a member of one. @param alias the alias of the property, if it is known */
  read(value: string, editorAlias?: string | null, alias?: string): ValueParts;
  /** The types of elements. */
  elementTypes(): ElementTypes;
  /** What a reference leads to. */
  resolve(reference: Pick<Reference, "kind" | "target" | "syntax">): Resolution;
  /** References between nodes, in all languages. */
  references(): Promise<ReferenceGraph>;
  /** The references that differ in the other languages; `undefined` if the data has one language. */
  languageReferences(): Promise<LanguageReferences | undefined>;
  /** The URLs of all languages. URLs that the data lacks are generated, unless it was read without. */
  urls(): Promise<LanguageUrls>;
  /** Recognises and redacts secrets. */
  secrets(): SecretRedactor;
  /** The number of nodes, by level and by type. */
  counts(): Readonly<Record<Kind, Census>>;
  /** The codes of the languages besides the one that is read; none if the data has one language. */
  readonly otherLanguages: readonly string[];
  /** Reads the site in another of its languages, from all files, anew on each call. */
  readonly inLanguage: (code: string) => Promise<Site>;
  /** Yields the site in its other languages, one at a time: release one before the next. */
  inOtherLanguages(): AsyncGenerator<Site, void>;
}

export function createSite(data: SiteData): Site {
  const { trees } = data;
  const at = ({ kind, index }: NodeIndex) => new NodeView(kind, trees[kind], index);
  const elementTypes = once(() => new ElementTypes(data.types()));
  const read: Site["read"] = (value, editorAlias, alias) =>
    readValue(value, editorAlias, elementTypes(), alias);
  let last: { node: NodeView; values: readonly PropertyValue[] } | undefined;
  const values = (node: NodeView) => {
    if (last?.node.tree === node.tree && last.node.index === node.index) return last.values;
    const types = elementTypes();
    const values = Array.from(node.properties(), (property) => {
      const { alias, editorAlias, value } = property;
      return { property, parts: readValue(value, editorAlias, types, alias) };
    });
    last = { node, values };
    return values;
  };
  const resolver = once(() => new ReferenceResolver(trees, new UnpublishedNodes(data.unpublished)));
  const otherLanguages = languagesBeside(data);
  const inLanguage = async (code: string) => {
    if (!data.inLanguage) throw new Error(`${data.path} has no language ${code}`);
    return createSite({ ...(await data.inLanguage(code)), culture: code });
  };
  async function* inOtherLanguages() {
    for (const code of otherLanguages) yield await inLanguage(code);
  }
  const languageReferences = once(async () =>
    otherLanguages.length === 0
      ? undefined
      : readLanguageReferences(trees, languageSnapshots(inOtherLanguages()), data.types(), (steps) =>
          runInSlices(steps),
        ),
  );
  const references = once(async () => {
    const elsewhere = await languageReferences();
    return runInSlices(referenceSteps(resolver(), data.types(), elsewhere));
  });
  const site: Site = {
    ...data,
    nodes: (kinds = KINDS) => siteNodes(trees, kinds),
    at,
    node: (target, kind) => {
      const found = resolver().find(target, kind);
      return found && at(found);
    },
    values,
    read,
    elementTypes,
    resolve: (reference) => resolver().resolve(reference),
    references,
    languageReferences,
    urls: once(async () => {
      const made = data.withUrls ? createSite(await data.withUrls()) : site;
      return listLanguages(made, { kinds: KINDS, redirects: data.redirects });
    }),
    secrets: once(() => new SecretRedactor([data.types()])),
    counts: once(() => ({ content: countNodes(trees.content), media: countNodes(trees.media) })),
    otherLanguages,
    inLanguage,
    inOtherLanguages,
  };
  return site;
}

async function* languageSnapshots(sites: AsyncIterable<Site>) {
  for await (const { culture = "", trees, unpublished } of sites)
    yield { language: culture, trees, unpublished };
}
