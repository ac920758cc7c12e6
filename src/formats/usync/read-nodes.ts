/** Reads the files of the nodes of one kind as records. */

import type { Kind } from "../../operations.ts";
import type { Findings } from "../../site/findings.ts";
import { entryIn } from "../../site/map-entries.ts";
import { FILE_PROPERTY, mediaUrl } from "../../site/media/media-paths.ts";
import { type Definitions, propertiesOf, variesByCulture } from "../../site/schema/definitions.ts";
import { type Key, ZERO_KEY } from "../../site/tree/key.ts";
import { segmentOptions, URL_NAME, urlSegment, urlSource } from "../../site/urls/url-segment.ts";
import { holdsConflict } from "../../text/file-text.ts";
import type { FormatOptions } from "../data-format.ts";
import type { EditorAliases } from "../editor-aliases.ts";
import { type PropertyPrefix, type PropertyWriter, propertyKind } from "../node-writer.ts";
import { IN_BIN, type SiteRecord } from "../site-model.ts";
import type { XmlElement } from "../xml/xml-parser.ts";
import { type ConfigFile, detached, isTrue, readConfig } from "./config-file.ts";
import type { UsyncFile } from "./find-files.ts";
import { type Cultures, type CultureText, textInCulture } from "./languages.ts";

/** A property of a type. */
type PropertyOfFile = PropertyPrefix & {
  /** Whether its values differ by culture; `undefined` if its type does not say. */
  varies: boolean | undefined;
};

/** A type with its full set of properties. */
type TypeOfFile = {
  alias: string;
  /** Whether nodes differ by culture; `undefined` if there is no such type. */
  varies: boolean | undefined;
  /** The aliases of missing types: its own, or of its parent and compositions. */
  missing: readonly string[];
  property(alias: string): PropertyOfFile;
};

/** Finds a type by its alias, also if there is none: then nothing is known of its properties. */
type FindType = (alias: string) => TypeOfFile;

/** All types of one kind. */
export function typesOfFiles(definitions: Definitions, editors: EditorAliases): FindType {
  const resolve = (alias: string): TypeOfFile => {
    const definition = definitions.find({ key: undefined, alias });
    const family = definition ? definitions.familyOf(definition) : [];
    const declared = propertiesOf(family);
    const bases = family.flatMap((member) => member.bases).filter((base) => !definitions.find(base));
    const missing = definition ? [...new Set(bases.map((base) => base.alias))] : [alias];
    const properties = new Map<string, PropertyOfFile>();
    const propertyNamed = (name: string): PropertyOfFile => {
      const own = declared.get(name);
      const editorAlias = own?.editorAlias ?? editors.find(alias, name) ?? null;
      // A property varies only where its type does.
      const varies =
        own && definition
          ? [definition, own].every(({ variation }) => variesByCulture(variation))
          : undefined;
      return { ...propertyKind(name, editorAlias), varies };
    };
    const property = (name: string) => entryIn(properties, name, () => propertyNamed(name));
    return { alias, varies: definition && variesByCulture(definition.variation), missing, property };
  };
  const types = new Map<string, TypeOfFile>();
  return (alias) => entryIn(types, alias, () => resolve(alias));
}

/** A node, with what decides which file counts if several files have its key. */
type UsyncRecord = SiteRecord & {
  file: UsyncFile;
  /** As the file has it, for the order in which uSync applies files; the tree's levels are its own. */
  level: number;
  isTrashed: boolean;
};

/** What a file says of its node; texts are those of the language that is read, `undefined` if it has none. */
type NodeFile = {
  record: UsyncRecord;
  isBlueprint: boolean;
  texts: { alias: string; text: string | undefined }[];
  /** The cultures that it is there in, in lower case; none if it does not vary. */
  languages: readonly string[];
};

/** What the files of one kind say. */
export type KindFiles = {
  records: UsyncRecord[];
  /** The keys that are deleted, and the files that say so. */
  deletions: Map<Key, string>;
  /** Whether uSync 7 wrote one of them. */
  foundUsync7: boolean;
  /** The cultures that nodes are there in, in lower case. */
  languages: Set<string>;
  /** How many dates of publication the nodes have that are not in the recycle bin. */
  schedules: number;
};

