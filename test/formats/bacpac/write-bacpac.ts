/** Writes `.bacpac` files as SqlPackage does, from tables, a SQLite database or an umbraco.config. */
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import type { Database, SqlValue } from "sql.js";
import type { ReadOptions } from "../../../src/formats/data-format.ts";
import { loadDirectory } from "../../../src/formats/load-directory.ts";
import { parseXml, type XmlElement } from "../../../src/formats/xml/xml-parser.ts";
import { everyAnswer, wholeTrees } from "../../everything.ts";
import { dataDirectory } from "../../support/temporary.ts";
import { OBJECT_TYPES, query } from "../database/site-database.ts";

export type Column = {
  name: string;
  /** `int`, `nvarchar(50)`, `nvarchar(max)`, `datetime2(7)`, `decimal(38,6)`. */
  type: string;
  /** Default: yes. */
  isNullable?: boolean;
};
export type Table = {
  name: string;
  /** Default: dbo. */
  schema?: string;
  columns: readonly Column[];
  /** Rows by column names; missing columns are NULL. */
  rows: readonly Readonly<Record<string, SqlValue | undefined>>[];
};
export type Entry = { name: string; bytes: Uint8Array; isStored?: boolean };

/** @param zip64 whether sizes and offsets are in Zip64 records, as in files of more than 4 GB */
export function zipOf(entries: readonly Entry[], { zip64 = false, comment = "" } = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, isStored = false } of entries) {
    const data = isStored ? bytes : deflateRawSync(bytes);
    const extra = zip64
      ? sized(28, (to) => {
          to.writeUInt16LE(1, 0);
          to.writeUInt16LE(24, 2);
          to.writeBigUInt64LE(BigInt(bytes.length), 4);
          to.writeBigUInt64LE(BigInt(data.length), 12);
          to.writeBigUInt64LE(BigInt(offset), 20);
        })
      : Buffer.alloc(0);
    const common = sized(26, (to) => {
      to.writeUInt16LE(45, 0);
      to.writeUInt16LE(isStored ? 0 : 8, 4);
      to.writeUInt32LE(crc32(bytes), 10);
      to.writeUInt32LE(zip64 ? 0xffffffff : data.length, 14);
      to.writeUInt32LE(zip64 ? 0xffffffff : bytes.length, 18);
      to.writeUInt16LE(Buffer.byteLength(name), 22);
    });
    const localExtra = extra.subarray(0, zip64 ? 20 : 0);
    if (zip64) localExtra.writeUInt16LE(16, 2);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), localExtra, data]);
    local.writeUInt16LE(localExtra.length, 28);
    if (zip64) extra.writeUInt16LE(24, 2);
    const rest = sized(14, (to) => to.writeUInt32LE(zip64 ? 0xffffffff : offset, 10));
    const own = Buffer.concat([Buffer.from("PK\x01\x02\x2d\x00"), common, rest, Buffer.from(name), extra]);
    own.writeUInt16LE(extra.length, 30);
    directory.push(own);
    parts.push(local);
    offset += local.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = entries.length;
  const zip64End = sized(76, (to) => {
    to.write("PK\x06\x06", 0);
    to.writeBigUInt64LE(44n, 4);
    to.writeBigUInt64LE(BigInt(count), 24);
    to.writeBigUInt64LE(BigInt(count), 32);
    to.writeBigUInt64LE(BigInt(size), 40);
    to.writeBigUInt64LE(BigInt(offset), 48);
    to.write("PK\x06\x07", 56);
    to.writeBigUInt64LE(BigInt(offset + size), 64);
    to.writeUInt32LE(1, 72);
  });
  const end = sized(22, (to) => {
    to.write("PK\x05\x06", 0);
    to.writeUInt16LE(zip64 ? 0xffff : count, 8);
    to.writeUInt16LE(zip64 ? 0xffff : count, 10);
    to.writeUInt32LE(zip64 ? 0xffffffff : size, 12);
    to.writeUInt32LE(zip64 ? 0xffffffff : offset, 16);
    to.writeUInt16LE(comment.length, 20);
  });
  return Buffer.concat([...parts, ...directory, ...(zip64 ? [zip64End] : []), end, Buffer.from(comment)]);
}

