/** The content model of real sites beside what SQL counts in a database and a plain scan of XML in a uSync folder. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ModelProperty, ModelType } from "../../src/decode/content-model.ts";
import type { Kind } from "../../src/operations.ts";
import { imageWithLog } from "../formats/database/plain-log.ts";
import { OBJECT_TYPES, openImage, query } from "../formats/database/site-database.ts";
import { run } from "../support/program.ts";
import { SHARED } from "../support/repository.ts";

const DATABASES = join(SHARED, "databases");
const CORPUS = join(SHARED, "corpus");
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
  const { status, stdout } = await run(["types", "--data", path, "--format", "model"]);
  expect(status).toBe(0);
  const { contentTypes, mediaTypes } = JSON.parse(stdout);
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

describe.skipIf(!existsSync(DATABASES))("types --format model of real databases", () => {
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

/** The texts of the files in a section of a uSync folder; records of renaming and deletion are left out. */
function textsIn(site: string, ...sections: string[]): string[] {
  return sections.flatMap((section) => {
    const folder = join(site, section);
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".config"))
      .map((name) => readFileSync(join(folder, name), "utf8"))
      .filter((text) => !text.includes("<Empty "));
  });
}

/** What an element of a text holds, without its own tags; empty if there is none. */
const inside = (text: string, name: string) =>
  new RegExp(`<${name}(?: [^>]*)?>([\\s\\S]*?)</${name}>`).exec(text)?.[1] ?? "";
const attribute = (text: string, name: string) => new RegExp(`^[^>]* ${name}="([^"]*)"`).exec(text)?.[1];
/** A text from its first element on. */
const fromRoot = (text: string) => text.slice(text.search(/<\w/));
const isTrue = (text: string) => /^true$/i.test(text);
/** An empty list is no value. */
const isBlank = (text: string) =>
  /^\s*(?:\[\s*\])?\s*$/.test(text.replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, "$1"));

/** A node as its file has it: its type, key, parent, whether it is published, and the aliases of its values. */
function scannedNode(text: string, kind: Kind) {
  const root = fromRoot(text);
  const values = (body: string, hasValue: (inner: string) => boolean) =>
    Array.from(body.matchAll(/<(\w+)>((?:<!\[CDATA\[[\s\S]*?\]\]>|(?!<\/\1>)[\s\S])*?)<\/\1>/g))
      .filter(([, , inner]) => hasValue(inner))
      .map(([, alias]) => alias);
  const type = attribute(root, "nodeTypeAlias");
  if (type !== undefined) {
    return {
      type,
      key: attribute(root, "guid") ?? "",
      parent: attribute(root, "parentGUID") ?? "",
      isPublished: kind === "media" || attribute(root, "published") === "true",
      filled: values(root.slice(root.indexOf(">") + 1), (inner) => !isBlank(inner)),
    };
  }
  const published = /<Published Default="([^"]*)"\s*(?:\/>|>([\s\S]*?)<\/Published>\s*<)/.exec(root) ?? [];
  const isUnpublished = (culture: string | undefined) =>
    culture !== undefined && new RegExp(`Culture="${culture}">false`, "i").test(published[2] ?? "");
  const oneValue = /<Value\b(?: Culture="([^"]*)")?[^>]*>((?:<!\[CDATA\[[\s\S]*?\]\]>|[^<])*)<\/Value>/g;
  return {
    type: inside(root, "ContentType"),
    key: attribute(root, "Key") ?? "",
    parent: /<Parent Key="([^"]*)"/.exec(root)?.[1] ?? "",
    isPublished:
      !isTrue(inside(root, "Trashed")) &&
      (kind === "media" || isTrue(published[1] ?? "") || />true</i.test(published[2] ?? "")),
    filled: values(/<Properties>([\s\S]*)<\/Properties>/.exec(root)?.[1] ?? "", (inner) =>
      Array.from(inner.matchAll(oneValue)).some(
        ([, culture, value]) => !isUnpublished(culture) && !isBlank(value),
      ),
    ),
  };
}

/** The lines of all types of a kind by scanning the files. */
function scannedLines(site: string, kind: Kind, elementsOf: ReadonlyMap<string, number>): string[] {
  const nodes = textsIn(site, kind === "media" ? "Media" : "Content").map((text) => scannedNode(text, kind));
  const byKey = new Map(nodes.map((node) => [node.key, node]));
  const isShown = ({ isPublished, parent }: (typeof nodes)[number]): boolean => {
    const above = byKey.get(parent);
    return isPublished && (/^[0-]*$/.test(parent) || (above !== undefined && isShown(above)));
  };
  const sections = kind === "media" ? ["MediaTypes", "MediaType"] : ["ContentTypes", "DocumentType"];
  const types = textsIn(site, ...sections).map((text) => {
    const root = fromRoot(text);
    const info = inside(root, "Info");
    return {
      root,
      info,
      alias: attribute(root, "Alias") ?? inside(info, "Alias"),
      id: attribute(root, "Key") ?? inside(info, "Key"),
    };
  });
  const above = (type: (typeof types)[number]): (typeof types)[number][] => {
    const named = Array.from(
      type.info.matchAll(/<(?:Composition|Parent|Master)\b(?: Key="([^"]*)")?[^>]*>([^<]+)</g),
      ([, key, alias]) => types.find((each) => (key ? each.id === key : each.alias === alias)),
    ).filter((each) => each !== undefined);
    return [...new Set([type, ...named.flatMap(above)])];
  };
  return types.flatMap((type) => {
    const shown = nodes.filter((node) => node.type === type.alias && isShown(node));
    const elements = elementsOf.get(type.alias) ?? 0;
    const varies = (text: string) =>
      inside(text, "Variations").toLowerCase().replace("cultureandsegment", "both") || "nothing";
    const own = varies(type.info);
    const isElement = isTrue(inside(type.info, "IsElement"));
    return [
      typeLine({
        alias: type.alias,
        id: type.id as ModelType["id"],
        element: isElement || (elements > 0 && shown.length === 0),
        varies: own as ModelType["varies"],
        nodes: shown.length,
        allowedAtRoot: isTrue(inside(type.info, "AllowAtRoot")),
      }),
      ...above(type).flatMap(({ root, alias: from }) =>
        Array.from(root.matchAll(/<GenericProperty>([\s\S]*?)<\/GenericProperty>/g), ([, text]) => {
          const alias = inside(text, "Alias");
          const property: CountedProperty = {
            alias,
            editor: inside(text, "Type"),
            from,
            varies: VARIATIONS[
              VARIATIONS.indexOf(varies(text)) & VARIATIONS.indexOf(own)
            ] as ModelProperty["varies"],
            mandatory: isTrue(inside(text, "Mandatory")),
            filled: shown.filter((node) => node.filled.includes(alias)).length,
          };
          return propertyLine(type.alias, property, elements === 0 && !isElement);
        }),
      ),
    ];
  });
}

describe.skipIf(!existsSync(CORPUS))("types --format model of real uSync folders", () => {
  const names = existsSync(CORPUS) ? readdirSync(CORPUS).filter((name) => !name.endsWith(".md")) : [];

  it.each(names)("has the types, properties and uses that a scan of the files counts: %s", async (name) => {
    const site = join(CORPUS, name);
    const types = await typesOf(site);
    for (const kind of ["content", "media"] as const) {
      const elements = new Map(types[kind].map((type) => [type.alias, type.elements]));
      const known = types[kind].filter(({ inferred }) => !inferred);
      expectSame(modelLines(known), scannedLines(site, kind, elements));
    }
  });
});
