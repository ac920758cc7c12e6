/** The content model of real databases beside what SQL counts in them. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ModelProperty, ModelType } from "../../src/decode/content-model.ts";
import type { Kind } from "../../src/operations.ts";
import { imageWithLog } from "../formats/database/plain-log.ts";
import { OBJECT_TYPES, openImage, query } from "../formats/database/site-database.ts";
import { modelOf } from "../support/model.ts";
import { SHARED } from "../support/repository.ts";

const DATABASES = join(SHARED, "databases");
const VARIATIONS = ["nothing", "culture", "segment", "both"];

/** What is counted of a type, and of each of its properties. */
type CountedType = Pick<ModelType, "alias" | "id" | "element" | "varies" | "nodes" | "allowedAtRoot">;
type CountedProperty = Pick<ModelProperty, "alias" | "editor" | "from" | "varies" | "mandatory" | "filled">;

const typeLine = ({ alias, id, element, varies, nodes, allowedAtRoot }: CountedType) =>
  `${alias} ${id}: ${nodes} nodes, varies by ${varies}${element ? ", element" : ""}${allowedAtRoot ? ", root" : ""}`;

/** @param isCounted whether only nodes have the type, so that its values can be counted without reading others */
const propertyLine = (type: string, property: CountedProperty, isCounted: boolean) => {
  const { alias, editor, from, varies, mandatory, filled } = property;
  const count = isCounted ? `, ${filled} filled` : "";
  return `${type}.${alias}: ${editor} of ${from}, varies by ${varies}${mandatory ? ", mandatory" : ""}${count}`;
};

async function typesOf(path: string): Promise<Record<Kind, ModelType[]>> {
  const { contentTypes, mediaTypes } = await modelOf("--data", path);
  return { content: contentTypes, media: mediaTypes };
}

function modelLines(types: readonly ModelType[]): string[] {
  return types.flatMap((type) => [
    typeLine(type),
    // Properties that only values have are in no type, which is what is counted here.
    ...type.properties
      .filter(({ from }) => from !== null)
      .map((property) => propertyLine(type.alias, property, !type.element)),
  ]);
}

function expectSame(found: readonly string[], counted: readonly string[]): void {
  expect({
    onlyModel: found.filter((line) => !counted.includes(line)),
    onlyCounted: counted.filter((line) => !found.includes(line)),
  }).toEqual({ onlyModel: [], onlyCounted: [] });
  expect(found).toHaveLength(counted.length);
}

/** The lines of all types of a kind by SQL. */
function sqlLines(path: string, kind: Kind, elementsOf: ReadonlyMap<string, number>): string[] {
  const database = openImage(imageWithLog(path));
  const read = (sql: string) => query(database, sql);
  const isMedia = kind === "media";
  const nodeType = `upper(n.nodeObjectType) = '${OBJECT_TYPES[kind]}' and not n.trashed`;
  const published = isMedia ? "" : "join umbracoDocument d on d.nodeId = n.id and d.published";
  // A page is visible if it and all above it are published.
  read(`create temp table shown as
    with recursive visible(id) as (
      select n.id from umbracoNode n ${published} where ${nodeType} and n.parentId = -1
      union all select n.id from umbracoNode n join visible v on n.parentId = v.id ${published} where ${nodeType})
    select visible.id, content.contentTypeId as type, version.id as version from visible
    join umbracoContent content on content.nodeId = visible.id
    join umbracoContentVersion version on version.nodeId = visible.id
    ${isMedia ? "where version.current" : "join umbracoDocumentVersion d on d.id = version.id and d.published"}`);
  const types = read(`
    select t.nodeId, t.alias as alias, t.isElement, t.variations, t.allowAtRoot, lower(n.uniqueId) as id,
      (select count(*) from shown where type = t.nodeId) as nodes
    from cmsContentType t join umbracoNode n on n.id = t.nodeId
    where upper(n.nodeObjectType) = '${OBJECT_TYPES[`${kind}Type`]}'`);
  const lines = types.flatMap((type) => {
    const alias = String(type.alias);
    const elements = elementsOf.get(alias) ?? 0;
    const properties = read(`
      with recursive above(id) as (select ${type.nodeId}
        union select c.parentContentTypeId from cmsContentType2ContentType c join above on c.childContentTypeId = above.id)
      select p.alias as alias, p.mandatory, p.variations, t.alias as owner, d.propertyEditorAlias as editor,
        (select count(distinct shown.id) from shown join umbracoPropertyData v on v.versionId = shown.version
          where v.propertyTypeId = p.id and shown.type = ${type.nodeId}
            and trim(coalesce(v.textValue, v.varcharValue, v.intValue, v.decimalValue, v.dateValue, '')) not in ('', '[]')) as filled
      from above join cmsPropertyType p on p.contentTypeId = above.id join cmsContentType t on t.nodeId = above.id
        join umbracoDataType d on d.nodeId = p.dataTypeId`);
    return [
      typeLine({
        alias,
        id: String(type.id) as ModelType["id"],
        element: type.isElement === 1 || (elements > 0 && type.nodes === 0),
        varies: VARIATIONS[Number(type.variations)] as ModelType["varies"],
        nodes: Number(type.nodes),
        allowedAtRoot: type.allowAtRoot === 1,
      }),
      ...properties.map((row) => {
        const property: CountedProperty = {
          alias: String(row.alias),
          editor: String(row.editor),
          from: String(row.owner),
          varies: VARIATIONS[Number(row.variations) & Number(type.variations)] as ModelProperty["varies"],
          mandatory: row.mandatory === 1,
          filled: Number(row.filled),
        };
        return propertyLine(alias, property, elements === 0 && type.isElement !== 1);
      }),
    ];
  });
  database.close();
  return lines;
}

describe.skipIf(!existsSync(DATABASES))("the content model of real databases", () => {
  const names = existsSync(DATABASES) ? readdirSync(DATABASES).filter((name) => name.endsWith(".db")) : [];

  it.each(names)("has the types, properties and uses that SQL counts: %s", async (name) => {
    const path = join(DATABASES, name);
    const types = await typesOf(path);
    for (const kind of ["content", "media"] as const) {
      const elements = new Map(types[kind].map((type) => [type.alias, type.elements]));
      expectSame(modelLines(types[kind]), sqlLines(path, kind, elements));
    }
  });
});
