/** TypeScript declarations of the lines of `export`, printed from their schema: one interface per type. */
import type { Kind } from "../operations.ts";
import { type ContentModel, linePropertiesOf, type ModelType, type PartType } from "./content-model.ts";
import type { TypelessPart } from "./decoding.ts";
import {
  isObjectSchema,
  type ObjectSchema,
  propertiesSchema,
  record,
  type Schema,
  SHARED,
} from "./model-json-schema.ts";

/** Types of a site can have the name of any global type, so that none is used. */
const HEAD = [
  "/** The content and media of a site, as `migrations export` writes them. */\n",
  "/** Any JSON. */",
  "export type Json = null | boolean | number | string | Json[] | { [member: string]: Json };\n",
  "export type SomeProperties<Properties> = { [Property in keyof Properties]?: Properties[Property] };\n",
];

/** Parts of the schema that depend on the type of a node. */
const GENERIC: ReadonlyMap<string, string> = new Map([
  ["Properties", "Properties"],
  ...["SomeProperties", "Culture", "ContentLine", "MediaLine"].map(
    (name) => [name, `${name}<Properties>`] as const,
  ),
]);

/** How the names of parts of grids and of macros end. */
const PART_ENDINGS: Readonly<Record<TypelessPart, string>> = {
  gridSection: "Section",
  gridRow: "Row",
  gridControl: "Control",
  gridSettings: "",
  macro: "Macro",
};

/** An interface to be declared: its name, and the type that it is made of. */
type Declared = { name: string; type: ModelType | PartType };

/** Returns the text of `types.ts`. Names that are equal in Pascal case get a number. */
export function modelTypeScript({ contentTypes, mediaTypes, partTypes }: ContentModel): string {
  const taken = new Set([
    ...Object.keys(SHARED),
    "Json",
    "SomeProperties",
    "ContentNode",
    "MediaNode",
    "Element",
  ]);
  const declared = (type: Declared["type"], ending: string) => ({
    name: freeName(type.alias, ending, taken),
    type,
  });
  const nodeTypes = contentTypes.filter(({ element, nodes }) => !element || nodes > 0);
  const nodes = nodeTypes.map((type) => declared(type, ""));
  const elements = [
    ...contentTypes
      .filter(({ element, elements }) => element || elements > 0)
      .map((type) => declared(type, nodeTypes.includes(type) ? "Element" : "")),
    ...partTypes.map((type) => declared(type, PART_ENDINGS[type.part])),
  ];
  const media = mediaTypes.map((type) => declared(type, "Media"));
  return [
    ...HEAD,
    ...Object.entries(SHARED).map(([name, schema]) => interfaceOf(GENERIC.get(name) ?? name, schema)),
    union("ContentNode", nodes),
    union("MediaNode", media),
    union("Element", elements),
    ...nodes.map((each) => interfacesOf(each, "content", "ContentLine")),
    ...elements.map((each) => interfacesOf(each, "content")),
    ...media.map((each) => interfacesOf(each, "media", "MediaLine")),
  ].join("\n");
}

function union(name: string, members: readonly Declared[]): string {
  if (members.length === 0) return `export type ${name} = never;\n`;
  return `export type ${name} =\n${members.map((member) => `  | ${member.name}`).join("\n")};\n`;
}

/**
 * Interfaces for the properties of a type, and for its nodes or elements.
 * @param line the interface of all nodes of the kind. Default: the type is one of elements
 */
function interfacesOf({ name, type }: Declared, kind: Kind, line?: "ContentLine" | "MediaLine"): string {
  const own = record({
    [`${kind}Type`]: { enum: [type.alias] },
    ...(line === undefined && { id: { type: "string" }, properties: { $ref: `${name}Properties` } }),
  });
  const description = "name" in type && type.name !== type.alias ? type.name : undefined;
  return `${interfaceOf(`${name}Properties`, propertiesSchema(linePropertiesOf(kind, type)))}
${interfaceOf(line === undefined ? name : `${name} extends ${line}<${name}Properties>`, { ...own, description })}`;
}

function interfaceOf(name: string, schema: ObjectSchema): string {
  const members = membersOf(schema).map(([member, value]) => `${commentOf(value, "  ")}  ${member};\n`);
  const others = schema.additionalProperties;
  const fields = others ? `${commentOf(others, "  ")}  [field: string]: unknown;\n` : "";
  return `${commentOf(schema)}export interface ${name} {\n${fields}${members.join("")}}\n`;
}

/** The declarations of the members of an object, with their schemas. */
function membersOf({ properties, required }: ObjectSchema): [declaration: string, Schema][] {
  return Object.entries(properties).map(([name, schema]) => {
    const member = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
    return [`${member}${required.includes(name) ? "" : "?"}: ${typeOf(schema)}`, schema];
  });
}

const PRIMITIVES: Readonly<Record<string, string>> = { integer: "number" };

/** The type of the values that a schema allows. */
function typeOf(schema: Schema): string {
  if (typeof schema === "boolean") return schema ? "Json" : "never";
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
    return GENERIC.get(name) ?? name;
  }
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" | ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.items !== undefined) {
    const item = typeOf(schema.items);
    return item.includes(" | ") ? `(${item})[]` : `${item}[]`;
  }
  if (isObjectSchema(schema)) {
    const members = membersOf(schema).map(([member]) => member);
    return `{ ${members.join("; ")} }`;
  }
  if (schema.additionalProperties !== undefined)
    return `{ [name: string]: ${typeOf(schema.additionalProperties)} }`;
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? ["Json"]);
  return types.map((type) => PRIMITIVES[type] ?? type).join(" | ");
}

/** Names are written by strangers: they must not end the comment. */
function commentOf(schema: Schema, indent = ""): string {
  const text =
    typeof schema === "boolean"
      ? undefined
      : schema.description?.replaceAll("*/", "* /").replaceAll(/\s+/g, " ").trim();
  return text ? `${indent}/** ${text} */\n` : "";
}

function freeName(alias: string, ending: string, taken: Set<string>): string {
  const words = alias.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const pascal = words.map((word) => word[0].toUpperCase() + word.slice(1)).join("") + ending;
  const base = /^[\p{L}_$]/u.test(pascal) ? pascal : `Type${pascal}`;
  let name = base;
  for (let number = 2; taken.has(name) || taken.has(`${name}Properties`); number++) name = `${base}${number}`;
  taken.add(name).add(`${name}Properties`);
  return name;
}