function sized(bytes: number, write: (to: Buffer) => void): Buffer {
  const to = Buffer.alloc(bytes);
  write(to);
  return to;
}

/** The parts of a type such as `decimal(38,6)`. */
export function typeOf(type: string): { base: string; args: string[] } {
  const [, base = type, args = ""] = /^(.*?)(?:\((.*)\))?$/.exec(type) ?? [];
  return { base, args: args === "" ? [] : args.split(",") };
}

function modelOf(tables: readonly Table[]): string {
  const element = (type: string, name: string, inner: string) =>
    `<Element Type="${type}" Name="${name.replaceAll("&", "&amp;")}">${inner}</Element>`;
  const property = (name: string, value: string) => `<Property Name="${name}" Value="${value}" />`;
  const relation = (name: string, entries: string[]) =>
    `<Relationship Name="${name}">${entries.map((entry) => `<Entry>${entry}</Entry>`).join("")}</Relationship>`;
  const columnOf =
    (table: string) =>
    ({ name, type, isNullable = true }: Column) => {
      const { base, args } = typeOf(type);
      if (base === "computed") return element("SqlComputedColumn", `${table}.[${name}]`, "");
      const named: Record<string, string[]> = {
        decimal: ["Precision", "Scale"],
        datetime2: ["Scale"],
        datetimeoffset: ["Scale"],
        time: ["Scale"],
      };
      const sizes = args.map((arg, index) =>
        arg === "max" ? property("IsMax", "True") : property(named[base]?.[index] ?? "Length", arg),
      );
      const reference = `<References ExternalSource="BuiltIns" Name="[${base}]" />`;
      const specifier = `<Element Type="SqlTypeSpecifier">${sizes.join("")}${relation("Type", [reference])}</Element>`;
      const nullable = isNullable ? "" : property("IsNullable", "False");
      return element(
        "SqlSimpleColumn",
        `${table}.[${name}]`,
        nullable + relation("TypeSpecifier", [specifier]),
      );
    };
  const all = tables.map(({ name, schema = "dbo", columns }) => {
    const full = `[${schema}].[${name}]`;
    return element(
      "SqlTable",
      full,
      property("IsAnsiNullsOn", "True") + relation("Columns", columns.map(columnOf(full))),
    );
  });
  return `\ufeff<?xml version="1.0" encoding="utf-8"?><DataSchemaModel FileFormatVersion="1.2" xmlns="http://schemas.microsoft.com/sqlserver/dac/Serialization/2012/02"><Model><Element Type="SqlDatabaseOptions" />${all.join("")}</Model></DataSchemaModel>`;
}

const INTEGERS: Record<string, number> = { int: 4, bigint: 8, smallint: 2, tinyint: 1 };

/** A value of SQLite as bytes of the type, without its prefix. */
export function bytesOf(base: string, args: readonly string[], value: SqlValue): Buffer {
  const text = String(value);
  if (INTEGERS[base]) return sized(8, (to) => to.writeBigInt64LE(BigInt(text))).subarray(0, INTEGERS[base]);
  if (base === "bit") return Buffer.from([Number(value)]);
  if (base === "float") return sized(8, (to) => to.writeDoubleLE(Number(value)));
  if (base === "real") return sized(4, (to) => to.writeFloatLE(Number(value)));
  if (base === "uniqueidentifier") {
    const hex = text.replace(/[-{}]/g, "");
    const bytes = Buffer.from(hex, "hex");
    bytes.subarray(0, 4).reverse();
    bytes.subarray(4, 6).reverse();
    bytes.subarray(6, 8).reverse();
    return bytes;
  }
  if (base.startsWith("datetime")) return dateBytes(base, Number(args[0] ?? 7), text);
  if (base === "decimal") {
    const [whole, fraction = ""] = text.replace("-", "").split(".");
    const scale = Number(args[1]);
    let number = BigInt(whole + fraction.padEnd(scale, "0").slice(0, scale));
    const bytes = Buffer.alloc(19);
    bytes.set([Number(args[0]), scale, text.startsWith("-") ? 0 : 1]);
    for (let at = 3; at < bytes.length; at++, number >>= 8n) bytes[at] = Number(number & 0xffn);
    return bytes;
  }
  if (base.includes("binary") || base === "image") return Buffer.from(value as Uint8Array);
  return Buffer.from(text, "utf16le");
}

