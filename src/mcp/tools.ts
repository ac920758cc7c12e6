/** The tools of `mcp`: each is a question that the commands answer, with the same JSON. */

import { basename, resolve } from "node:path";
import { AUDIT_SECTIONS, REQUESTED_SECTIONS } from "../analysis/audit/audit-section.ts";
import { CHANGE_KINDS } from "../analysis/diff/change-kinds.ts";
import { comparedAs, countAll } from "../analysis/diff/site-diff.ts";
import {
  CRITERIA,
  type Criteria,
  describeSelector,
  LINK_CRITERIA,
  needsReferences,
} from "../analysis/find/criteria.ts";
import { selectedNodes } from "../analysis/find/criteria-tests.ts";
import { searchSteps } from "../analysis/find/find-nodes.ts";
import { linkLanguages, unknownNode } from "../analysis/find/link-tests.ts";
import { nothingFound, unknownProperty } from "../analysis/find/nothing-found.ts";
import { VERDICTS } from "../analysis/urls/map-urls.ts";
import { changeLine } from "../copy/change-line.ts";
import { decodedText, nodeJson, textOfObject } from "../json/node-text.ts";
import { readObjects, withoutMembers } from "../json/outline.ts";
import { jsonAt, POINTER } from "../json/pointer.ts";
import { KINDS, type Kind, TYPE_KINDS, type TypeKind } from "../operations.ts";
import { sectionColumns } from "../output/audit-view.ts";
import { foundHead, rowWriter } from "../output/found-nodes.ts";
import { rowObject } from "../output/rows.ts";
import { LISTED_COLUMNS, MAPPED_COLUMNS } from "../output/urls-view.ts";
import { anyText, oneOf, type Parameters, SHOWN_LENGTH, type ValuesOf, wholeNumber } from "../parameter.ts";
import { isNodeFieldName, PROPERTY_FIELD } from "../site/field-titles.ts";
import { countWarnings } from "../site/findings.ts";
import {
  FIELD_SETS,
  fieldReader,
  NODE_FIELDS,
  type NodeField,
  nodeField,
  type ReadField,
} from "../site/node-fields.ts";
import type { NodeIndex } from "../site/references/resolve-reference.ts";
import { runInSlices } from "../site/run-in-slices.ts";
import { findType, nearAliases, nodesByType } from "../site/schema/find-type.ts";
import { languagesBeside } from "../site/site-data.ts";
import { siteNameOf } from "../site/site-name.ts";
import { SiteNode } from "../site/site-nodes.ts";
import { parseKey } from "../site/tree/key.ts";
import { namesByTree } from "../site/tree/node-names.ts";
import { shortened } from "../text/visible-text.ts";
import type { AskedSite } from "./asked-site.ts";
import { cutRow, MOST_CHARACTERS, pageOf, type RowRange, textPage } from "./page.ts";

/** Why a tool has no answer, in words for the assistant: a node, type or property that does not exist. */
export class ToolError extends Error {}

/** What a tool may need beside the site and its arguments. */
type Turn = { page: RowRange; signal: AbortSignal };

export type Tool = {
  title: string;
  description: string;
  parameters: Parameters;
  /** The names of the parameters that a call must have. */
  required: readonly string[];
  /** @returns JSON. @throws NoAnswerError */
  answer: (site: AskedSite, given: Record<string, unknown>, turn: Turn) => string | Promise<string>;
};

/** How much of the reason for an empty list, which repeats criteria, is shown. */
const LONGEST_REASON = 1000;
const DEFAULT_ROWS = 50;
const MOST_ROWS = 1000;
/** Domains that are listed; of others, only the number is. */
const MOST_DOMAINS = 50;

/** Parameters of all tools that answer with pages. */
const PAGE_PARAMETERS = {
  limit: {
    ...wholeNumber(1, MOST_ROWS, DEFAULT_ROWS),
    description: `the most rows of one answer; default ${DEFAULT_ROWS}`,
  },
  cursor: {
    ...wholeNumber(0, 2 ** 31, DEFAULT_ROWS),
    description: "nextCursor of the answer before, for the rows after it",
  },
};

export function readPage({ limit = DEFAULT_ROWS, cursor = 0 }: ValuesOf<typeof PAGE_PARAMETERS>): RowRange {
  return { from: cursor, limit };
}

