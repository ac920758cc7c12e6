/** What loading yields: a site's trees, types and languages as its data has them. `Site` adds what follows from them. */
import type { Kind } from "../operations.ts";
import type { Warning } from "./findings.ts";
import { type DictionaryItem, isSameLanguage, type SiteDomain, type SiteLanguage } from "./languages.ts";
import type { SiteMedia } from "./media/media-paths.ts";
import { NO_TYPES, type TypeLists } from "./schema/site-types.ts";
import type { Key } from "./tree/key.ts";
import type { Tree } from "./tree/tree.ts";
import type { UnreadPart } from "./unread.ts";
import type { StoredRedirect } from "./urls/node-urls.ts";
import type { GivenEditors } from "./values/element-types.ts";

/** Both trees of a site. */
export type SiteTrees = Readonly<Record<Kind, Tree>>;

/** The URLs of pages in a language, and the paths of pages without one, by their keys. */
export type UrlsByPage = Required<Pick<StoredFacts, "pageUrls" | "plainPaths">>;

/** The dates of a node in ISO 8601, with all stored digits. */
export type NodeDates = {
  createDate?: string;
  /** Of a page that varies by language, when it was last saved in the language that is read. */
  updateDate?: string;
};

/** What is not known of a copy of a live site, in words; `undefined` for any other data. */
export function copyLimits({ origin }: Pick<StoredFacts, "origin">): string | undefined {
  if (origin === undefined) return undefined;
  return "the API gave one language and no redirects; whether the site has more languages is not known";
}

/** Types, and what was found while they were resolved. */
type LoadedTypes = TypeLists & { warnings: readonly Warning[] };

/** What data can say of a site beside its trees, types, domains and dictionary. */
export type StoredFacts = {
  /** The version of the program that wrote the data, if it is known. */
  readonly version?: string;
  /** The program whose database the data is, with its version, such as `SQL Server 2014`. Absent if the file does not say. */
  readonly server?: string;
  /** Of a copy: the URL of the API that was pulled, before the name of the operation. Absent for any other data. */
  readonly origin?: string;
  /** The editors of `--editors`, for properties of elements. Those of nodes have them already. Default: none. */
  readonly givenEditors?: GivenEditors;
  /** The site's languages in code-unit order of their codes, if the format has them. */
  readonly languages?: readonly SiteLanguage[];
  /** The code of the language that was read, if it is known. */
  readonly culture?: string;
  /** The code of the language that is read of values that hold several (Vorto). Default: `culture`, else the first language of the value. */
  readonly valueCulture?: string;
  /** The codes of the languages that its nodes exist in. Default: nodes have no language. */
  readonly heldLanguages?: readonly string[];
  /** The segments that values exist for. Default: none. */
  readonly segments?: readonly string[];
  /** Whether the URLs of content were generated, from names or what the data has of segments. */
  readonly hasMadeUrls?: boolean;
  /** Whether ids were derived from keys, since the data has none. */
  readonly hasDerivedIds?: boolean;
  /** Nodes that are left out since they or their ancestors are not published. Default: unknown. */
  readonly unpublished?: readonly UnpublishedNode[];
  /** The keys of nodes that vary by language and exist in others than the one that was read; some may be in the trees. Default: none. */
  readonly elsewhere?: ReadonlySet<Key>;
  /** The names of member groups, which values refer to by an id or a key in lower case. Default: none are known. */
  readonly memberGroups?: ReadonlyMap<string, string>;
  /** The keys of pages that only members see, without those below them. Absent if the data cannot say. */
  readonly protectedNodes?: ReadonlySet<Key>;
  /** The paths of pages that do not vary by language and have no domain of the language that is read, and so no URL. Default: none. */
  readonly plainPaths?: ReadonlyMap<Key, string>;
  /** Makes the URLs of pages in a language that no page has: of pages that do not vary, and so exist in every language. Absent if URLs are not made. */
  readonly urlsInLanguage?: (code: string) => UrlsByPage;
  /** The URLs of pages, in place of the URLs of nodes. Default: the URLs of nodes. */
  readonly pageUrls?: ReadonlyMap<Key, string>;
  /** Dates of nodes that fields have in less detail. Default: fields have all of them. */
  readonly exactDates?: ReadonlyMap<Key, NodeDates>;
  /** Earlier URLs of pages. Default: none. */
  readonly redirects?: readonly StoredRedirect[];
  /** The number of rows of redirects, of which some can be of no use. Absent if the format has none. */
  readonly redirectCount?: number;
  /** The published pages that have a newer draft. Absent if the data cannot say. */
  readonly newerDrafts?: number;
  /** Relations of nodes, without the relations that the CMS makes of the references in values. Absent if the data cannot say. */
  readonly ownRelations?: number;
  /** The aliases of templates' masters by the aliases of the templates. Absent if the data cannot say. */
  readonly templateMasters?: ReadonlyMap<string, string>;
  /** What the data has and the program does not read, the highest count first. Absent if that is not known. */
  readonly unread?: readonly UnreadPart[];
};