function dateBytes(base: string, scale: number, text: string): Buffer {
  const [, day, time = "00:00:00", fraction = ""] = /^(\S+)[ T]?([\d:]{8})?(?:\.(\d+))?/.exec(text) ?? [];
  const days = Date.parse(`${day}T00:00:00Z`) / 86_400_000;
  const [hours, minutes, seconds] = time.split(":").map(Number);
  const second = hours * 3600 + minutes * 60 + seconds;
  const units = Number(fraction.padEnd(7, "0").slice(0, 7));
  if (base === "datetime")
    return sized(8, (to) => {
      to.writeInt32LE(days + 25_567, 0);
      to.writeUInt32LE(second * 300 + Math.min(Math.round(units / (1e7 / 300)), 299), 4);
    });
  const bytes = scale < 3 ? 3 : scale < 5 ? 4 : 5;
  return sized(bytes + 3 + (base === "datetimeoffset" ? 2 : 0), (to) => {
    to.writeUIntLE(second * 10 ** scale + Math.floor(units / 10 ** (7 - scale)), 0, bytes);
    to.writeUIntLE(days + 719_162, bytes, 3);
  });
}

/** The bytes of a value as bulk copy writes them. */
function fieldOf({ name, type, isNullable = true }: Column, row: Table["rows"][number]): Buffer {
  const { base, args } = typeOf(type);
  if (base === "computed") return Buffer.alloc(0);
  const isLarge = args[0] === "max";
  const isOldLarge = ["ntext", "text", "image"].includes(base);
  const isFixed = base in INTEGERS || base === "float" || base === "real" || base.startsWith("datetime");
  const isVariable = /char|binary/.test(base);
  const isFixedText = !isNullable && base === "char";
  const prefix = isLarge
    ? 8
    : isOldLarge
      ? 4
      : isFixedText
        ? 0
        : isVariable
          ? 2
          : isFixed && !isNullable
            ? 0
            : 1;
  const value = row[name];
  if (value === null || value === undefined) return Buffer.alloc(prefix, 0xff);
  const bytes = bytesOf(base, args, value);
  const length = Buffer.alloc(prefix);
  if (prefix === 8) length.writeBigUInt64LE(BigInt(bytes.length));
  else if (prefix > 0) length.writeUIntLE(bytes.length, 0, prefix);
  return Buffer.concat([length, bytes]);
}

export function rowBytes({ columns, rows }: Table): Buffer {
  return Buffer.concat(rows.flatMap((row) => columns.map((column) => fieldOf(column, row))));
}

/**
 * The entries of a `.bacpac`.
 * @param rowsInPart the number of rows in each file of a table
 */
export function bacpacEntries(tables: readonly Table[], rowsInPart = Number.POSITIVE_INFINITY): Entry[] {
  const data = tables.flatMap((table) => {
    const { name, schema = "dbo", rows } = table;
    return Array.from(
      { length: Math.ceil(rows.length / Math.min(rowsInPart, rows.length || 1)) },
      (_, part) => ({
        name: `Data/${schema}.${name}/TableData-${String(part).padStart(3, "0")}-00000.BCP`,
        bytes: rowBytes({
          ...table,
          rows: rows.slice(
            part * Math.min(rowsInPart, rows.length),
            (part + 1) * Math.min(rowsInPart, rows.length),
          ),
        }),
      }),
    );
  });
  return [
    { name: "model.xml", bytes: Buffer.from(modelOf(tables)) },
    { name: "DacMetadata.xml", bytes: Buffer.from("<DacType/>") },
    ...data,
    { name: "Origin.xml", bytes: Buffer.from("<DacOrigin/>"), isStored: true },
  ];
}