const NODE = {
  node: {
    ...LINK_CRITERIA.linksTo,
    description:
      "the node: its id, its key (a GUID in any form), its UDI (umb://document/…), or its URL or file path",
  },
  kind: {
    ...oneOf(KINDS),
    description: "the tree of the node, if content and media have the same id; default: content first",
  },
};

const ONLY_KIND = { ...oneOf(KINDS), description: "content or media alone" };

const VALUE_FORMS = ["stored", "delivery", "none"] as const;

export const TOOLS: Readonly<Record<string, Tool>> = {
  site: tool({
    title: "Summary of the site",
    description:
      "What was loaded: format and version, how many content and media nodes and types, languages, domains, number of dictionary items, what the data has and is not read (such as members), warnings of loading, and how many nodes changed if an earlier state is loaded too. Call it first.",
    parameters: {},
    answer: summary,
  }),
  types: tool({
    title: "Content types, media types and data types",
    description:
      "All types (document types and media types) with how many nodes have each; with alias, the whole type: tabs, properties, editors, compositions, allowed children. With kind data: the data types with their editors; with alias too, the configuration of one: the options of a dropdown, the start node of a picker, the blocks of a block list.",
    parameters: {
      kind: {
        ...oneOf(TYPE_KINDS),
        description: "types of content, of media or of data; default: content and media",
      },
      alias: {
        ...anyText("the alias of a type", "page"),
        description:
          "the alias of one type; of a data type, which has none, its name, key or id (dataTypeId of a property)",
      },
      ...PAGE_PARAMETERS,
    },
    answer: types,
  }),
  node: tool({
    title: "One node",
    description:
      "One content or media node as the migrations API answers it: fields, path (ancestors) and properties with editor aliases and values. With values=delivery, the node as an importer reads it in all languages: values are decoded, with references resolved, as export writes them. Stored values that do not fit are omitted: the tool value returns them.",
    parameters: {
      ...NODE,
      values: {
        ...oneOf(VALUE_FORMS),
        description:
          "how values are given: as they are stored (default), decoded (delivery), or not at all (none)",
      },
    },
    required: ["node"],
    answer: wholeNode,
  }),
  children: tool({
    title: "Children of a node",
    description:
      "The children of a node, or the root nodes, in the order of the tree; each with the number of its own children.",
    parameters: { ...NODE, ...PAGE_PARAMETERS },
    answer: children,
  }),
  find: tool({
    title: "Find nodes",
    description:
      "Nodes of both trees that meet all given criteria: by words in name, type, URL or values, best match first (search), by name, type, URL, date, property and its value, text at any depth, element (block) type, editor, leftovers of old editors (macro, grid, …), links to or from a node, unused. Names and texts are compared without case and accents; * in aliases matches any characters. Each row has the names of the ancestors (breadcrumbs). With fields, rows have these columns, and the first page has the sums of counts such as words over all nodes; with values, rows are whole nodes.",
    parameters: {
      ...CRITERIA,
      fields: {
        ...anyText(`a field of nodes, such as words, or ${PROPERTY_FIELD}ALIAS`, "words"),
        read: readFields,
        description: `the columns of rows: ${Object.keys(NODE_FIELDS).join(", ")}, ${PROPERTY_FIELD}ALIAS (the value of a property), ${Object.keys(FIELD_SETS).join(", ")} (most of these)`,
        repeats: "all" as const,
      },
      values: {
        ...oneOf(["stored", "delivery"]),
        description:
          "rows are whole nodes with their values, as the CMS stores them or decoded as export writes them (all languages); not with fields",
      },
      ...PAGE_PARAMETERS,
    },
    answer: find,
  }),
  links: tool({
    title: "Links of a node",
    description:
      "The references between nodes, inside blocks, grids and rich text too. direction in: the nodes that refer to this one (which pages use this image), with the property and the JSON pointer of each reference. direction out: what this node refers to, with dead references.",
    parameters: {
      ...NODE,
      direction: {
        ...oneOf(["in", "out"]),
        description: "in: what refers to the node (default); out: what it refers to",
      },
      ...PAGE_PARAMETERS,
    },
    required: ["node"],
    answer: links,
  }),
  audit: tool({
    title: "Audit for a migration",
    description:
      "What an importer will meet. Without section: the summary, and the sections with their numbers of rows. With section: its rows, such as editors (also inside blocks), elements, dead references, leftovers, media files, files that no media node has, duplicate URLs, names of secrets. Only with section: markup, the tags of rich text. find in a row holds arguments for the tool find that list its nodes.",
    parameters: {
      section: { ...oneOf([...AUDIT_SECTIONS, ...REQUESTED_SECTIONS]), description: "which section" },
      ...PAGE_PARAMETERS,
    },
    answer: auditRows,
  }),
  changes: tool({
    title: "Changes since an earlier state",
    description:
      "What differs from the earlier state or old site that was loaded with --against: nodes added, removed, moved, renamed, retyped, reordered or changed, with the fields and properties before and after. Without --against, find with changedSince lists nodes by their date.",
    parameters: {
      kind: ONLY_KIND,
      change: { ...oneOf(CHANGE_KINDS), description: "only changes of this kind" },
      type: {
        ...anyText("the alias of a type", "page"),
        description: "only nodes of this type, by its alias",
      },
      property: {
        ...anyText("the alias of a property", "title"),
        description: "only nodes of which this property changed, by its alias",
      },
      ...PAGE_PARAMETERS,
    },
    answer: changes,
  }),
  urls: tool({
    title: "URLs",
    description:
      "All URLs of the site with their nodes. If an old site is loaded with --against: what became of each of its URLs (verdict), so that redirects can be written.",
    parameters: {
      kind: ONLY_KIND,
      verdict: {
        ...oneOf(VERDICTS),
        description:
          "only URLs with this verdict; needs an old site (--against); removed URLs have no target",
      },
      contains: {
        ...anyText("a part of a URL", "/news/"),
        read: (text: string) => text.toLowerCase(),
        description: "only URLs that contain this text",
      },
      ...PAGE_PARAMETERS,
    },
    answer: urls,
  }),
  value: tool({
    title: "Value of a property",
    description:
      "The JSON value of one property, or the part of it at a JSON pointer; strings that hold JSON are entered. A long value comes as the text of its JSON in pages.",
    parameters: {
      ...NODE,
      property: { ...anyText("the alias of a property", "title"), description: "the alias of the property" },
      pointer: { ...POINTER, description: "JSON pointer (RFC 6901), such as /contentData/0/text" },
      cursor: PAGE_PARAMETERS.cursor,
    },
    required: ["node", "property"],
    answer: value,
  }),
};