export type SiteData = StoredFacts & {
  /** The path as it was given. */
  readonly path: string;
  /** The directory or file that is read: of a site folder, what was found in it. */
  readonly readFrom: string;
  /** The format's name, or both names; `site` for a live site. */
  readonly format: string;
  readonly trees: SiteTrees;
  /** Returns the types, which are resolved at the first call. Throws DataError if they have errors. */
  readonly types: () => LoadedTypes;
  /** Reads the same data in another of its languages. Absent if it has only one. */
  readonly inLanguage?: (culture: string) => Promise<SiteData>;
  /** Reads the same data with the values of a segment, where it has some, in place of the others. Absent if there are none. */
  readonly inSegment?: (segment: string) => Promise<SiteData>;
  /** Reads the same data with generated URLs where it has none. Absent if it has its own, or an option decided. */
  readonly withUrls?: () => Promise<SiteData>;
  /** The fields that nodes of the format can have besides id, key and properties. Default: any. */
  readonly fields?: readonly string[];
  /** The site's domains, in the order in which the CMS tries them. Absent if the format has none. Throws DataError if their files have errors. */
  readonly domains?: () => readonly SiteDomain[];
  /** Absent if the format has none. Throws DataError if its files have errors. */
  readonly dictionary?: () => readonly DictionaryItem[];
  /** The folder that a site folder serves as the site's root, if it has media files, and the configured media folder in it. */
  readonly mediaRoot?: string;
  readonly mediaAt?: SiteMedia;
  /** The grid editors of the site's configuration, in the shape in which the API answers. */
  readonly gridEditors?: readonly object[];
  readonly warnings: readonly Warning[];
  /** How many nodes and files a pull could not fetch. */
  readonly missing: number;
};

/** Data of which only parts are known, such as the trees of a live site: no types, languages, warnings. */
export function siteDataOf(known: Pick<SiteData, "trees"> & Partial<SiteData>): SiteData {
  const types = () => ({ ...NO_TYPES, warnings: [] });
  return { path: "", readFrom: "", format: "site", types, warnings: [], missing: 0, ...known };
}

type Languages = Pick<SiteData, "culture" | "heldLanguages">;

/** The languages of the data except the one that was read. */
export function languagesBeside({ culture, heldLanguages = [] }: Languages): readonly string[] {
  return heldLanguages.filter((code) => !isSameLanguage(code, culture));
}

/** The codes of the languages that have domains and that no page has: pages that do not vary exist in them. */
export function languagesOfDomains({
  domains = () => [],
  languages = [],
  ...data
}: Pick<
  SiteData,
  "domains" | "languages" | "culture" | "heldLanguages" | "urlsInLanguage"
>): readonly string[] {
  if (!data.urlsInLanguage || data.culture === undefined) return [];
  const hasPages = (code: string) =>
    [data.culture, ...(data.heldLanguages ?? [])].some((held) => isSameLanguage(held, code));
  const named = new Set(domains().map(({ language }) => language?.toLowerCase()));
  return languages.flatMap(({ iso }) => (named.has(iso.toLowerCase()) && !hasPages(iso) ? [iso] : []));
}

/** A site in a language that no page has, with the pages that do not vary. @param code one of the site's languages */
export function inLanguageOfNoPage<Data extends Pick<SiteData, "urlsInLanguage">>(
  data: Data,
  code: string,
): Data & { culture: string } & Partial<UrlsByPage> {
  return { ...data, culture: code, ...data.urlsInLanguage?.(code) };
}

/** `parent` is the key of the node above; absent for a root, and in a copy. */
export type UnpublishedNode = { kind: Kind; id: number; key: Key; parent?: Key };
