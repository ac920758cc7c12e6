/** Decides which version of a node is read. */
import type { NodeRow, NodeVersions, Version } from "./read-nodes.ts";
import type { DatabaseNodeType } from "./read-schema.ts";

export type ChosenVersion = {
  /** Absent if the node cannot be read. */
  version?: Version;
  name: string;
  /** Why visitors do not see the node. */
  unpublished?: string;
  /** Whether it has no name in the language that is read, though its type varies. */
  isElsewhere?: boolean;
  /** Why the node cannot be read, published or not. */
  incomplete?: string;
};

/**
 * The published version of a document that is published, in the language that is read if its type varies; the current version
 * of another document, and of a media item.
 * @param culture the code of that language
 */
export function chooseVersion(
  node: NodeRow,
  type: DatabaseNodeType | undefined,
  versions: NodeVersions | undefined,
  culture: string | undefined,
): ChosenVersion {
  if (!type) return { name: "", incomplete: "it has no type" };
  if (!versions) return { name: "", incomplete: "it has no version" };
  const { published, current } = versions;
  const inLanguage = type.varies && culture !== undefined ? culture : undefined;
  const name = inLanguage === undefined ? published?.name : published?.cultureName;
  const unpublished = node.isMedia ? undefined : reasonUnpublished(node, inLanguage, published, name);
  if (!node.isMedia && unpublished === undefined) return { version: published, name: name ?? "" };
  const ownName = (type.varies ? current?.cultureName : undefined) ?? current?.name ?? node.name ?? "";
  return {
    version: current,
    name: ownName,
    unpublished,
    isElsewhere: inLanguage !== undefined && !current?.cultureName,
    incomplete: current ? undefined : "it has no current version",
  };
}

/** Neither the flag of the document nor that of the version is enough by itself. */
function reasonUnpublished(
  { isPublished, isPublishedInLanguage }: NodeRow,
  language: string | undefined,
  published: Version | undefined,
  name: string | undefined,
): string | undefined {
  if (!isPublished) return "it is not published";
  if (!published) return "it is published, but has no published version";
  if (language !== undefined && !isPublishedInLanguage) return `it is not published in ${language}`;
  return name === undefined ? "its published version has no name" : undefined;
}