function tool<P extends Parameters>(definition: {
  title: string;
  description: string;
  parameters: P;
  required?: readonly (string & keyof P)[];
  answer: (site: AskedSite, given: ValuesOf<P>, turn: Turn) => string | Promise<string>;
}): Tool {
  const { answer, required = [] } = definition;
  return {
    ...definition,
    required,
    answer: (site, given, turn) => answer(site, given as ValuesOf<P>, turn),
  };
}

/** @throws NoAnswerError if no node matches */
function nodeAt(site: AskedSite, { node: selector, kind }: ValuesOf<typeof NODE>): SiteNode {
  const found = selector ? selectedNodes(site, selector) : [];
  const at = found.find((each) => kind === undefined || each.kind === kind);
  if (at) return site.at(at);
  const where = kind === undefined ? "node" : `${kind} node`;
  throw noSuchNode(`No ${where} matches.`);
}

function noSuchNode(reason: string): ToolError {
  return new ToolError(`${reason} The tool find searches by name, text, type or URL.`);
}

/** A node in short. */
function briefOf({ kind, tree, index }: SiteNode, namesOf: ReturnType<typeof namesByTree>) {
  const { id, key, name, type, url } = new SiteNode(kind, tree, index).fields();
  return { kind, id, key, name, type, url, breadcrumbs: namesOf(tree).above(index) };
}

