/** Answers what the explorer's page asks for, from data that is held as a whole. */

import { createHash } from "node:crypto";
import { basename } from "node:path";
import pkg from "../../../package.json" with { type: "json" };
import type { FileInventory } from "../../analysis/audit/link-sections.ts";
import {
  type Criteria,
  type CriterionName,
  type NamedNode,
  readNamedNode,
} from "../../analysis/find/criteria.ts";
import { linkedElsewhere, namedPlaces, nodesElsewhere } from "../../analysis/find/criteria-tests.ts";
import { findElsewhere, nodeTest } from "../../analysis/find/find-nodes.ts";
import type { ReferenceIndex } from "../../analysis/reference-index.ts";
import { countAll, type SiteDiff } from "../../analysis/site-diff.ts";
import { NodeView, type SiteTrees, siteNodes } from "../../analysis/site-nodes.ts";
import { readObjects } from "../../json/json-in-memory.ts";
import { decodedText, objectOf } from "../../json/node-text.ts";
import type { MediaFiles } from "../../media/media-files.ts";
import { DEFAULT_PREFIX, type Kind, kindsOf } from "../../operations.ts";
import { findType } from "../../schema/find-type.ts";
import type { SiteTypes, TabAliases } from "../../schema/site-types.ts";
import type { Source } from "../../source.ts";
import { shortened } from "../../text/visible-text.ts";
import { NO_PARENT } from "../../tree/preorder.ts";
import type { AccessOptions } from "../access.ts";
import { type AppContext, queryOf } from "../app-context.ts";
import type { HomeOptions } from "../home.ts";
import { typesOf } from "../operation-reply.ts";
import { noSuchNode, type Problem, problemReply } from "../problem.ts";
import { jsonReply, PART_BYTES, type Reply } from "../reply.ts";
import { tagHeldBy, unchangedReply } from "../validators.ts";
import { ExploredSite } from "./explored-site.ts";
import type {
  Changes,
  ExplorerSite,
  FoundNodes,
  Links,
  NodeChange,
  NodeDetails,
  PropertyDetails,
  PropertyGroup,
  Sought,
  ValueChange,
} from "./explorer-answers.ts";
import { SAFE_HEADERS } from "./explorer-page.ts";
import { type AskedFor, readExplorerQuery, VIEWS, type ViewName } from "./explorer-views.ts";
import { inTurns } from "./in-turns.ts";
import type { ShownPlace } from "./shown-tree.ts";
import { AnswerRoom } from "./value-details.ts";

const DEFAULT_ROWS = 100;
/** Beyond so many bodies, those that have been sent are forgotten. */
const MOST_BODIES = 100;

type Options = ServerFacts & {
  /** Gives the media files that are served. */
  media?: () => MediaFiles;
};

export class ExplorerRoutes {
  readonly #options: Options;
  /** The long bodies that are being sent. */
  readonly #bodies = new Map<string, WeakRef<Uint8Array>>();
  #site: Promise<ExploredSite> | undefined;
  /** The edition that `#site` is made of. */
  #edition: Source["edition"];

  constructor(options: Options) {
    this.#options = options;
  }

