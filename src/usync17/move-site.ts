/** A whole site as the files of a uSync 17 folder, and what of it is not carried over. */
import { contentModel } from "../decode/content-model.ts";
import { countSecrets } from "../decode/count-secrets.ts";
import { countUses } from "../decode/count-uses.ts";
import { NodesInLanguages, nodesInLanguage, type WaitingStore } from "../decode/nodes-in-languages.ts";
import { parseString } from "../json/outline.ts";
import { KINDS, type Kind, parseId } from "../operations.ts";
import { isLoss } from "../site/findings.ts";
import { type DictionaryItem, isSameLanguage, type SiteLanguage } from "../site/languages.ts";
import { countIn, entryIn } from "../site/map-entries.ts";
import { FILE_PROPERTY, mediaPath, mediaUrl } from "../site/media/media-paths.ts";
import { variesByCulture } from "../site/schema/definitions.ts";
import { majorOf } from "../site/schema/editors-in-17.ts";
import { createSite, type Site } from "../site/site.ts";
import { copyLimits, type SiteData } from "../site/site-data.ts";
import { SiteNode } from "../site/site-nodes.ts";
import { type Key, parseKey } from "../site/tree/key.ts";
import { parseUdi } from "../site/udi.ts";
import type { GivenEditors } from "../site/values/element-types.ts";
import { counted } from "../text/counted.ts";
import { shortened } from "../text/visible-text.ts";
import { BlockKeys } from "./block-keys.ts";
import { type EncodedNode, LanguageEncoder } from "./encode-language.ts";
import { FileNames } from "./file-names.ts";
import { GuessedProperties, guessedPickers } from "./guessed-properties.ts";
import { withMissingCompositions } from "./missing-compositions.ts";
import { isEditorOf17, MAP_HEAD, MoveMap, mapLine } from "./move-map.ts";
import { MoveReport, type NodePlace, type Subject, TYPE_SUBJECTS } from "./move-report.ts";
import { visitValues } from "./node-values.ts";
import { nodeXml, type TargetNode } from "./node-xml.ts";
import { PublishRules } from "./publish-rules.ts";
import { dataTypeXml, dictionaryXml, domainXml, languageXml, templateXml, typeXml } from "./site-files.ts";
import { TargetModel, type TargetTemplate, type TargetType } from "./target-model.ts";
import { safeAlias } from "./usync-texts.ts";
import { lostCharacters, type XmlNode, xmlFile } from "./xml-writer.ts";

/** A file below the folder. */
type FolderFile = { name: string; text: string };

type MoveOptions = {
  /** Keeps what nodes have in each language until all languages are read. */
  store: WaitingStore;
  /** Whether only languages, data types, templates and types are written. */
  typesOnly: boolean;
  /** What the user decides about types. Default: nothing */
  map?: MoveMap;
  /** Called now and then. It may throw. */
  onProgress?: (text: string) => void;
};

/** The folders of a uSync export that are written. */
export const WRITTEN_SECTIONS = [
  "Languages",
  "Dictionary",
  "DataTypes",
  "Templates",
  "ContentTypes",
  "MediaTypes",
  "Media",
  "Content",
  "Domains",
] as const;
type Section = (typeof WRITTEN_SECTIONS)[number];

const SUBJECTS: Readonly<Record<Exclude<Section, "Content" | "Media">, Subject>> = {
  ...{ Languages: "language", Dictionary: "dictionary", DataTypes: "data-type", Templates: "template" },
  ...{ ContentTypes: "content-type", MediaTypes: "media-type", Domains: "domain" },
};
const NODE_SECTIONS: Readonly<Record<Kind, Section>> = { content: "Content", media: "Media" };
const TYPE_SECTIONS: Readonly<Record<Kind, Section>> = { content: "ContentTypes", media: "MediaTypes" };

/** A node that waits until it is read in all languages. */
type WaitingNode = {
  parent: Key | undefined;
  type: TargetType;
  sortOrder: number;
  createDate: string;
  template: TargetTemplate | undefined;
};