/** What the files of a folder have in common. */
type ReadingContext = {
  findings: Findings;
  values: PropertyWriter;
  types: Record<Kind, FindType>;
  cultures: Cultures;
  /** Receives the segments that values exist for. */
  segments: Set<string>;
  options: FormatOptions;
  /** The CMS's major version, if it is known. */
  major: number | undefined;
};

/** @throws UsageError if the dialect makes no use of an option */
export function readNodes(files: readonly UsyncFile[], kind: Kind, context: ReadingContext): KindFiles {
  const found: KindFiles = {
    records: [],
    deletions: new Map(),
    foundUsync7: false,
    languages: new Set(),
    schedules: 0,
  };
  for (const file of files) {
    const config = readConfig(file, context.findings);
    if (!config) continue;
    const { name, attributes } = config.root;
    if (name === "Empty" && attributes.guid === undefined) {
      readAction(config, found);
    } else if (name === "uSyncArchive") {
      config.warn("records that a node was removed, and has no node", "actions");
    } else {
      readNode(config, kind, context, found);
    }
  }
  return found;
}

/** Reads a file that says what was done to a node. */
function readAction(config: ConfigFile, { deletions }: KindFiles): void {
  const { attributes } = config.root;
  const action = attributes.Change ?? "";
  config.warn(`records a change (${action || "unnamed"}) and has no node`, "actions");
  if (action !== "Delete") return;
  const key = config.key(attributes.Key, "Key", config.root);
  if (!config.faulty) deletions.set(key, config.file.name);
}

function readNode(config: ConfigFile, kind: Kind, context: ReadingContext, found: KindFiles): void {
  const { types, options } = context;
  const { attributes } = config.root;
  const isUsync7 = attributes.guid !== undefined && attributes.Key === undefined;
  if (isUsync7) found.foundUsync7 = true;
  const read = isUsync7 ? nodeIn7(config, kind, types[kind]) : nodeIn(config, kind, types[kind], context);
  if (config.faulty) return;
  if (read.isBlueprint) {
    config.warn("is left out: it is a blueprint, not a node", "blueprints");
    return;
  }
  const { record } = read;
  found.records.push(record);
  if (record.isTrashed) return;
  found.schedules += config.root.child("Info")?.child("Schedule")?.children.length ?? 0;
  for (const language of read.languages) found.languages.add(language);
  if (record.unpublished !== undefined && !options.includeUnpublished) return;
  addValues(read, config, kind, { ...context, major: isUsync7 ? 7 : context.major });
}

/** Reads what uSync 8 and later write. */
function nodeIn(config: ConfigFile, kind: Kind, findType: FindType, context: ReadingContext): NodeFile {
  const { cultures } = context;
  const { file, root } = config;
  const info = root.child("Info");
  const infoText = (name: string) => info?.child(name)?.text ?? "";
  const parent = info?.child("Parent");
  const sortOrder = info?.child("SortOrder");
  // Before mid-2019 the root element was called after the type.
  const type = findType(infoText("ContentType") || root.name);
  const languages = languagesIn(info, type);
  const isPublic = kind === "media" || isPublished(info?.child("Published"), type, cultures);
  const record = {
    file,
    ...config.ownKey(root.attributes.Key, "Key", undefined),
    parent: parentIn(config.key(parent?.attributes.Key, "the Key of Info/Parent", parent ?? root)),
    id: undefined,
    level: config.integer(root.attributes.Level, "Level", root) ?? 0,
    sortOrder: config.integer(sortOrder?.text, "SortOrder", sortOrder ?? root),
    isTrashed: isTrue(infoText("Trashed")),
    unpublished: isPublic ? undefined : UNPUBLISHED,
    isElsewhere: isElsewhere(info, type, cultures),
    isInvariant: type.varies === false || (type.varies === undefined && languages.length === 0),
    type: type.alias,
    ...detached({
      name: nameOf(root, info?.child("NodeName"), type, cultures),
      createDate: infoText("CreateDate") || undefined,
      template: infoText("Template").trim() || undefined,
    }),
    properties: NO_VALUES,
  };
  return {
    record,
    isBlueprint: isTrue(infoText("IsBlueprint")),
    texts: textsIn(config, type, context),
    languages,
  };
}