function summary(site: AskedSite): string {
  const { format, version, trees, warnings, culture, languages, heldLanguages, unread } = site;
  const { old, types, counts, diff } = site;
  const { content, media } = types();
  const domains = site.domains?.();
  const compared = diff();
  return JSON.stringify({
    name: siteNameOf(site.path, trees),
    format,
    version,
    nodes: { content: trees.content.size, media: trees.media.size },
    types: { content: content.length, media: media.length },
    typesInUse: { content: counts().content.types.size, media: counts().media.types.size },
    language: culture,
    otherLanguages: languagesBeside({
      culture,
      heldLanguages: languages?.map(({ iso }) => iso) ?? heldLanguages,
    }),
    languages,
    domains: domains && { total: domains.length, first: domains.slice(0, MOST_DOMAINS) },
    dictionary: site.dictionary && { items: site.dictionary().length },
    unread: unread && Object.fromEntries(unread.map(({ what, count }) => [what, count])),
    warnings: {
      total: countWarnings(warnings),
      first: warnings.slice(0, 10).map(({ file, text }) => `${file}: ${text}`),
    },
    against: compared &&
      old && { name: basename(resolve(old.path)), format: old.format, changes: countAll(compared) },
  });
}

function types(
  site: AskedSite,
  { kind, alias }: { kind?: TypeKind; alias?: string },
  { page }: Turn,
): string {
  if (kind === "data") return dataTypes(site, alias, page);
  const kinds = kind ? [kind] : KINDS;
  const rows = kinds.flatMap((each) => {
    const nodesOf = nodesByType(site.counts()[each].types);
    return site.types()[each].map((type) => ({ kind: each, nodes: nodesOf(type), type }));
  });
  if (alias === undefined) {
    return pageOf(rows.length, page, (at) => {
      const { type, ...row } = rows[at];
      const properties = type.tabs.reduce((sum, tab) => sum + tab.properties.length, 0);
      return JSON.stringify({ ...row, alias: type.alias, name: type.name, key: type.key, properties });
    });
  }
  const all = rows.map(({ type }) => type);
  const found = findType(all, { by: "alias", alias });
  if (found) return fitting(JSON.stringify(rows[all.indexOf(found)]));
  const near = all.map((type) => type.alias);
  throw noSuchType(`No type has the alias ${shortened(alias, SHOWN_LENGTH)}.`, alias, near);
}

/** Data types, or one with its configuration. @param named a name, key or id. Default: all */
function dataTypes(site: AskedSite, named: string | undefined, page: RowRange): string {
  const all = site.types().data;
  if (named === undefined) {
    return pageOf(all.length, page, (at) => {
      const { name, key, id, editorAlias, dbType } = all[at];
      return JSON.stringify({ kind: "data", name, key, id, editorAlias, dbType });
    });
  }
  const key = parseKey(named);
  const type =
    all.find(({ name }) => name.toLowerCase() === named.toLowerCase()) ??
    all.find((each) => each.key === key || String(each.id) === named);
  if (type) return fitting(JSON.stringify({ kind: "data", type: site.secrets().dataType(type) }));
  const names = all.map(({ name }) => name);
  throw noSuchType(`No data type has the name, key or id ${shortened(named, SHOWN_LENGTH)}.`, named, names);
}

function noSuchType(reason: string, text: string, names: readonly string[]): ToolError {
  const near = nearAliases(text, names);
  return new ToolError(
    `${reason}${near.length > 0 ? ` Similar: ${near.join(", ")}.` : " The tool types lists all."}`,
  );
}

/** The JSON, or if it is too long for an answer, with its long texts cut. */
function fitting(json: string): string {
  return json.length <= MOST_CHARACTERS ? json : cutRow(json);
}

async function wholeNode(
  site: AskedSite,
  { values, ...given }: ValuesOf<typeof NODE> & { values?: (typeof VALUE_FORMS)[number] },
): Promise<string> {
  const node = nodeAt(site, given);
  if (values === "delivery") return fitting((await site.decodedLines())(node));
  const { kind, tree, index } = node;
  const target = { by: "key", key: tree.keyAt(index) } as const;
  const answer = site.source.answer({ kind, target, depth: 0 }) ?? [];
  const redacted = redactedRow(
    site,
    kind,
    Buffer.concat(answer instanceof Uint8Array ? [answer] : [...answer]),
  );
  if (values !== "none" && redacted.length <= MOST_CHARACTERS) return redacted;
  return fitting(withoutValues(redacted, values === "none" ? 0 : MOST_CHARACTERS - 4000));
}