/** The most characters of a node's name in Umbraco's database. */
const LONGEST_NAME = 255;
/** What values with keys of their own contain: blocks, and picked media. */
const OWN_KEYS = /"contentData":\[\{|"mediaKey":/;
/** What is not read and arrives all the same: of values, and as templates without views. */
const CARRIED_OTHERWISE: ReadonlySet<string> = new Set([
  ...["tags", "relations", "files in Templates", "files in Template"],
]);
/** The first version of which unpublished pages can be read. */
const FIRST_WITH_DRAFTS = 8;
/** Nodes between two reports of progress. */
const PROGRESS_NODES = 500;
/** The language of data that names none: a fresh Umbraco has it. */
const DEFAULT_LANGUAGE = "en-US";

export class SiteMove {
  readonly report: MoveReport;
  readonly model: TargetModel;
  readonly languages: readonly SiteLanguage[];
  /** The code of the default language. */
  readonly #main: string;
  /** How many values of properties that look like secrets the site has. */
  readonly secrets: number;
  /** Nodes that are written. */
  readonly nodes: Record<Kind, number> = { content: 0, media: 0 };
  readonly #site: Site;
  readonly #options: MoveOptions;
  readonly #waiting: Record<Kind, Map<Key, WaitingNode>> = { content: new Map(), media: new Map() };
  readonly #inLanguages: NodesInLanguages<EncodedNode>;
  /** The nodes that are written, by key: `path` has safe aliases, `names` real names. */
  readonly #written = new Map<Key, { name: string; path: string; names: string; level: number }>();
  readonly #names = new Map<Section, FileNames>();
  /** Names in lower case, by kind, parent and language. */
  readonly #siblings = new Map<string, Set<string>>();
  /** Pages by the language in which they have a name. */
  readonly #pagesIn = new Map<string, number>();
  readonly #blockKeys = new BlockKeys();
  readonly #rules = new PublishRules();
  readonly #guessed = new GuessedProperties();
  /** By language. */
  readonly #innerEncoders = new Map<string, LanguageEncoder>();

  private constructor(
    site: Site,
    model: TargetModel,
    options: MoveOptions,
    parts: Pick<SiteMove, "report" | "secrets" | "languages">,
  ) {
    this.#site = site;
    this.model = model;
    this.#options = options;
    this.#inLanguages = new NodesInLanguages(options.store);
    this.report = parts.report;
    this.secrets = parts.secrets;
    this.languages = parts.languages;
    this.#main = parts.languages.find((language) => language.default)?.iso ?? DEFAULT_LANGUAGE;
  }

  /** The code of a language as the site writes it; `undefined` if the site does not have it. */
  #codeOf(code: string | null): string | undefined {
    return this.languages.find(({ iso }) => isSameLanguage(iso, code ?? undefined))?.iso;
  }

  /** Reads all values of the site in all its languages. @throws errors of loading and of `onProgress` */
  static async read(data: SiteData, options: MoveOptions): Promise<SiteMove> {
    const site = createSite(data);
    const report = new MoveReport();
    const { map = new MoveMap() } = options;
    options.onProgress?.("reading types");
    const uses = await countUses(site);
    const { types, made: madeTypes } = withMissingCompositions(site.types(), uses);
    const isInvariant = site.culture === undefined && site.otherLanguages.length === 0;
    const hasLanguages = (site.languages ?? []).length > 0;
    const pickers = guessedPickers(site.trees);
    const givenEditors: GivenEditors = (type, alias) =>
      map.editorOfProperty(type, alias) ?? site.givenEditors?.(type, alias) ?? pickers(type, alias);
    const model = new TargetModel({
      ...{ guessedEditor: pickers, madeTypes },
      ...{ types, model: contentModel(types, uses), report, isInvariant, hasLanguages },
      major: majorOf(site.version),
      map,
      nodeKey: (reference, kind) => nodeKey(site, reference, kind),
      hasLanguagesInside: (type, property) => uses.of("content", type)?.byLanguage.has(property) ?? false,
    });
    const secrets = countSecrets(types, KINDS, uses);
    const move = new SiteMove(site, model, options, {
      ...{ report, secrets, languages: targetLanguages(site, report) },
    });
    const read = createSite({ ...site, givenEditors });
    await move.#readLanguage(read);
    for await (const other of read.inOtherLanguages()) await move.#readLanguage(other);
    report.sumMissingMedia();
    model.blocks.dropMissing(model.dataTypes.written, report);
    move.#reportLeftParts();
    for (const { file, text, topic } of site.warnings)
      if (isLoss(topic)) report.about("file", file, "skipped", text);
    return move;
  }

  /** Reports what the site has beside what is written. */
  #reportLeftParts(): void {
    const site = this.#site;
    const { unread = [], redirectCount, newerDrafts, ownRelations, unpublished = [] } = site;
    const leftBehind = (what: string, count = 0, more = "") => {
      if (count > 0)
        this.report.about("site", what, "not-carried-over", `the old site has ${what} (${count})${more}`);
    };
    for (const { what, count } of unread) if (!CARRIED_OTHERWISE.has(what)) leftBehind(what, count);
    leftBehind("relations", ownRelations);
    leftBehind("redirects", redirectCount, ", which migrations redirects writes for web servers");
    leftBehind("newer drafts of published pages", newerDrafts, ": what is published is written");
    const drafts = unpublished.filter(
      ({ kind, key }) => kind === "content" && !this.#waiting.content.has(key),
    );
    // Databases of older versions have the values of published pages alone.
    const canRead = (majorOf(site.version) ?? FIRST_WITH_DRAFTS) >= FIRST_WITH_DRAFTS;
    leftBehind(
      "unpublished pages",
      drafts.length,
      canRead ? ": --include-unpublished writes drafts, too" : "",
    );
    const limits = copyLimits(site);
    if (limits !== undefined) this.report.about("site", "copy", "not-carried-over", limits);
    for (const { alias } of this.model.templates) {
      const master = site.templateMasters?.get(alias);
      if (master !== undefined)
        this.report.about(
          "template",
          alias,
          "not-carried-over",
          `its view has no layout; its master was ${master}`,
        );
    }
  }

  /** Yields the lines of a map that changes nothing, as CSV, for a user to edit. */
  *mapLines(): Generator<string, void> {
    // All values decide about properties whose editor is guessed.
    Array.from(this.files(), () => undefined);
    const counts = new Map<TargetType, number>();
    for (const kind of KINDS) for (const { type } of this.#waiting[kind].values()) countIn(counts, type);
    const types = KINDS.flatMap((kind) => this.model.types(kind));
    yield MAP_HEAD;
    for (const { name, editor, source } of this.model.dataTypes.written)
      yield mapLine("data-type", name, isEditorOf17(editor) ? editor : "", source.editor ?? "");
    for (const type of types)
      yield mapLine(TYPE_SUBJECTS[type.kind], type.alias, type.alias, type.alias, counts.get(type) ?? 0);
    for (const { alias: type, properties } of types)
      for (const { alias, isGuessed, dataType } of properties)
        if (isGuessed) yield mapLine("property", `${type}.${alias}`, dataType.editor);
  }

  /**
   * Yields the files, types last, since values decide about them.
   * @param hasFile whether a media file is copied, by its path as in `/media/a/b.jpg`. Default: none is
   */
  *files(hasFile: (path: string) => boolean = () => false): Generator<FolderFile, void> {
    const { typesOnly } = this.#options;
    for (const language of this.languages) yield this.#file("Languages", language.iso, languageXml(language));
    if (!typesOnly) yield* this.#dictionary();
    // Types are written for the values of nodes, also if these are not.
    for (const kind of ["media", "content"] as const)
      for (const file of this.#nodes(kind, hasFile)) if (!typesOnly) yield file;
    if (!typesOnly) yield* this.#domains();
    for (const { iso } of this.languages) this.#checkLanguage(iso);
    this.#rules.loosen([...this.model.types("content"), ...this.model.types("media")], this.report);
    this.model.settle(this.#guessed);
    for (const dataType of this.model.dataTypes.written)
      yield this.#file("DataTypes", dataType.name, dataTypeXml(dataType), dataType.key);
    for (const template of this.model.templates)
      yield this.#file("Templates", template.alias, templateXml(template), template.key);
    for (const kind of KINDS)
      for (const type of this.model.types(kind)) {
        const xml = typeXml(type, this.#levelOf(type));
        yield this.#file(TYPE_SECTIONS[kind], type.alias, xml, type.key);
      }
  }

  /** Where a node is, for the report. */
  placeOf(kind: Kind, key: Key): NodePlace | undefined {
    const written = this.#written.get(key);
    if (written) return { name: written.name, path: written.names };
    const tree = this.#site.trees[kind];
    let path = "";
    for (let at = tree.findKey(key); at >= 0; at = tree.parentAt(at))
      path = `/${new SiteNode(kind, tree, at).fields().name ?? ""}${path}`;
    return path === "" ? undefined : { name: path.slice(path.lastIndexOf("/") + 1), path };
  }

  #file(section: Section, name: string, root: XmlNode, key = String(root.attributes?.Key)): FolderFile {
    const names = entryIn(this.#names, section, () => new FileNames());
    const [lost] = lostCharacters(root);
    if (lost !== undefined) {
      const text = `${lost.name} has characters that XML cannot hold, such as ${lost.character}, and they are left out`;
      if (section === "Content" || section === "Media")
        this.report.node(section === "Content" ? "content" : "media", key, "not-encoded", text);
      else this.report.about(SUBJECTS[section], name, "not-encoded", text);
    }
    return { name: `${section}/${names.of(name, key)}`, text: xmlFile(root) };
  }

  async #readLanguage(site: Site): Promise<void> {
    const { culture, trees } = site;
    const encoder = this.#encoder(site);
    const segments = new Map(
      Array.from(await site.inSegments(), ([segment, own]) => [segment, this.#encoder(own)]),
    );
    const reached = (count: number, kind: Kind) =>
      this.#options.onProgress?.(`reading ${culture ?? kind}: ${counted(count, "node")}`);
    for (const { kind, index, key } of nodesInLanguage(site, KINDS, reached)) {
      const isKnown = this.#waiting[kind].has(key);
      const { type: alias } = encoder.language.summary(kind, index);
      const type = this.model.type(kind, alias);
      if (!type) {
        if (alias === "") this.report.node(kind, key, "missing-type", "the node has no type and is left out");
        continue;
      }
      const hasVorto = kind === "content" && [...type.all.values()].some(({ isVorto }) => isVorto);
      const varies = kind === "content" && variesByCulture(type.variation) && culture !== undefined;
      if (isKnown && (!varies || hasVorto)) continue;
      if (!isKnown) {
        const fields = encoder.language.fields(kind, index);
        const parent = trees[kind].parentAt(index);
        this.#waiting[kind].set(key, {
          parent: parent < 0 ? undefined : trees[kind].keyAt(parent),
          type,
          sortOrder: Number(fields.get("sortOrder") ?? 0),
          createDate: dateTime(parseString(fields.get("createDate")) ?? ""),
          template: kind === "content" ? this.#template(fields.get("template")) : undefined,
        });
      }
      if (hasVorto) this.#addInnerLanguages(site, kind, index);
      else
        this.#inLanguages.add(kind, key, {
          language: varies ? culture : undefined,
          part: encoder.node(kind, index, !isKnown, segments),
        });
    }
  }

  /** Adds a node whose values hold several languages within themselves: in the default language, and in each of the others. */
  #addInnerLanguages(site: Site, kind: Kind, index: number): void {
    const key = site.trees[kind].keyAt(index);
    const encoder = this.#innerEncoder(site, this.#main);
    encoder.innerLanguages.clear();
    this.#inLanguages.add(kind, key, { language: this.#main, part: encoder.node(kind, index, true) });
    for (const code of encoder.innerLanguages) {
      const iso = this.#codeOf(code);
      if (iso === this.#main) continue;
      if (iso === undefined) {
        const text = `has values in ${code}, which is no language of the site`;
        this.report.node(kind, key, "not-carried-over", text);
        continue;
      }
      const part = this.#innerEncoder(site, iso).node(kind, index, false);
      this.#inLanguages.add(kind, key, { language: iso, part });
    }
  }

  #innerEncoder(site: Site, culture: string): LanguageEncoder {
    return entryIn(this.#innerEncoders, culture, () => this.#encoder(site, culture));
  }

  #encoder(site: ConstructorParameters<typeof LanguageEncoder>[0], culture?: string): LanguageEncoder {
    const into = { model: this.model, report: this.report, blockKeys: this.#blockKeys };
    return new LanguageEncoder(site, into, culture);
  }

  /** @param written an alias, or the id of a template */
  #template(written: string | undefined): TargetTemplate | undefined {
    if (written === undefined || written === "null") return undefined;
    const alias = parseString(written);
    if (alias) return this.model.template(alias);
    const id = parseId(written);
    const known = this.#site
      .types()
      .content.flatMap(({ allowedTemplate, defaultTemplate }) => [
        ...allowedTemplate,
        ...(defaultTemplate ? [defaultTemplate] : []),
      ]);
    const found = known.find((template) => template.id === id);
    if (!found)
      this.report.about("template", written, "not-carried-over", "the data has only the id of this template");
    return found && this.model.template(found.alias);
  }

  *#nodes(kind: Kind, hasFile: (path: string) => boolean): Generator<FolderFile, void> {
    const positions = this.#positions(kind);
    for (const [key, waiting] of this.#waiting[kind]) {
      const { type, ...fields } = waiting;
      const parent = waiting.parent === undefined ? undefined : this.#written.get(waiting.parent);
      if (waiting.parent !== undefined && !parent) {
        this.report.node(kind, key, "not-carried-over", "lies below a node that is left out");
        continue;
      }
      const languages = this.#inLanguages.of(kind, key).map(({ language: culture, part }) => ({
        culture,
        node: this.#withUniqueKeys(part, { node: key, type, culture }),
      }));
      for (const { culture, node } of languages) {
        node.name = this.#freeName(kind, key, node.name, { parent: waiting.parent, culture, type });
        if (culture !== undefined) countIn(this.#pagesIn, culture);
      }
      const { node } = languages.find(({ culture }) => isSameLanguage(culture, this.#main)) ?? languages[0];
      const path = `${parent?.path ?? ""}/${safeAlias(node.name)}`;
      const level = (parent?.level ?? 0) + 1;
      const names = `${parent?.names ?? ""}/${node.name}`;
      this.#written.set(key, { name: node.name, path, names, level });
      const target: TargetNode = {
        ...{ kind, key, type, languages, path, level, ...fields, name: node.name },
        sortOrder: positions.get(key) ?? 0,
        ...(kind === "media" && hasFile(fileOf(node)) && { hasFile: true }),
        parent:
          parent && waiting.parent !== undefined ? { key: waiting.parent, name: parent.name } : undefined,
      };
      visitValues(
        target,
        (type) => this.model.typeByKey(type),
        (value, property, page) => {
          this.#guessed.add(value, property);
          this.#rules.check(value, property, page);
        },
      );
      this.nodes[kind]++;
      if (this.nodes[kind] % PROGRESS_NODES === 1)
        this.#options.onProgress?.(`writing ${kind}: ${counted(this.nodes[kind], "node")}`);
      yield this.#file(NODE_SECTIONS[kind], node.name, nodeXml(target));
    }
  }

  /** The name that Umbraco gives a node: not empty, not too long, and in a language no sibling's. */
  #freeName(
    kind: Kind,
    key: Key,
    name: string,
    { parent, culture, type }: { parent: Key | undefined; culture: string | undefined; type: TargetType },
  ): string {
    const [wanted, reason] =
      name.trim() === ""
        ? [`${type.name} ${key.slice(0, 8)}`, "it has no name"]
        : name.length > LONGEST_NAME
          ? [name.slice(0, LONGEST_NAME), `more than ${LONGEST_NAME} characters do not fit`]
          : [name, "a sibling has its name"];
    const siblings = entryIn(this.#siblings, `${kind} ${parent} ${culture}`, () => new Set());
    let free = wanted;
    for (let copy = 1; siblings.has(free.toLowerCase()); copy++) {
      const suffix = ` (${copy})`;
      free = wanted.slice(0, LONGEST_NAME - suffix.length) + suffix;
    }
    siblings.add(free.toLowerCase());
    if (free !== name)
      this.report.node(
        kind,
        key,
        "renamed",
        `is called ${JSON.stringify(shortened(free, 80))}, since ${reason}`,
      );
    return free;
  }

  /** The positions of nodes among the siblings that are written, from 0: Umbraco numbers them in this way. */
  #positions(kind: Kind): ReadonlyMap<Key, number> {
    const waiting = this.#waiting[kind];
    const next = new Map<Key | undefined, number>();
    const positions = new Map<Key, number>();
    for (const [key, { parent }] of [...waiting].toSorted(([, a], [, b]) => a.sortOrder - b.sortOrder)) {
      const position = next.get(parent) ?? 0;
      positions.set(key, position);
      next.set(parent, position + 1);
    }
    return positions;
  }

  /** A node whose blocks have keys that no other value has. */
  #withUniqueKeys(
    encoded: EncodedNode,
    { node, type, culture }: { node: Key; type: TargetType; culture: string | undefined },
  ): EncodedNode {
    const unique = (values: EncodedNode["values"], segment?: string) =>
      new Map(
        Array.from(values, ([property, text]) => {
          if (!OWN_KEYS.test(text)) return [property, text] as const;
          const varies = variesByCulture(type.all.get(property)?.variation ?? "nothing");
          const place = { node, property, culture: varies ? culture : undefined, segment };
          return [property, this.#blockKeys.unique(text, place)] as const;
        }),
      );
    const bySegment = Array.from(
      encoded.segments,
      ([segment, own]) => [segment, unique(own, segment)] as const,
    );
    return { ...encoded, values: unique(encoded.values), segments: new Map(bySegment) };
  }

  *#dictionary(): Generator<FolderFile, void> {
    const items = this.#site.dictionary?.() ?? [];
    const byKey = new Map(items.map((item) => [item.key, item]));
    const levelOf = ({ parent }: DictionaryItem): number => {
      const above = parent === null ? undefined : byKey.get(parent);
      return above ? levelOf(above) + 1 : 0;
    };
    for (const item of items) {
      const kept = Object.entries(item.translations).filter(([code]) => {
        const isKnown = this.#codeOf(code) !== undefined;
        if (!isKnown)
          this.report.about("dictionary", item.key, "not-carried-over", `the site has no language ${code}`);
        return isKnown;
      });
      const parent = item.parent !== null && byKey.has(item.parent) ? item.parent : null;
      const target = { ...item, parent, translations: Object.fromEntries(kept) };
      yield this.#file("Dictionary", item.key, dictionaryXml(target, levelOf(item)));
    }
  }

  /** Reports a language that .NET does not know by its code: uSync says that it is imported, and makes none. */
  #checkLanguage(iso: string): void {
    if (canonicalCode(iso)?.toLowerCase() === iso.toLowerCase()) return;
    const domains = (this.#site.domains?.() ?? []).filter(({ language }) =>
      isSameLanguage(iso, language ?? undefined),
    );
    const what = [counted(this.#pagesIn.get(iso) ?? 0, "page"), counted(domains.length, "domain")].join(
      " and ",
    );
    const known = canonicalCode(iso);
    const instead = known === undefined ? "" : `, as ${known} is`;
    this.report.about(
      "language",
      iso,
      "not-carried-over",
      `is no culture of .NET${instead}: the import leaves it out with the texts of ${what}`,
    );
  }

  *#domains(): Generator<FolderFile, void> {
    const taken = new Set<string>();
    const leftOut = (domain: string, text: string) =>
      this.report.about("domain", domain, "not-carried-over", text);
    for (const [sortOrder, stored] of (this.#site.domains?.() ?? []).entries()) {
      const domain = stored.domain.toLowerCase();
      const root = stored.node === null ? undefined : this.#written.get(stored.node);
      if (stored.domain.startsWith("*")) {
        const text = `sets the language ${stored.language} of a part of the site by the id of its root`;
        leftOut(stored.domain, text);
      } else if (stored.node === null || !root) leftOut(stored.domain, "its root is not among the nodes");
      else if (taken.has(domain)) leftOut(stored.domain, "another domain has this name");
      else {
        const language = this.#codeOf(stored.language);
        if (language === undefined) {
          const text = `has no language of the site: ${this.#main} is written`;
          this.report.about("domain", stored.domain, "assumed", text);
        }
        taken.add(domain);
        const target = {
          ...{ domain, language: language ?? this.#main, root: stored.node },
          ...{ path: root.names, sortOrder },
        };
        yield this.#file("Domains", domain, domainXml(target));
      }
    }
  }

  /** The level by the types that it lies below, from 1. */
  #levelOf({ parent }: TargetType): number {
    const above = parent && this.model.typeByKey(parent.key);
    return above ? this.#levelOf(above) + 1 : 1;
  }
}

