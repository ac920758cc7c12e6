/** Reads `model.xml` of a `.bacpac`: the tables of a SQL Server database and their columns, in the order of the data. */
import { parseXml, type XmlElement } from "../xml/xml-parser.ts";

export type BackupColumn = {
  name: string;
  /** The SQL Server type without brackets, such as `nvarchar`; of a user-defined type with its schema. */
  type: string;
  isNullable: boolean;
  /** Characters or bytes of a type that has a length. */
  length: number;
  /** Whether the type is `nvarchar(max)` or alike. */
  isMax: boolean;
  /** Digits of fractional seconds. */
  scale: number;
};

export type BackupTable = {
  schema: string;
  name: string;
  columns: readonly BackupColumn[];
};

/** The default scale of `datetime2`, `time` and `datetimeoffset`, which is also the highest. */
const DEFAULT_SCALE = 7;

/** What is read of a table. */
const READ_PARTS: readonly string[] = ["Relationship", "Property"];

/**
 * @param text model.xml without a byte-order mark
 * @throws XmlSyntaxError
 */
export function readBackupSchema(text: string): BackupTable[] {
  const tables: BackupTable[] = [];
  parseXml(text, (element, above) => {
    // Elements lie in the document, DataSchemaModel and Model. A database has tens of thousands; only tables are kept, and
    // of them what is read.
    if (above.length === 4) return !READ_PARTS.includes(element.name);
    if (above.length !== 3) return false;
    if (element.attributes.Type === "SqlTable") tables.push(tableOf(element));
    return true;
  });
  return tables;
}

function tableOf(element: XmlElement): BackupTable {
  const [schema = "", name = ""] = nameParts(element.attributes.Name ?? "");
  // Computed columns have no data.
  const columns = entriesOf(element, "Columns").filter(
    ({ attributes }) => attributes.Type !== "SqlComputedColumn",
  );
  return { schema, name, columns: columns.map(columnOf) };
}

function columnOf(element: XmlElement): BackupColumn {
  const name = nameParts(element.attributes.Name ?? "").at(-1) ?? "";
  const [specifier] = entriesOf(element, "TypeSpecifier");
  const [reference] = specifier ? entriesOf(specifier, "Type") : [];
  const type = nameParts(reference?.attributes.Name ?? "").join(".");
  const numberOf = (property: string, otherwise: number) =>
    Number((specifier && xmlPropertyValue(specifier, property)) ?? otherwise);
  return {
    name,
    type: type || element.attributes.Type || "unknown",
    isNullable: xmlPropertyValue(element, "IsNullable") !== "False",
    length: numberOf("Length", 0),
    isMax: specifier !== undefined && xmlPropertyValue(specifier, "IsMax") === "True",
    scale: numberOf("Scale", DEFAULT_SCALE),
  };
}

/** What a relationship of an element refers to: elements, or references to elements. */
function entriesOf(element: XmlElement, relationship: string): XmlElement[] {
  const found = element.children.find(
    ({ name, attributes }) => name === "Relationship" && attributes.Name === relationship,
  );
  return found?.children.flatMap(({ children }) => children.slice(0, 1)) ?? [];
}

function xmlPropertyValue(element: XmlElement, property: string): string | undefined {
  return element.children.find(({ name, attributes }) => name === "Property" && attributes.Name === property)
    ?.attributes.Value;
}

/** The parts of a name such as `[dbo].[umbracoNode].[id]`, in which `]]` is a bracket. */
function nameParts(name: string): string[] {
  const parts: string[] = [];
  let part: string | undefined;
  for (let at = 0; at < name.length; at++) {
    if (part === undefined) {
      if (name[at] === "[") part = "";
    } else if (name[at] !== "]") part += name[at];
    else if (name[at + 1] === "]") part += name[at++];
    else {
      parts.push(part);
      part = undefined;
    }
  }
  return parts;
}
