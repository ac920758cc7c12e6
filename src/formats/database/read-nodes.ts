/** Queries the documents and media items of a site, their versions, and the values of versions. */
import { entryIn } from "../../site/map-entries.ts";
import { FileFault } from "../data-file.ts";
import type { DatabaseLanguage } from "./site-languages.ts";
import type { SiteWarnings } from "./site-warnings.ts";
import { type Database, rows, textOfColumn } from "./sql.ts";
import { damaged, MOST_COPIED_BYTES, TOO_LARGE } from "./umbraco-tables.ts";

/** A document or a media item. */
export type NodeRow = {
  id: number;
  /** As the database has it. */
  key: string;
  /** Absent for a root. */
  parentId?: number;
  sortOrder: number;
  isTrashed: 0 | 1;
  isMedia: 0 | 1;
  name: string | undefined;
  createDate?: string;
  /** The id of its type. */
  typeId?: number;
  /** Whether the document says so; a version of it must be published, too. */
  isPublished: 0 | 1;
  /** Whether it is published in the language that is read; of meaning if its type varies. */
  isPublishedInLanguage: 0 | 1;
};

const NODES = `
  select n.id, n.key, n.parentId, n.sortOrder, n.isTrashed, n.isMedia, cast(n.name as blob) as name,
    nullif(n.createDate, '') as createDate, n.typeId, ifnull(d.published, 0) as isPublished,
    l.nodeId is not null as isPublishedInLanguage
  from siteNode n
  left join umbracoDocument d on d.nodeId = n.id
  left join (
    select distinct nodeId from umbracoDocumentCultureVariation where languageId = :language and published
  ) l on l.nodeId = n.id
  order by n.id`;

/** @returns the nodes by id, in order of ids */
export function nodesOfDatabase(
  database: Database,
  language: DatabaseLanguage | undefined,
  warnings: SiteWarnings,
): Map<number, NodeRow> {
  const nodes = new Map<number, NodeRow>();
  const found = rows<Omit<NodeRow, "name"> & { name?: Uint8Array }>(database, NODES, parameters(language));
  for (const row of found) {
    nodes.set(row.id, { ...row, name: textOfColumn(row.name, () => warnings.brokenText(row.id)) });
  }
  return nodes;
}

/** A version of a node. */
export type Version = {
  id: number;
  date?: string;
  name: string | undefined;
  /** The name in the language that is read, if the type varies. */
  cultureName?: string;
  /** When the version was saved in that language. */
  cultureDate?: string;
  /** The alias of the template. */
  template?: string;
  /** The file of a media item. */
  path?: string;
};

/** The version that visitors see, and the version that editors see. */
export type NodeVersions = { published?: Version; current?: Version };

// Earlier versions are neither current nor published.
const VERSIONS = `
  select v.id, v.nodeId, v.current as isCurrent, ifnull(d.published, 0) as isPublished,
    nullif(v.versionDate, '') as date, cast(v.text as blob) as name, nullif(l.name, '') as cultureName,
    nullif(l.date, '') as cultureDate,
    nullif(t.alias, '') as template, nullif(m.path, '') as path
  from umbracoContentVersion v
  left join umbracoDocumentVersion d on d.id = v.id
  left join cmsTemplate t on t.nodeId = d.templateId
  left join umbracoMediaVersion m on m.id = v.id
  left join umbracoContentVersionCultureVariation l on l.versionId = v.id and l.languageId = :language
  where v.current or d.published
  order by v.id`;

/**
 * @param nodes whose versions are read
 * @returns versions by the ids of nodes; of several current or published versions the latest, with a warning
 */
export function readVersions(
  database: Database,
  nodes: ReadonlyMap<number, NodeRow>,
  language: DatabaseLanguage | undefined,
  warnings: SiteWarnings,
): Map<number, NodeVersions> {
  type Row = Omit<Version, "name"> & {
    name?: Uint8Array;
    nodeId: number;
    isCurrent: 0 | 1;
    isPublished: 0 | 1;
  };
  const found = new Map<number, NodeVersions>();
  for (const { nodeId, isCurrent, isPublished, ...row } of rows<Row>(
    database,
    VERSIONS,
    parameters(language),
  )) {
    if (!nodes.has(nodeId)) continue;
    const version = { ...row, name: textOfColumn(row.name, () => warnings.brokenText(nodeId)) };
    const versions = entryIn(found, nodeId, (): NodeVersions => ({}));
    if (isPublished) {
      if (versions.published)
        warnings.node(nodeId, "has several published versions: the latest is read", "severalPublished");
      versions.published = version;
    }
    if (isCurrent) {
      if (versions.current)
        warnings.node(nodeId, "has several current versions: the latest is read", "severalCurrent");
      versions.current = version;
    }
  }
  return found;
}

/** A value: JSON as it is to be written, or a text, which may be JSON, too, or `undefined`. */
type NodeValue = { text: string | undefined; isJson: boolean };