  /** The answer to a view. */
  async reply(name: ViewName, source: Source, context: AppContext): Promise<Reply> {
    const answer = await answered(name, await this.#siteOf(source), { context, options: this.#options });
    const reply = isProblem(answer)
      ? problemReply(answer)
      : isReply(answer)
        ? answer
        : jsonReply(200, answer);
    Object.assign(reply.headers, SAFE_HEADERS);
    if (reply.body instanceof Uint8Array && reply.body.length > PART_BYTES) {
      reply.body = this.#shared(`${source.edition?.version} ${context.req.url}`, reply.body);
    }
    return reply;
  }

  /** The body of another client who is being sent the same: memory follows the data, however many clients read slowly. */
  #shared(name: string, body: Uint8Array): Uint8Array {
    const known = this.#bodies.get(name)?.deref();
    if (known && Buffer.compare(known, body) === 0) return known;
    this.#bodies.set(name, new WeakRef(body));
    if (this.#bodies.size > MOST_BODIES) {
      for (const [each, reference] of this.#bodies) if (!reference.deref()) this.#bodies.delete(each);
    }
    return body;
  }

  #siteOf(source: Source): Promise<ExploredSite> {
    const { edition } = source;
    if (!edition) throw new Error("the explorer shows data that is held as a whole");
    if (this.#site === undefined || this.#edition !== edition) {
      this.#edition = edition;
      const parts = { edition, ...this.#options };
      this.#site = siteTypes(source).then((types) => new ExploredSite({ ...parts, types }));
    }
    return this.#site;
  }
}

/** What an answer may take beside the site and what is asked. */
type Turn = { context: AppContext; options: Options };

type Needs<N extends ViewName> = (typeof VIEWS)[N]["needs"][number];
type Takes<N extends ViewName> = (typeof VIEWS)[N]["takes"][number];

/** What each view comes to: what is sent as JSON, a reply of its own, or what is wrong. */
const ANSWERS: {
  readonly [N in ViewName]: (
    site: ExploredSite,
    asked: AskedFor<Needs<N>, Takes<N>>,
    turn: Turn,
  ) => object | Promise<object>;
} = {
  site: (site, _asked, { options, context }) => summaryReply(site, options, context),
  types: (site) => site.typeCounts(),
  children,
  seek,
  path: (site, asked) => atPlace(site, asked, (shown) => site.shown[asked.kind].path(shown)),
  node: (site, asked, { context }) =>
    atPlace(site, asked, (shown) =>
      site.inSequence(async () => {
        const { signal } = context.req.raw;
        // Nobody is there to read it where it was left.
        return (await inTurns(nodeReply(site, asked.kind, shown), signal)) ?? {};
      }),
    ),
  links: (site, asked) => atPlace(site, asked, (shown) => links(site, asked, shown)),
  find: (site, asked, { context }) => searchSite(site, asked, context.req.raw.signal),
  changes,
  audit: async (site, { section }) => (await site.audit()).answer(section),
  value: valueReply,
  richText: richTextReply,
};

async function siteTypes(source: Source): Promise<SiteTypes> {
  return { content: await typesOf(source, "content"), media: await typesOf(source, "media") };
}

/** Reads the query, and answers it or tells what is wrong. */
function answered<N extends ViewName>(name: N, site: ExploredSite, turn: Turn): object | Promise<object> {
  const view: { path: string; needs: readonly Needs<N>[]; takes: readonly Takes<N>[] } = VIEWS[name];
  const asked = readExplorerQuery(view, queryOf(turn.context.req.url));
  return isProblem(asked) ? asked : ANSWERS[name](site, asked, turn);
}

function isProblem(value: object): value is Problem {
  return "detail" in value;
}

function isReply(value: object): value is Reply {
  return "headers" in value;
}

/** The answer of who looks at one node, or that there is none. */
function atPlace(
  site: ExploredSite,
  { kind, key }: AskedFor<"kind" | "key">,
  answer: (shown: ShownPlace) => object | Promise<object>,
): object | Promise<object> {
  const shown = site.shown[kind].find(key);
  return shown ? answer(shown) : noSuchNode(kind, { by: "key", key });
}

function* nodeReply(site: ExploredSite, kind: Kind, shown: ShownPlace): Generator<void, Reply, void> {
  const text = yield* jsonSteps(yield* nodeDetails(site, kind, shown));
  return { ...jsonReply(200, {}), body: Buffer.from(text) };
}

/** As `JSON.stringify` of plain data, a part a step. */
function* jsonSteps(value: unknown): Generator<void, string, void> {
  yield;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const parts: string[] = [];
  if (Array.isArray(value)) {
    for (const item of value) parts.push(yield* jsonSteps(item));
    return `[${parts.join(",")}]`;
  }
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const isScalar = typeof member !== "object" || member === null;
    parts.push(`"${name}":${isScalar ? JSON.stringify(member) : yield* jsonSteps(member)}`);
  }
  return `{${parts.join(",")}}`;
}