const GUIDS = ["uniqueid", "nodeobjecttype", "contentkey"];
const BITS = [
  "trashed",
  "current",
  "published",
  "edited",
  "available",
  "allowatroot",
  "mandatory",
  "isdefaultvariantlang",
  "isdefault",
  "isdraft",
  "isprimary",
  "iselement",
];
const DATES = ["createdate", "versiondate", "datevalue", "createdateutc"];

/** The type that a column of SQLite has in SQL Server. @param longest the length of its longest text */
function sqlServerType(column: string, declared: string, longest: number): string {
  const name = column.toLowerCase();
  if (GUIDS.includes(name)) return "uniqueidentifier";
  if (BITS.includes(name)) return "bit";
  if (DATES.includes(name)) return "datetime";
  if (name === "decimalvalue") return "decimal(38,6)";
  if (name === "variations") return "tinyint";
  if (name === "level") return "smallint";
  if (/int/i.test(declared)) return "int";
  if (name === "textvalue" || longest > 4000) return "nvarchar(max)";
  return `nvarchar(${Math.max(longest, 1)})`;
}

/** Umbraco's tables in a SQLite database with SQL Server's types, and a table that cannot be read. */
export function tablesOf(database: Database): Table[] {
  const tables = query(
    database,
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite%'",
  );
  const site = tables
    .map(({ name }) => String(name))
    .filter((name) => /^(?:umbraco|cms|UF|icUrlTracker|Skybrud)/i.test(name))
    .map((name): Table => {
      const rows = query(database, `select * from "${name}" order by rowid`);
      const columns = query(
        database,
        `select name, type, "notnull", pk from pragma_table_info('${name}')`,
      ).map(({ name: column, type, notnull, pk }) => ({
        name: String(column),
        type: sqlServerType(
          String(column),
          String(type),
          rows.reduce((most, row) => Math.max(most, String(row[String(column)] ?? "").length), 0),
        ),
        isNullable: !notnull && !pk,
      }));
      const isGuid = ({ name: column }: Column) =>
        ["umbracoRedirectUrl id", "cmsDictionary id", "cmsDictionary parent"].includes(`${name} ${column}`);
      for (const column of columns.filter(isGuid)) column.type = "uniqueidentifier";
      return { name, columns, rows };
    });
  const shapes = { name: "places", columns: [{ name: "shape", type: "geography" }], rows: [{ shape: "?" }] };
  return [...site, { ...shapes, rows: [] }];
}

/** A table. @param columns such as `id int, text nvarchar(255)?`, of which those with a question mark can be NULL */
export function table(name: string, columns: string, rows: Table["rows"] = []): Table {
  const parsed = columns.split(", ").map((column) => {
    const [, own = "", type = "", mark] = /^(\S+) (.*?)(\?)?$/.exec(column) ?? [];
    return { name: own, type, isNullable: mark !== undefined };
  });
  return { name, columns: parsed, rows };
}