/** Values by the ids of properties. */
export type VersionValues = ReadonlyMap<number, NodeValue>;

// A property varies only if the type of the node varies, too; other rows remain from an earlier setting. Whole numbers are
// text, since a double does not hold all digits of 64 bits; texts are bytes, to find texts that are not UTF-8.
const VALUES = `
  select p.versionId, p.propertyTypeId, v.nodeId, nullif(p.segment, '') as segment, t.Alias as alias,
    cast(cast(p.intValue as integer) as text) as integer, cast(nullif(p.decimalValue, '') as text) as decimal,
    cast(nullif(p.dateValue, '') as text) as date,
    cast(coalesce(nullif(p.varcharValue, ''), nullif(p.textValue, '')) as blob) as text
  from umbracoPropertyData p not indexed
  join umbracoContentVersion v on v.id = p.versionId
  join siteNode n on n.id = v.nodeId
  join cmsPropertyType t on t.id = p.propertyTypeId
  where p.versionId in (select value from json_each(:versions))
    and p.languageId is iif(n.varies and t.variations & 1, :language, null)`;

type ValueRow = {
  versionId: number;
  propertyTypeId: number;
  nodeId: number;
  segment?: string;
  alias: string;
  integer?: string;
  decimal?: string;
  date?: string;
  text?: Uint8Array;
};

/**
 * @param versions the ids of versions
 * @param segment the segment whose values are read in place of others. Default: no segment, with a warning for each that exists
 * @returns the values of each version in one language, and the segments that they have other values for
 * @throws FileFault if the table is damaged
 */
export function readValues(
  database: Database,
  versions: readonly number[],
  language: DatabaseLanguage | undefined,
  segment: string | undefined,
  warnings: SiteWarnings,
): { values: ReadonlyMap<number, VersionValues>; segments: string[] } {
  const segments = new Set<string>();
  const values = new Map(versions.map((id) => [id, new Map<number, NodeValue>()]));
  const ofSegment: { versionId: number; propertyTypeId: number; value: NodeValue }[] = [];
  const wanted = { ...parameters(language), ":versions": JSON.stringify(versions) };
  let bytes = 0;
  try {
    for (const row of rows<ValueRow>(database, VALUES, wanted)) {
      bytes += row.text?.length ?? 0;
      if (bytes > MOST_COPIED_BYTES) throw new FileFault(TOO_LARGE);
      const { versionId, propertyTypeId, nodeId, alias } = row;
      if (row.segment !== undefined) segments.add(row.segment);
      if (row.segment === undefined) values.get(versionId)?.set(propertyTypeId, valueOfRow(row, warnings));
      else if (row.segment === segment)
        ofSegment.push({ versionId, propertyTypeId, value: valueOfRow(row, warnings) });
      else
        warnings.node(nodeId, `has a value of ${alias} for a segment, which only export reads`, "segments");
    }
    for (const { versionId, propertyTypeId, value } of ofSegment)
      values.get(versionId)?.set(propertyTypeId, value);
  } catch (error) {
    throw error instanceof FileFault ? error : damaged(error, database, "umbracoPropertyData");
  }
  return { values, segments: [...segments].sort() };
}

/** The value of a row, which has it in one column. */
function valueOfRow({ nodeId, integer, decimal, date, text }: ValueRow, warnings: SiteWarnings): NodeValue {
  if (integer !== undefined) return { text: integer, isJson: true };
  const number = decimal === undefined ? undefined : withoutTrailingZeros(decimal);
  if (decimal !== undefined) return { text: number ?? decimal, isJson: number !== undefined };
  if (date !== undefined) return { text: JSON.stringify(dateOf(date)), isJson: true };
  return { text: textOfColumn(text, () => warnings.brokenText(nodeId)), isJson: false };
}

const DECIMAL = /^(-?)0*([0-9]+)(?:\.([0-9]*?)0*)?$/;

/** A decimal without the zeros at its end, exact whatever its length; `undefined` if the text is no decimal. */
function withoutTrailingZeros(text: string): string | undefined {
  const parts = DECIMAL.exec(text);
  if (!parts) return undefined;
  const [, sign, whole, fraction] = parts;
  const digits = fraction ? `${whole}.${fraction}` : whole;
  return digits === "0" ? digits : sign + digits;
}

/** `2024-01-02 03:04:05.678` to the second, as uSync writes dates; another text stays as it is. */
export function dateOf(text: string): string {
  return /^.{4}-.{5} .{5}:/s.test(text) ? `${text.slice(0, 10)}T${text.slice(11, 19)}` : text;
}

/** The same with all digits but zeros at the end. */
export function exactDateOf(text: string): string {
  const [, day, clock, digits = ""] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  if (day === undefined) return dateOf(text);
  return `${day}T${clock}${digits && `.${digits}`}`;
}

function parameters(language: DatabaseLanguage | undefined) {
  return { ":language": language?.id ?? null };
}