/** The same of who looks at what is below one, or at the roots. */
function belowPlace(
  site: ExploredSite,
  { kind, key }: AskedFor<"kind", "key">,
  answer: (parent: ShownPlace | undefined) => object,
): object | Promise<object> {
  return key === undefined ? answer(undefined) : atPlace(site, { kind, key }, answer);
}

function children(site: ExploredSite, asked: AskedFor<"kind", "key" | "from" | "count" | "sort">) {
  const { kind, from = 0, count = DEFAULT_ROWS, sort } = asked;
  return belowPlace(site, asked, (parent) => site.shown[kind].level(parent, { from, count, order: sort }));
}

function seek(site: ExploredSite, asked: AskedFor<"kind" | "start", "key" | "from">) {
  const { kind, from = 0, start } = asked;
  return belowPlace(site, asked, (parent) => {
    const isGone = parent?.isGone === true;
    const index = isGone ? null : site.levels[kind].seek(parent?.place ?? NO_PARENT, from, start);
    return { index } satisfies Sought;
  });
}

async function links(
  site: ExploredSite,
  { kind, from = 0, count = DEFAULT_ROWS }: AskedFor<"kind", "from" | "count">,
  { place, isGone }: ShownPlace,
): Promise<Links> {
  const index = await site.links();
  const key = site.shown[kind].treeOf({ place, isGone }).keyAt(place);
  const linksTo = { by: "key", kind, key } as const;
  const views = index.to({ kind, place }).map((to) => new NodeView(to.kind, site.trees[to.kind], to.place));
  const all = isGone ? [] : [...views, ...linkedElsewhere(site.trees, { linksTo }, index)];
  const nodes = site.placed(site.withLanguages(all.slice(from, from + count), { linksTo }, index));
  return { total: all.length, from, nodes };
}

function changes(
  site: ExploredSite,
  { from = 0, count = DEFAULT_ROWS }: AskedFor<never, "from" | "count">,
): Changes {
  const all = (site.diff?.kinds ?? []).flatMap(({ kind, changes: changed }) =>
    changed.map(({ was, is }) => ({
      kind,
      shown: is < 0 ? { place: was, isGone: true } : { place: is, isGone: false },
    })),
  );
  const nodes = site.placedShown(all.slice(from, from + count));
  return { total: all.length, from, nodes };
}

function summaryReply(site: ExploredSite, facts: ServerFacts, context: AppContext): Reply {
  const tag = `${site.edition.version}.explorer`;
  const held = tagHeldBy(context, tag);
  return held
    ? { ...unchangedReply(held), isUntold: true }
    : { ...jsonReply(200, siteSummary(site, facts)), entityTag: tag };
}

/** What the page is told of the server. */
export type ExplorerOptions = {
  /** Whether the data is loaded again when it changes. Default: false. */
  isWatched?: boolean;
  /** How a command names the data that is served, for those who sit at the same machine. Default: by its name. */
  dataFlags?: string;
  /** What the folder of media files lacks, and has too much. Default: that is not told. */
  inventory?: () => FileInventory | undefined;
  /** The command that tells the same as that comparison, for those who sit at the same machine. Default: by names. */
  diffCommand?: string;
  /** Compares the data with an earlier state. Default: it is not compared. */
  compare?: (trees: SiteTrees) => SiteDiff;
};

/** That, and who may ask. */
type ServerFacts = HomeOptions & ExplorerOptions & Pick<AccessOptions, "apiKey">;