/** @param json the object of a node with its properties */
function redactedRow(site: AskedSite, kind: Kind, json: Buffer): string {
  return nodeJson(decodedText(site.secrets().node(kind, textOfObject(json))));
}

/** A node without the longest of its values, so that it has `room` characters: each is replaced by its length. */
function withoutValues(node: string, room: number): string {
  const [members = []] = readObjects(node) ?? [];
  const all = members.find(({ name }) => name === '"properties"')?.value ?? "{}";
  const properties = (readObjects(all)?.[0] ?? []).map(({ name, value: property }) => {
    const [own = []] = readObjects(property) ?? [];
    const characters = own.find((member) => member.name === '"value"')?.value.length ?? 0;
    return { name, property, own, characters };
  });
  let length = node.length;
  const omitted = new Set<string>();
  for (const { name, characters } of properties.toSorted((a, b) => b.characters - a.characters)) {
    if (length <= room) break;
    omitted.add(name);
    length -= characters;
  }
  const written = properties.map(({ name, property, own, characters }) => {
    if (!omitted.has(name)) return `${name}:${property}`;
    return `${name}:${withoutMembers(own, ["value"]).slice(0, -1)},"valueCharacters":${characters}}`;
  });
  const rest = members.map(({ name, value: member }) =>
    name === '"properties"' ? `${name}:{${written.join(",")}}` : `${name}:${member}`,
  );
  return `{${rest.join(",")}}`;
}

function children(site: AskedSite, given: ValuesOf<typeof NODE>, { page }: Turn): string {
  const parent = given.node ? nodeAt(site, given) : undefined;
  const kind = parent?.kind ?? given.kind ?? "content";
  const tree = site.trees[kind];
  const { end } = tree.columns;
  const childrenOf = (index: number): number[] => {
    const found: number[] = [];
    const last = index < 0 ? tree.size : end[index];
    for (let at = index + 1; at < last; at = end[at]) found.push(at);
    return found;
  };
  const all = childrenOf(parent?.index ?? -1);
  return pageOf(all.length, page, (at) => {
    const item = nodeJson(decodedText(tree.text(all[at], "item")));
    return `{"kind":"${kind}","childCount":${childrenOf(all[at]).length},${item.slice(1)}`;
  });
}

type FindGiven = Criteria & { fields?: readonly string[]; values?: "stored" | "delivery" };

async function find(
  site: AskedSite,
  { fields, values, ...criteria }: FindGiven,
  { page, signal }: Turn,
): Promise<string> {
  if (fields && values)
    throw new ToolError("fields and values cannot be used together: property:ALIAS in fields is one value.");
  const columns = fields && columnsOf(fields);
  const isLinked = columns?.some(([, { needs }]) => needs === "references") || needsReferences(criteria);
  const graph = isLinked ? await site.references() : undefined;
  const unknown = unknownNode(site, criteria, graph);
  if (unknown) throw noSuchNode(`There is no ${describeSelector(unknown)}.`);
  const property = unknownProperty(site, criteria);
  if (property) throw new ToolError(property.message);
  const searched = { redactor: site.secrets(), graph };
  const { nodes = [] } = (await runInSlices(searchSteps(site, criteria, searched), signal)) ?? {};
  const languageOf = linkLanguages(site, criteria, graph);
  if (nodes.length === 0) {
    const { message } = nothingFound(site, criteria, graph);
    return pageOf(0, page, String, { reason: shortened(message, LONGEST_REASON) });
  }
  if (columns) {
    const read = fieldReader(site, { graph, languageOf, redactor: site.secrets() });
    const sums = page.from === 0 ? await runInSlices(sumSteps(nodes, columns, read), signal) : undefined;
    const write = (at: number) => rowOfFields(nodes[at], columns, read);
    return pageOf(nodes.length, page, write, sums);
  }
  if (values === "delivery") {
    const lineOf = await site.decodedLines();
    return pageOf(nodes.length, page, (at) => lineOf(nodes[at]));
  }
  const namesOf = namesByTree();
  const breadcrumbs = ({ tree, index }: SiteNode) => namesOf(tree).above(index);
  const rowOf = rowWriter(foundHead(breadcrumbs, languageOf), values === "stored");
  return pageOf(nodes.length, page, (at) => {
    const row = rowOf(nodes[at]);
    return values === "stored" ? redactedRow(site, nodes[at].kind, row) : row.toString();
  });
}