/** The path of the file of a media node; empty if it has none. */
function fileOf({ values }: EncodedNode): string {
  return mediaPath(mediaUrl(values.get(FILE_PROPERTY)) ?? "") ?? "";
}

/** A language code as standards have it; `undefined` if it is none. */
function canonicalCode(code: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(code)[0];
  } catch {
    return undefined;
  }
}

/** A date without fractions and zone. */
function dateTime(written: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.exec(written)?.[0] ?? "";
}

function nodeKey(site: Site, reference: string, kind: Kind): Key | undefined {
  const text = reference.trim();
  const id = parseId(text);
  const key = parseUdi(text)?.key ?? parseKey(text);
  if (key !== undefined && site.elsewhere?.has(key)) return key;
  const target = key !== undefined ? ({ by: "key", key } as const) : ({ by: "id", id: id ?? 0 } as const);
  const node = key === undefined && id === undefined ? undefined : site.node(target, kind);
  return node && site.trees[kind].keyAt(node.index);
}

/** The languages of the site with one default; data that has none gets that of a fresh Umbraco. */
function targetLanguages(site: Site, report: MoveReport): SiteLanguage[] {
  const named = site.languages ?? [];
  const codes = [...(site.culture === undefined ? [] : [site.culture]), ...site.otherLanguages];
  const known = new Set(named.map(({ iso }) => iso.toLowerCase()));
  const others = codes.filter((code) => !known.has(code.toLowerCase()));
  const all = [
    ...named,
    ...others.map((iso) => ({ iso, name: iso, default: false, mandatory: false, fallback: null })),
  ];
  if (all.length === 0) {
    report.about("language", DEFAULT_LANGUAGE, "assumed", "the data names no language");
    return [
      {
        iso: DEFAULT_LANGUAGE,
        name: "English (United States)",
        default: true,
        mandatory: false,
        fallback: null,
      },
    ];
  }
  const isThere = (code: string | null) => all.some(({ iso }) => isSameLanguage(iso, code ?? undefined));
  const chosen =
    all.find((language) => language.default) ?? all.find(({ iso }) => iso === codes[0]) ?? all[0];
  if (!chosen.default)
    report.about(
      "language",
      chosen.iso,
      "assumed",
      "is written as the default language: the data does not say which is",
    );
  if (!isThere(DEFAULT_LANGUAGE)) {
    const text = "a fresh Umbraco has this language, which stays beside those of the site";
    report.about("language", DEFAULT_LANGUAGE, "assumed", text);
  }
  return all.map((language) => ({
    ...language,
    default: language === chosen,
    fallback: isThere(language.fallback) ? language.fallback : null,
  }));
}