function siteSummary(
  site: ExploredSite,
  { prefix, dataName = "", isWatched = false, dataFlags, diffCommand, apiKey }: ServerFacts,
): ExplorerSite {
  const { version, format, sizes } = site.edition;
  return {
    version,
    program: pkg.version,
    name: dataName,
    format,
    nodes: { ...sizes },
    prefix,
    defaultPrefix: DEFAULT_PREFIX,
    isWatched,
    dataFlags: dataFlags ?? `--data ./${dataName}`,
    against: site.diff && against(site.diff, diffCommand ?? `migrations diff OLD ./${dataName}`),
    needsKey: apiKey !== undefined,
  };
}

function against(diff: SiteDiff, command: string): ExplorerSite["against"] {
  return { name: basename(diff.old.path), counts: countAll(diff), command };
}

const DEFAULT_FOUND = 50;

type Looked = AskedFor<never, "q" | "from" | "count" | CriterionName>;

/** @param signal aborted where nobody waits for the answer any more */
async function searchSite(
  site: ExploredSite,
  { from = 0, count = DEFAULT_FOUND, q, ...given }: Looked,
  signal: AbortSignal,
): Promise<FoundNodes | Problem> {
  const [besides] = Object.keys(given);
  if (q !== undefined && besides !== undefined) return notBeside(besides);
  const isAboutLinks = given.linksTo ?? given.linkedFrom ?? given.unused;
  const index = isAboutLinks ? await site.links() : undefined;
  for (const one of [given.below, given.linkedFrom]) {
    if (one === undefined || namedPlaces(site.trees, one).length > 0) continue;
    const isElsewhere = one === given.linkedFrom && index && nodesElsewhere(one, index).length > 0;
    if (!isElsewhere) return noneNamed(one);
  }
  const found = new Map<string, NodeView>();
  const named = q === undefined ? undefined : readNamedNode(q.trim());
  for (const { kind, place } of named ? namedPlaces(site.trees, named) : []) {
    const node = new NodeView(kind, site.trees[kind], place);
    found.set(nameOf(node), node);
  }
  for (const criteria of q === undefined ? [given] : meant(q.trim())) {
    if (found.size > from + count) break;
    await inTurns(lookSteps(site, criteria, { index, found, most: from + count + 1 }), signal);
  }
  const window = [...found.values()].slice(from, from + count);
  const nodes = site.placed(index ? site.withLanguages(window, given, index) : window);
  return { from, nodes, isMore: found.size > from + nodes.length };
}

function notBeside(parameter: string): Problem {
  return {
    name: "invalid-parameter",
    parameter,
    detail: `${parameter} does not go together with q, which looks in names, types, urls and values: leave out one of them.`,
  };
}

/** As the shell has it: nothing lies below a node that is not there. */
function noneNamed(named: NamedNode): Problem {
  const target = named.by === "id" ? named.id : named.key;
  const kind = named.kind === undefined ? "" : `${named.kind} `;
  return { name: "no-such-node", detail: `There is no ${kind}node with the ${named.by} ${target}.` };
}

/** What somebody may mean, the likeliest first. */
function meant(q: string): Criteria[] {
  const isPath = /^(?:\/|https?:)/i.test(q);
  return [...(isPath ? [{ url: q }] : [{ name: q }, { type: [q] }]), { text: q }];
}

/** What is searched with; the search ends when it has found the most. */
type Looking = { index: ReferenceIndex | undefined; found: Map<string, NodeView>; most: number };

/** A node a step. */
function* lookSteps(
  { trees, types, redactor }: ExploredSite,
  criteria: Criteria,
  { index, found, most }: Looking,
): Generator<void, void, void> {
  const searched = { trees, types: () => types, redactor };
  const isFound = nodeTest({ ...searched, index: index && (() => index) }, criteria);
  for (const node of siteNodes(trees, kindsOf(criteria.kind))) {
    if (isFound(node)) found.set(nameOf(node), node);
    if (found.size >= most) return;
    yield;
  }
  const elsewhere = index ? findElsewhere({ ...searched, index: () => index }, criteria) : [];
  for (const node of elsewhere) found.set(nameOf(node), node);
}

function nameOf({ kind, tree, place }: NodeView): string {
  return `${kind} ${tree.keyAt(place)}`;
}