/** Reads what uSync 7 wrote: fields are attributes, properties child elements. */
function nodeIn7(config: ConfigFile, kind: Kind, findType: FindType): NodeFile {
  const { file, root, source } = config;
  const { attributes } = root;
  const id = config.id(attributes.id, root);
  const record = {
    file,
    ...config.ownKey(attributes.guid, "guid", id),
    parent: parentIn(config.key(attributes.parentGUID || ZERO_KEY, "parentGUID", root)),
    id,
    level: config.integer(attributes.level, "level", root) ?? 0,
    sortOrder: config.integer(attributes.sortOrder, "sortOrder", root),
    isTrashed: BIN_PATH.test(attributes.path ?? ""),
    unpublished: kind === "media" || isTrue(attributes.published) ? undefined : UNPUBLISHED,
    type: findType(attributes.nodeTypeAlias || root.name).alias,
    ...detached({
      name: attributes.nodeName ?? "",
      updateDate: attributes.updated || undefined,
      template: attributes.templateAlias || undefined,
    }),
    properties: NO_VALUES,
  };
  const texts = root.children.map((element) => ({ alias: element.name, text: element.content(source) }));
  return { record, isBlueprint: isTrue(attributes.isBlueprint), texts, languages: [] };
}

/** The recycle bins of content and of media, at the beginning of uSync 7's paths of ids. */
const BIN_PATH = /^-1,-2[01],/;
const UNPUBLISHED = "it is not published";

/** The values of a node that is left out in any case. */
const NO_VALUES = Buffer.alloc(0);

function parentIn(key: Key): Key | undefined {
  return key === ZERO_KEY ? undefined : key;
}

/** A node is there in the languages that it has a name or a state in. */
function languagesIn(info: XmlElement | undefined, type: TypeOfFile): string[] {
  if (type.varies === false) return [];
  const written = ["NodeName", "Published"].flatMap((name) => info?.child(name)?.children ?? []);
  return [...new Set(written.flatMap((element) => cultureOf(element) ?? []))];
}

/** Whether a node has names in other languages than the one that is read, and neither a name nor visitors in that one. */
function isElsewhere(info: XmlElement | undefined, type: TypeOfFile, { read }: Cultures): boolean {
  if (type.varies === false || read === undefined) return false;
  const named = (info?.child("NodeName")?.children ?? []).flatMap((name) => cultureOf(name) ?? []);
  const states = info?.child("Published")?.children ?? [];
  const isPublic = states.some((state) => cultureOf(state) === read && isTrue(state.text));
  return named.length > 0 && !named.includes(read) && !isPublic;
}

function nameOf(
  root: XmlElement,
  names: XmlElement | undefined,
  type: TypeOfFile,
  cultures: Cultures,
): string {
  const own = names?.attributes.Default || root.attributes.Alias || "";
  if (!names || names.children.length === 0) return own;
  const byCulture = names.children.map((name) => ({ culture: cultureOf(name), text: name.text }));
  return textInCulture(cultures, byCulture, type.varies) || own;
}

/** Whether a node counts as published: what its cultures say, where they say anything, wins over its default. */
function isPublished(published: XmlElement | undefined, type: TypeOfFile, { read }: Cultures): boolean {
  if (!published || published.children.length === 0) return isTrue(published?.attributes.Default);
  const states = published.children.map((state) => ({
    culture: cultureOf(state),
    isPublished: isTrue(state.text),
  }));
  const counting =
    type.varies === false || read === undefined ? states : states.filter(({ culture }) => culture === read);
  return counting.some((state) => state.isPublished);
}

function textsIn(
  { root, source }: ConfigFile,
  type: TypeOfFile,
  { cultures, segments, options }: ReadingContext,
): NodeFile["texts"] {
  const elements = root.child("Properties")?.children ?? [];
  return elements.map(({ name, children }) => {
    const values: CultureText[] = [];
    const inSegment: CultureText[] = [];
    for (const value of children) {
      const { Segment } = value.attributes;
      if (Segment) segments.add(Segment);
      if (Segment && Segment !== options.segment) continue;
      (Segment ? inSegment : values).push({ culture: cultureOf(value), text: value.content(source) });
    }
    const { varies } = type.property(name);
    const text = inSegment.length > 0 ? textInCulture(cultures, inSegment, varies) : undefined;
    return { alias: name, text: text ?? textInCulture(cultures, values, varies) };
  });
}