type FieldColumn = readonly [name: string, field: NodeField];

/** Reads names of fields, separated by commas. */
function readFields(text: string): readonly string[] | undefined {
  const names = text.split(",").map((name) => name.trim());
  return names.every((name) => Object.hasOwn(FIELD_SETS, name) || isNodeFieldName(name)) ? names : undefined;
}

function columnsOf(names: readonly string[]): FieldColumn[] {
  return names
    .flatMap((name) => FIELD_SETS[name] ?? [name])
    .flatMap((name) => {
      const field = nodeField(name);
      return field ? [[name, field] as const] : [];
    });
}

function rowOfFields(node: SiteNode, columns: readonly FieldColumn[], read: ReadField): string {
  const members = columns.flatMap(([name, field]) => {
    const value = read(field, node);
    if (value === undefined) return [];
    const isWritten = typeof value === "object" && "json" in value;
    return [[name, isWritten ? value.json : JSON.stringify(value)] as const];
  });
  return `{${[...new Map(members)].map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(",")}}`;
}

/** Adds up the counts among the columns, a node per step. */
function* sumSteps(
  nodes: readonly SiteNode[],
  columns: readonly FieldColumn[],
  read: ReadField,
): Generator<void, { sums?: Record<string, number> }, void> {
  const counts = columns.filter(([, { isCount }]) => isCount);
  if (counts.length === 0) return {};
  const sums: Record<string, number> = {};
  for (const node of nodes) {
    for (const [name, field] of counts) sums[name] = (sums[name] ?? 0) + Number(read(field, node) ?? 0);
    yield;
  }
  return { sums };
}

async function links(
  site: AskedSite,
  given: ValuesOf<typeof NODE> & { direction?: string },
  { page }: Turn,
): Promise<string> {
  const node = nodeAt(site, given);
  const graph = await site.references();
  const namesOf = namesByTree();
  const head = { node: briefOf(node, namesOf) };
  if (given.direction === "out") {
    const here = referencesOf(site, node).map(({ alias, reference, resolution }) => ({
      property: alias,
      pointer: reference.pointer,
      syntax: reference.syntax,
      text: reference.text,
      ...(resolution.state === "found"
        ? { state: "found", to: briefOf(site.at(resolution), namesOf) }
        : resolution),
    }));
    const elsewhere = graph
      .referencesFrom(node)
      .flatMap(({ language, node: to }) =>
        language === undefined ? [] : [{ state: "found", language, to: briefOf(to, namesOf) }],
      );
    const rows = [...here, ...elsewhere];
    return pageOf(rows.length, page, (at) => JSON.stringify(rows[at]), head);
  }
  const users = graph.referencesTo(node);
  const isThis = ({ kind, index }: NodeIndex) => kind === node.kind && index === node.index;
  const write = (at: number) => {
    const { node: user, language } = users[at];
    const uses = language === undefined ? referencesOf(site, user) : [];
    const references = uses
      .filter(({ resolution }) => resolution.state === "found" && isThis(resolution))
      .map(({ alias, reference: { pointer, syntax } }) => ({ property: alias, pointer, syntax }));
    return JSON.stringify({ ...briefOf(user, namesOf), language, references });
  };
  return pageOf(users.length, page, write, head);
}

/** The references in the values of a node, in their order. */
function referencesOf(site: AskedSite, node: SiteNode) {
  return site
    .values(node)
    .flatMap(({ property: { alias }, parts }) =>
      parts.references.map((reference) => ({ alias, reference, resolution: site.resolve(reference) })),
    );
}