/** Which property, and which part of its value (RFC 6901). */
type AskedValue = AskedFor<"kind" | "key" | "alias", "pointer" | "secrets">;

const STYLE =
  ":root{color-scheme:light dark;font:16px/1.6 system-ui,sans-serif}body{margin:1rem;overflow-wrap:anywhere}" +
  "img{outline:1px dashed;min-width:2rem;min-height:1rem}table{border-collapse:collapse}td,th{border:1px solid;padding:.25rem .5rem}" +
  "a{color:LinkText}pre{overflow:auto}";

/** The style is the only thing that applies; `sandbox` holds where the page is opened by itself, too. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "sandbox",
].join("; ");

/** Elements for which a browser may look up names, connect or go elsewhere without asking the policy. */
const CALLING = /<(?=\/?(?:link|meta|base)(?![a-z0-9]))/gi;

/** The value, or a part of it, as JSON. */
function valueReply(site: ExploredSite, asked: AskedValue): Reply | Problem {
  const json = valueText(site, asked);
  if (json === undefined) return missing(asked);
  const { pointer = "" } = asked;
  const part = pointer === "" ? json : JSON.stringify(valueAt(json, pointer) ?? null);
  const headers = { "Content-Type": "application/json; charset=utf-8" };
  return { status: 200, headers, body: Buffer.from(part), isCompressible: true };
}

/** Rich text of the old site as a page of its own. */
function richTextReply(site: ExploredSite, asked: AskedValue): Reply | Problem {
  const json = valueText(site, asked);
  if (json === undefined) return missing(asked);
  const body = markupIn(valueAt(json, asked.pointer ?? "")).replace(CALLING, "&lt;");
  return {
    status: 200,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": POLICY,
      "X-DNS-Prefetch-Control": "off",
    },
    body: Buffer.from(
      `<!doctype html><html lang=""><meta charset="utf-8"><title>Rich text</title><style>${STYLE}</style><body>${body}`,
    ),
    isCompressible: true,
  };
}

/**
 * Secrets are redacted unless they are asked for.
 * @returns `undefined` where there is no such node, or no such property
 */
function valueText(
  { shown, redactor }: ExploredSite,
  { kind, key, alias, secrets }: AskedValue,
): string | undefined {
  const found = shown[kind].find(key);
  if (!found) return undefined;
  const node = new NodeView(kind, shown[kind].treeOf(found), found.place);
  const property = [...node.properties()].find((each) => each.alias === alias);
  if (property === undefined || secrets) return property?.value;
  return redactor.value({ kind, type: node.brief().type }, property);
}

function missing({ kind, key }: AskedValue): Problem {
  return noSuchNode(kind, { by: "key", key });
}

/**
 * The part of a value that a pointer leads to; strings that hold JSON are entered as if they were that.
 * @param json the value as JSON text
 * @param pointer RFC 6901
 * @returns `undefined` where it leads nowhere
 */
function valueAt(json: string, pointer: string): unknown {
  let value: unknown = JSON.parse(json);
  for (const step of pointer.split("/").slice(1)) {
    const nest = entered(value);
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof nest !== "object" || nest === null || !Object.hasOwn(nest, name)) return undefined;
    value = (nest as Record<string, unknown>)[name];
  }
  return value;
}

/** The HTML of a rich text: the text itself, or the markup of one that has blocks. */
function markupIn(value: unknown): string {
  const nest = entered(value);
  if (typeof nest !== "object" || nest === null) return typeof value === "string" ? value : "";
  return "markup" in nest && typeof nest.markup === "string" ? nest.markup : "";
}