function cultureOf({ attributes }: XmlElement): string | undefined {
  return attributes.Culture?.toLowerCase() || undefined;
}

/** Adds the values to a record, and the fields that are made of values. */
function addValues(
  { record, texts }: NodeFile,
  config: ConfigFile,
  kind: Kind,
  { types, options, major, values, findings }: ReadingContext,
): void {
  const type = types[kind](record.type);
  const propertyText = (wanted: string) => texts.find(({ alias }) => alias === wanted)?.text;
  for (const { alias, text } of texts) {
    if (text === undefined || !holdsConflict(text)) continue;
    config.warn(`property ${alias} of "${record.name}" holds an unresolved Git conflict`, "conflicts");
  }
  if (kind === "media") record.url = detached(mediaUrl(propertyText(FILE_PROPERTY)));
  else if (options.urls) {
    const rules = segmentOptions(major, options.settings);
    record.segment = urlSegment(urlSource(record.name, propertyText(URL_NAME)), rules);
  }
  const properties = texts.map(({ alias, text }) => ({ property: type.property(alias), text }));
  const unknown = properties.flatMap(({ property }) => (property.editorAlias === null ? property.alias : []));
  record.properties = valuesOf(record.file, values.write(properties), unknown, type, findings);
}

/** Returns the JSON of properties and reports properties without an editor. A function of its own, so that the text of the file is freed. */
function valuesOf(
  file: UsyncFile,
  json: Buffer,
  withoutEditor: readonly string[],
  { alias, missing }: TypeOfFile,
  findings: Findings,
): SiteRecord["properties"] {
  return () => {
    if (withoutEditor.length > 0) {
      const text = `no editor alias is known (type ${alias}): ${withoutEditor.join(", ")}`;
      const about = { count: withoutEditor.length, missingTypes: missing };
      findings.warn(file.name, text, "withoutEditor", about);
    }
    return json;
  };
}

/**
 * Reports what is deleted or in the recycle bin; of several live files of one key takes the one that uSync would apply last.
 * A deletion removes all files of its key, and one file in the recycle bin puts the node there.
 * @returns one record a key, in order of keys
 */
export function chooseRecords({ records, deletions }: KindFiles, findings: Findings): UsyncRecord[] {
  return byKey(records).map(([key, files]) => {
    const deletion = deletions.get(key);
    const trashed = files.find(({ isTrashed }) => isTrashed);
    if (deletion === undefined && !trashed) return lastApplied(files, findings);
    let removed = IN_BIN;
    if (deletion !== undefined) removed = `${deletion} deletes it`;
    else if (files.length > 1) removed += `, says ${trashed?.file.name}`;
    for (const { file, isTrashed } of files) {
      const reason = isTrashed && deletion === undefined ? IN_BIN : removed;
      findings.warn(file.name, `is left out: ${reason}`, deletion === undefined ? "inBin" : "deleted");
    }
    return { ...files[0], removed };
  });
}

/** The records of each key, in order of keys; of one key in the order they came in. */
function byKey(records: readonly UsyncRecord[]): [Key, UsyncRecord[]][] {
  const groups = new Map<Key, UsyncRecord[]>();
  for (const record of records) entryIn(groups, record.key, () => []).push(record);
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}

function lastApplied(files: readonly UsyncRecord[], findings: Findings): UsyncRecord {
  const last = files.reduce((last, next) => (isAppliedAfter(next, last) ? next : last));
  for (const { file, key } of files) {
    if (file === last.file) continue;
    findings.warn(
      file.name,
      `is left out: ${last.file.name} has the same key, ${key}, and is what uSync would apply last`,
      "sameKey",
    );
  }
  return last;
}

function isAppliedAfter(record: UsyncRecord, other: UsyncRecord): boolean {
  const rank = ({ level, sortOrder = 0 }: UsyncRecord) => level * 1000 + sortOrder;
  const difference = rank(record) - rank(other);
  return difference === 0 ? record.file.relativePath > other.file.relativePath : difference > 0;
}