/** The tables of an Umbraco 7 that has published the nodes of an umbraco.config, and media items. */
export function version7Tables(
  config: string,
  {
    editors = {},
    media = [],
    drafts = [],
    redirects = [],
    others = [],
  }: {
    /** Editors by type and property, joined by a point. */
    editors?: Readonly<Record<string, string>>;
    /** XML of media items. */
    media?: readonly string[];
    /** Ids of nodes that are not published. */
    drafts?: readonly number[];
    redirects?: readonly { contentKey: string; url: string }[];
    /** Tables that a site can lack. */
    others?: readonly Table[];
  } = {},
): Table[] {
  const nodes: { element: XmlElement; parent: number; below: XmlElement[] }[] = [];
  const inside = new Map<XmlElement, XmlElement[]>();
  parseXml(config, (element, above) => {
    if (element.attributes.isDoc === undefined) return false;
    const parent = above[above.length - 1];
    inside.set(parent, [...(inside.get(parent) ?? []), element]);
    const id = above.length === 2 ? -1 : Number(parent.attributes.id);
    nodes.push({ element, parent: id, below: inside.get(element) ?? [] });
    return true;
  });
  /** Where the opening tag of an element begins. */
  const startOf = ({ start }: XmlElement) => config.lastIndexOf("<", start - 1);
  const xmlOf = ({ element, below }: (typeof nodes)[number]) => {
    const starts = [startOf(element), ...below.map(({ end }) => end)];
    const ends = [...below.map(startOf), element.end];
    return starts.map((start, index) => config.slice(start, ends[index])).join("");
  };
  const items = media.map((xml) => ({ xml, element: parseXml(xml) }));
  const typeOf = ({ attributes: { nodeTypeAlias }, name }: XmlElement) => nodeTypeAlias || name;
  const typesOf = (elements: readonly { element: XmlElement }[], kind: string) =>
    [...new Set(elements.map(({ element }) => typeOf(element)))].map((alias) => ({ alias, kind }));
  const types = [...typesOf(nodes, OBJECT_TYPES.contentType), ...typesOf(items, OBJECT_TYPES.mediaType)].map(
    (type, index) => ({ ...type, id: 5000 + index }),
  );
  const aliases = [...new Set(Object.values(editors))].map((alias, index) => ({ alias, id: 6000 + index }));
  const row = (id: number, text: string, nodeObjectType: string, more: object = {}) => ({
    ...{ id, text, nodeObjectType, parentId: -1, sortOrder: 0, trashed: 0 },
    uniqueID: `00000000-0000-4000-9000-${String(id).padStart(12, "0")}`,
    createDate: "2015-01-01 00:00:00",
    ...more,
  });
  const nodeRow = ({ attributes }: XmlElement, parentId: number, type: string) =>
    row(Number(attributes.id), attributes.nodeName, type, {
      parentId,
      uniqueID: attributes.key ?? null,
      sortOrder: Number(attributes.sortOrder ?? 0),
    });
  const versionId = "00000000-0000-4000-9000-000000000001";
  return [
    table(
      "umbracoNode",
      "id int, trashed bit, parentId int, sortOrder int, uniqueID uniqueidentifier?, text nvarchar(255)?, nodeObjectType uniqueidentifier?, createDate datetime",
      [
        ...nodes.map(({ element, parent }) => nodeRow(element, parent, OBJECT_TYPES.content)),
        ...items.map(({ element }) =>
          nodeRow(element, Number(element.attributes.parentID), OBJECT_TYPES.media),
        ),
        ...types.map(({ id, alias, kind }) => row(id, alias, kind)),
        ...aliases.map(({ id, alias }) => row(id, alias, OBJECT_TYPES.dataType)),
        row(7000, "A member", OBJECT_TYPES.member),
      ],
    ),
    table("cmsContentXml", "nodeId int, xml ntext", [
      ...nodes.map((node) => ({ nodeId: Number(node.element.attributes.id), xml: xmlOf(node) })),
      ...items.map(({ element, xml }) => ({ nodeId: Number(element.attributes.id), xml })),
      { nodeId: 7000, xml: '<Member id="7000" isDoc=""><secret>s</secret></Member>' },
    ]),
    table(
      "cmsDocument",
      "nodeId int, published bit, versionId uniqueidentifier, newest bit",
      nodes.flatMap(({ element }) => {
        const nodeId = Number(element.attributes.id);
        const published = drafts.includes(nodeId) ? 0 : 1;
        return [
          { nodeId, published: 0, versionId, newest: 1 },
          { nodeId, published, versionId, newest: 0 },
        ];
      }),
    ),
    table("umbracoLanguage", "id smallint, languageISOCode nvarchar(10)?", [
      { id: 1, languageISOCode: "en-US" },
    ]),
    table(
      "cmsDataType",
      "pk int, nodeId int, propertyEditorAlias nvarchar(255), dbType nvarchar(50)",
      aliases.map(({ id, alias }) => ({ pk: id, nodeId: id, propertyEditorAlias: alias, dbType: "Ntext" })),
    ),
    table(
      "umbracoDomains",
      "id int, domainDefaultLanguage int?, domainRootStructureID int?, domainName nvarchar(255)",
    ),
    table(
      "umbracoRedirectUrl",
      "id uniqueidentifier, contentKey uniqueidentifier, createDateUtc datetime, url nvarchar(255), urlHash nvarchar(40)",
      redirects.map((redirect) => ({
        ...redirect,
        ...{ id: redirect.contentKey, createDateUtc: "2018-01-01 00:00:00", urlHash: "" },
      })),
    ),
    table(
      "cmsDataTypePreValues",
      "id int, datatypeNodeId int, value ntext?, sortorder int, alias nvarchar(50)?",
      aliases.slice(0, 1).flatMap(({ id }) => [
        { id: 2, datatypeNodeId: id, value: '{"a":[1]}', sortorder: 1, alias: "" },
        { id: 1, datatypeNodeId: id, value: "50", sortorder: 0, alias: "maxChars" },
      ]),
    ),
    table(
      "cmsContentType",
      "pk int, nodeId int, alias nvarchar(255)?, icon nvarchar(255)?, allowAtRoot bit",
      types.map(({ id, alias }) => ({ pk: id, nodeId: id, alias, icon: "icon-doc", allowAtRoot: 1 })),
    ),
    table("cmsContentType2ContentType", "parentContentTypeId int, childContentTypeId int"),
    table("cmsContentTypeAllowedContentType", "Id int, AllowedId int, SortOrder int"),
    table("cmsDocumentType", "contentTypeNodeId int, templateNodeId int, IsDefault bit"),
    table(
      "cmsPropertyType",
      "id int, dataTypeId int, contentTypeId int, propertyTypeGroupId int?, Alias nvarchar(255), Name nvarchar(255)?, sortOrder int, mandatory bit, Description nvarchar(2000)?, UniqueID uniqueidentifier",
      Object.entries(editors).map(([name, editor], index) => {
        const [type, alias] = name.split(".");
        return {
          ...{ id: 100 + index, Alias: alias, Name: alias, sortOrder: index, mandatory: 0 },
          dataTypeId: aliases.find((each) => each.alias === editor)?.id,
          contentTypeId: types.find((each) => each.alias === type)?.id,
          UniqueID: `00000000-0000-4000-a000-${String(index).padStart(12, "0")}`,
        };
      }),
    ),
    table("cmsPropertyTypeGroup", "id int, contenttypeNodeId int, text nvarchar(255), sortorder int"),
    table("cmsTemplate", "pk int, nodeId int, alias nvarchar(100)?"),
    ...others,
  ];
}

/** Writes a `.bacpac` to a folder that is removed after the test. @returns its path */
export function writeBacpac(
  tables: readonly Table[],
  name = "site.bacpac",
  { zip64 = false, rowsInPart = 40 } = {},
): string {
  return join(dataDirectory({ [name]: zipOf(bacpacEntries(tables, rowsInPart), { zip64 }) }), name);
}

/** Everything that is loaded, but what depends on the path or on the form of dates. */
export async function allOf(path: string, options: ReadOptions = {}) {
  const { trees, types, warnings, domains, dictionary, ...data } = await loadDirectory(path, options);
  const { unpublished, redirects, languages, heldLanguages, unread, redirectCount } = data;
  const { version, culture, protectedNodes, plainPaths } = data;
  const { warnings: typeWarnings, ...lists } = types();
  return {
    ...{ unpublished, redirects, languages, heldLanguages, unread, redirectCount },
    ...{ version, culture, protectedNodes, plainPaths },
    trees: wholeTrees(trees),
    answers: everyAnswer(trees.content),
    types: lists,
    warnings: [...warnings, ...typeWarnings].map(({ text }) => text),
    domains: domains?.(),
    dictionary: dictionary?.(),
  };
}