function entered(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

type NodeType = SiteTypes[Kind][number];

/** Longer fields, and what was changed in a node, are cut. */
const LONG_JSON = 100_000;
const SHOWN_LENGTH = 200;

/** A part of a node a step, so that others are answered meanwhile. */
function* nodeDetails(site: ExploredSite, kind: Kind, shown: ShownPlace): Generator<void, NodeDetails, void> {
  const { place, isGone } = shown;
  const tree = site.shown[kind].treeOf(shown);
  const { type } = site.shown[kind].row(shown);
  const found = type === "" ? undefined : findType<Kind>(site.types[kind], { by: "alias", alias: type });
  const room = new AnswerRoom();
  const properties: PropertyDetails[] = [];
  let omitted = 0;
  for (const { alias, editorAlias, value } of new NodeView(kind, tree, place).properties()) {
    yield;
    if (!room.take(alias.length + (editorAlias?.length ?? 0))) omitted++;
    else {
      const head = { alias, editorAlias: editorAlias ?? undefined };
      properties.push(yield* site.values.property({ kind, of: "node", type }, head, value, room));
    }
  }
  yield;
  const [fields = []] = readObjects(Buffer.from(objectOf(decodedText(tree.text(place, "fields"))))) ?? [];
  return {
    kind,
    path: site.shown[kind].path(shown),
    typeName: found?.name || undefined,
    fields: fields.map(({ name, value }) => ({ name: JSON.parse(name), json: fitting(value, room) })),
    groups: groupsOf(properties, found, site.edition.tabAliases ?? new Map()),
    omitted: omitted || undefined,
    image: isGone ? undefined : site.imageOf(kind, place),
    change: fittingChange(site.changes.get(kind)?.describe(place, isGone), room),
  };
}

/** The JSON, or the beginning of it as a string where it is long. */
function fitting(json: string, room: AnswerRoom): string {
  const fits = json.length <= LONG_JSON && room.take(json.length);
  return fits ? json : JSON.stringify(shortened(json, SHOWN_LENGTH));
}

function fittingChange(change: NodeChange | undefined, room: AnswerRoom): NodeChange | undefined {
  if (!change) return undefined;
  const cut = (json: string | undefined) => (json === undefined ? undefined : fitting(json, room));
  const all = (changes: readonly ValueChange[]) =>
    changes.map(({ name, before, after }) => ({ name, before: cut(before), after: cut(after) }));
  return { verbs: change.verbs, fields: all(change.fields), properties: all(change.properties) };
}

/** In the tabs of the type and by the names that it gives, groups within their tabs; what it does not have stands last. */
function groupsOf(
  properties: readonly PropertyDetails[],
  type: NodeType | undefined,
  aliases: TabAliases,
): PropertyGroup[] {
  const left = new Map(properties.map((property) => [property.alias.toLowerCase(), property]));
  const all: PropertyGroup[] = [];
  const byAlias = new Map<string, PropertyGroup>();
  const within: { tab: string; group: PropertyGroup & { name: string } }[] = [];
  for (const { key, name, properties: own } of type?.tabs ?? []) {
    const told = own.flatMap(({ alias, name: title, description }) => {
      const property = left.get(alias.toLowerCase());
      left.delete(alias.toLowerCase());
      return property
        ? [{ ...property, name: title || undefined, description: description || undefined }]
        : [];
    });
    const alias = aliases.get(key)?.toLowerCase();
    const known = alias === undefined ? undefined : byAlias.get(alias);
    // A tab, or a group, that several of a type's compositions have is one.
    if (known) {
      for (const property of told) known.properties.push(property);
      continue;
    }
    const group = { name, properties: told };
    if (alias !== undefined) byAlias.set(alias, group);
    if (alias?.includes("/")) within.push({ tab: alias.slice(0, alias.lastIndexOf("/")), group });
    all.push(group);
  }
  const inTabs = new Set<PropertyGroup>();
  for (const { tab, group } of within) {
    const parent = byAlias.get(tab);
    if (parent === undefined) continue;
    inTabs.add(group);
    if (group.properties.length > 0) parent.groups = [...(parent.groups ?? []), group];
  }
  const shown = all.filter((group) => !inTabs.has(group) && (group.properties.length > 0 || group.groups));
  return left.size > 0 ? [...shown, { name: null, properties: [...left.values()] }] : shown;
}
