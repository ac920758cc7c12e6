/** A second implementation of reading a database, by SQL: the oracle of the tests. */
import type { Database, SqlValue } from "sql.js";
import { OBJECT_TYPES, query } from "./site-database.ts";

export type PlainOptions = { culture?: string; includeUnpublished?: boolean };
/** A node as it is expected, with the keys of its ancestors. */
export type PlainNode = Record<string, unknown> & { id: number; key: string; ancestors: string[] };

type Language = { id: SqlValue; code: string; isDefault: boolean };
type Properties = Record<string, { alias: string; editorAlias: string | null; value: unknown }>;

export function plainReading(
  database: Database,
  kind: "content" | "media",
  { culture, includeUnpublished = false }: PlainOptions = {},
): PlainNode[] {
  const languages = query(database, "select * from umbracoLanguage order by id").map((row) => ({
    id: row.id,
    code: String(row.languageISOCode),
    isDefault: row.isDefaultVariantLang === 1,
  }));
  const fallback = languages.find(({ isDefault }) => isDefault) ?? languages[0];
  const language = culture
    ? languages.find(({ code }) => code.toLowerCase() === culture.toLowerCase())
    : fallback;
  if (!language) throw new Error(`no language ${culture}`);
  const nodes: PlainNode[] = [];
  const walk = (parent: SqlValue, ancestors: string[], isPublishedAbove: boolean) => {
    const rows = query(
      database,
      `select n.*, t.nodeId as typeId, t.alias, t.variations & 1 as varies from umbracoNode n
       join umbracoContent c on c.nodeId = n.id join cmsContentType t on t.nodeId = c.contentTypeId
       where n.nodeObjectType = ? and n.trashed = 0 and n.parentId = ? order by n.sortOrder, n.id`,
      [OBJECT_TYPES[kind], parent],
    );
    for (const row of rows) {
      const read = versionOf(database, kind, row, language, includeUnpublished);
      if (!read) continue;
      const key = String(row.uniqueId).toLowerCase();
      const isPublished = read.published && isPublishedAbove;
      const properties = propertiesOf(database, row, read.version.id, language);
      const template = query(database, "select alias from cmsTemplate where nodeId = ?", [
        read.version.templateId ?? null,
      ])[0]?.alias;
      const url = kind === "media" ? mediaUrl(database, properties, read.version.id) : undefined;
      nodes.push({
        id: Number(row.id),
        key,
        name: read.name,
        ...(url === undefined ? {} : { url }),
        type: row.alias,
        sortOrder: row.sortOrder,
        createDate: seconds(row.createDate),
        updateDate: seconds(read.version.versionDate),
        ...(template ? { template } : {}),
        ...(isPublished ? {} : { published: false }),
        properties,
        ancestors,
      });
      walk(row.id, [...ancestors, key], isPublished);
    }
  };
  walk(-1, [], true);
  return nodes;
}

function versionOf(
  database: Database,
  kind: "content" | "media",
  { id, varies, text }: Record<string, SqlValue>,
  language: Language,
  includeUnpublished: boolean,
) {
  const [published] = query(
    database,
    `select v.*, dv.templateId from umbracoContentVersion v join umbracoDocumentVersion dv on dv.id = v.id
     join umbracoDocument d on d.nodeId = v.nodeId
     where v.nodeId = ? and dv.published = 1 and d.published = 1 order by v.id desc limit 1`,
    [id],
  );
  const [current] = query(
    database,
    `select v.*, dv.templateId from umbracoContentVersion v left join umbracoDocumentVersion dv on dv.id = v.id
     where v.nodeId = ? and v.current = 1 order by v.id desc limit 1`,
    [id],
  );
  const nameIn = (version: Record<string, SqlValue>) =>
    query(
      database,
      "select name from umbracoContentVersionCultureVariation where versionId = ? and languageId = ?",
      [version.id, language.id],
    )[0]?.name || undefined;
  if (kind === "content" && published) {
    const inLanguage = query(
      database,
      "select 1 from umbracoDocumentCultureVariation where nodeId = ? and languageId = ? and published = 1",
      [id, language.id],
    );
    const name = varies ? nameIn(published) : published.text || undefined;
    if ((!varies || inLanguage.length > 0) && name) return { version: published, name, published: true };
  }
  if (!current || (kind === "content" && !includeUnpublished)) return undefined;
  const name = (varies ? nameIn(current) : undefined) ?? (current.text || text || "");
  return { version: current, name, published: kind === "media" };
}

function propertiesOf(
  database: Database,
  { typeId, varies }: Record<string, SqlValue>,
  version: SqlValue,
  language: Language,
): Properties {
  const rows = query(
    database,
    `with recursive made(id, depth) as (
       select ?, 0 union select parentContentTypeId, depth + 1 from cmsContentType2ContentType
       join made on childContentTypeId = made.id where depth < 20)
     select p.id, p.Alias as alias, p.variations & 1 as varies, e.propertyEditorAlias as editor
     from cmsPropertyType p join (select id, min(depth) as depth from made group by id) m on m.id = p.contentTypeId
     left join umbracoDataType e on e.nodeId = p.dataTypeId order by m.depth desc`,
    [typeId],
  );
  const properties: Properties = {};
  for (const row of rows) {
    const alias = String(row.alias);
    const found = query(
      database,
      `select * from umbracoPropertyData where versionId = ? and propertyTypeId = ?
       and coalesce(segment, '') = '' and languageId is ? order by id desc limit 1`,
      [version, row.id, row.varies && varies ? language.id : null],
    )[0];
    const editorAlias = row.editor === null ? null : String(row.editor);
    properties[alias] = { alias, editorAlias, value: found ? sqlValueOf(found) : null };
  }
  return properties;
}

function sqlValueOf(row: Record<string, SqlValue>): unknown {
  if (row.intValue !== null) return row.intValue;
  if (row.decimalValue) return Number(row.decimalValue);
  if (row.dateValue) return seconds(row.dateValue);
  const text = row.varcharValue || row.textValue;
  if (typeof text !== "string" || text === "") return null;
  if (!/^\s*(?:\{[\s\S]*\}|\[[\s\S]*\])\s*$/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function mediaUrl(database: Database, { umbracoFile }: Properties, version: SqlValue): unknown {
  const value = umbracoFile?.value;
  const path = typeof value === "object" && value !== null && "src" in value ? value.src : value;
  if (path) return path;
  return (
    query(database, "select path from umbracoMediaVersion where id = ?", [version])[0]?.path || undefined
  );
}

/** `2024-01-02 03:04:05.6` to the second, with a `T`. */
function seconds(date: SqlValue): string {
  return String(date).slice(0, 19).replace(" ", "T");
}