async function auditRows(
  site: AskedSite,
  { section: name }: { section?: string },
  { page }: Turn,
): Promise<string> {
  const requested = REQUESTED_SECTIONS.find((each) => each === name);
  const audit = await (requested ? site.requestedAudit[requested]() : site.audit());
  const own = requested ?? AUDIT_SECTIONS.find((each) => each === name);
  if (own === undefined) {
    const sections = AUDIT_SECTIONS.map(audit.section);
    const write = (at: number) => {
      const { rows, ...each } = sections[at];
      const findings = rows.filter(({ finding }) => finding !== undefined).length;
      return JSON.stringify({ name: each.name, title: each.title, rows: rows.length, findings });
    };
    return pageOf(sections.length, page, write, { summary: audit.summary() });
  }
  const section = audit.section(own);
  const columns = sectionColumns(section, { find: "", flagsOf: () => "" });
  const write = (at: number) => {
    const row = section.rows[at];
    return JSON.stringify({ ...rowObject(row, columns), find: row.query ?? null });
  };
  return pageOf(section.rows.length, page, write, { section: section.name, title: section.title });
}

type ChangeFilter = { kind?: Kind; change?: string; type?: string; property?: string };

function changes(site: AskedSite, { kind, change, type, property }: ChangeFilter, { page }: Turn): string {
  const diff = site.diff();
  if (!diff) {
    throw new ToolError(
      "Nothing to compare with: the server was started without --against. find with changedSince lists nodes by their date.",
    );
  }
  const rows = diff.kinds.flatMap((each) =>
    kind !== undefined && each.kind !== kind
      ? []
      : each.changes.flatMap((changed) => {
          const isOfKind = change === undefined || changed.changeKinds.some((own) => own === change);
          if (!isOfKind) return [];
          const [tree, index] = changed.is < 0 ? [each.before, changed.was] : [each.after, changed.is];
          if (type !== undefined && new SiteNode(each.kind, tree, index).brief().type !== type) return [];
          const row = { of: each, changed };
          if (property === undefined) return [row];
          const { difference } = each.describe(changed, true);
          return difference?.properties.some(({ alias }) => alias === property) ? [row] : [];
        }),
  );
  const write = (at: number) => {
    const { of, changed } = rows[at];
    return changeLine(of.kind, of.describe(changed, true));
  };
  return pageOf(rows.length, page, write, { comparedAs: comparedAs(diff), counts: countAll(diff) });
}

type UrlFilter = { kind?: Kind; verdict?: string; contains?: string };

async function urls(
  site: AskedSite,
  { kind, verdict, contains }: UrlFilter,
  { page }: Turn,
): Promise<string> {
  const { listed, mapped } = await site.addresses();
  if (verdict !== undefined && !mapped) {
    throw new ToolError("A verdict needs an old site: the server was started without --against.");
  }
  const all: Record<string, unknown>[] = mapped
    ? mapped.map((each) => rowObject(each, MAPPED_COLUMNS))
    : listed.map((each) => rowObject(each, LISTED_COLUMNS));
  const rows = all.filter(
    (row) =>
      (kind === undefined || row.kind === kind) &&
      (verdict === undefined || row.verdict === verdict) &&
      (contains === undefined || `${row.url ?? row.to}`.toLowerCase().includes(contains)),
  );
  return pageOf(rows.length, page, (at) => JSON.stringify(rows[at]));
}

type ValueGiven = ValuesOf<typeof NODE> & { property?: string; pointer?: string };

function value(site: AskedSite, given: ValueGiven, { page: { from } }: Turn): string {
  const node = nodeAt(site, given);
  const { pointer } = given;
  const properties = [...node.properties()];
  const property = properties.find(({ alias }) => alias === given.property);
  if (!property) {
    const aliases = properties.map(({ alias }) => alias).join(", ") || "none";
    throw new ToolError(
      `The node has no property ${shortened(`${given.property}`, SHOWN_LENGTH)}. Its properties: ${aliases}.`,
    );
  }
  const whole = site.secrets().value({ kind: node.kind, type: node.brief().type }, property);
  const part = pointer === undefined ? whole : jsonAt(whole, pointer);
  if (part === undefined)
    throw new ToolError(`The value has nothing at ${shortened(`${pointer}`, SHOWN_LENGTH)}.`);
  const { alias, editorAlias } = property;
  const head = { kind: node.kind, key: node.tree.keyAt(node.index), alias, editorAlias, pointer };
  if (from > 0 || part.length > MOST_CHARACTERS / 2) return textPage(part, from, head);
  return `${JSON.stringify(head).slice(0, -1)},"value":${part}}`;
}
