/** The handlers of the explorer's views, over data that is held as a whole. */

import { createHash } from "node:crypto";
import { basename } from "node:path";
import pkg from "../../../package.json" with { type: "json" };
import type { FileInventory } from "../../analysis/audit/link-sections.ts";
import { countAll, type SiteDiff } from "../../analysis/diff/site-diff.ts";
import { decodedText, nodeJson } from "../../json/node-text.ts";
import { jsonAt } from "../../json/pointer.ts";
import { KINDS, type Kind } from "../../operations.ts";
import { readParameters, SHOWN_LENGTH } from "../../parameter.ts";
import { isSameLanguage } from "../../site/languages.ts";
import type { MediaFiles } from "../../site/media/media-files.ts";
import { once } from "../../site/once.ts";
import { derivedParts } from "../../site/references/resolve-reference.ts";
import type { Site } from "../../site/site.ts";
import { SiteNode } from "../../site/site-nodes.ts";
import { describeTarget, type Snapshot, type Source } from "../../site/source.ts";
import type { Key } from "../../site/tree/key.ts";
import { formatInWords, inWords } from "../../text/counted.ts";
import { shortened } from "../../text/visible-text.ts";
import type { AccessOptions } from "../access.ts";
import { type AppContext, queryOf } from "../app-context.ts";
import type { HomeOptions } from "../home.ts";
import { noSuchNode, type Problem, problemReply } from "../problem.ts";
import { jsonReply, type LongReply, type Reply } from "../reply.ts";
import { tagHeldBy, unchangedReply } from "../validators.ts";
import { changesView } from "./changes-view.ts";
import { ExploredSite } from "./explored-site.ts";
import {
  EXPLORER_PARAMETERS,
  type ExplorerSite,
  TAKEN_BY_ALL,
  VIEWS,
  type ViewAnswer,
  type ViewName,
  type ViewParameters,
} from "./explorer-api.ts";
import { SAFE_HEADERS } from "./explorer-page.ts";
import { csvView, findView } from "./find-view.ts";
import type { MayRead } from "./idle-reading.ts";
import { nodeDetails } from "./node-details.ts";
import type { ShownNode } from "./shown-tree.ts";
import { iconsOf } from "./type-icons.ts";
import { typeDetails, typeUse } from "./type-view.ts";

/** How many rows a list has if the query does not say. */
const DEFAULT_ROWS = 100;
export type ExplorerOptions = {
  /** Gives the name of the site. */
  siteName: () => string;
  /** The site's own address, to which the URLs of nodes are appended, if it is known. */
  siteUrl: string | undefined;
  /** Gives what the user should know about the data. */
  warnings: () => readonly string[];
  /** Gives the reason why changed data could not be loaded, if it could not. */
  failure: () => string | undefined;
  /** Whether the data is loaded again when it changes. */
  isWatched: boolean;
  /** How a command on the same machine names the data, in the language that is served or in another one. Default: by its name. */
  dataFlags: ((culture: string | undefined) => string) | undefined;
  /** The files that the media folder lacks, and the files that no node names, if they are known. */
  inventory: () => FileInventory | undefined;
  /** Compares the data, in the language that is served or in another one, with an earlier state, if there is one. */
  compare: ((site: Site, culture: string | undefined) => Promise<SiteDiff>) | undefined;
};

type RouteOptions = HomeOptions &
  ExplorerOptions &
  Pick<AccessOptions, "apiKey"> & {
    /** Gives the media files that are served. */
    media: () => MediaFiles;
    /** Whether clients of the operations are at work. */
    hasClients: () => boolean;
    longReply: LongReply;
  };

/** Makes the function that answers views from data that is held as a whole. */
export function explorerRoutes(
  options: RouteOptions,
): (name: ViewName, source: Source, context: AppContext) => Promise<Reply> {
  let explored: { snapshot: Snapshot; inLanguage: ReturnType<typeof sitesByLanguage> } | undefined;
  /** The number of views that are being answered. */
  let answering = 0;

  const answerOf = async (name: ViewName, snapshot: Snapshot, context: AppContext) => {
    const parameters = readViewQuery(name, queryOf(context.req.url));
    if (isProblem(parameters)) return parameters;
    if (explored?.snapshot !== snapshot) {
      const isBusy = () => answering > 0 || options.hasClients();
      const mayRead = () => (explored?.snapshot !== snapshot ? "never" : isBusy() ? "later" : "now");
      explored = { snapshot, inLanguage: sitesByLanguage(snapshot.site, { ...options, mayRead }) };
    }
    const { culture } = parameters;
    const site = await explored.inLanguage(culture);
    if (!site) return noSuchLanguage(culture ?? "", snapshot.site);
    const turn = { context, options, version: snapshot.version, served: snapshot.site };
    const answer = await HANDLERS[name](site, parameters, turn);
    // Each page of the explorer requests it first; clients of the operations do not.
    if (name === "site") site.idleReading.begin();
    return answer;
  };

  return async (name, { snapshot }, context) => {
    if (!snapshot) throw new Error("the explorer shows data that is held as a whole");
    answering++;
    const answer = await answerOf(name, snapshot, context).finally(() => answering--);
    const reply = isProblem(answer)
      ? problemReply(answer)
      : "headers" in answer
        ? answer
        : jsonReply(200, answer);
    Object.assign(reply.headers, SAFE_HEADERS);
    return reply;
  };
}

/** What a handler may need beside the site and the parameters. */
type Turn = {
  context: AppContext;
  options: RouteOptions;
  version: string;
  /** The site in the language that the operations serve. */
  served: Site;
};

/** An object that is sent as JSON, a complete reply, or a problem. */
type ViewOutcome<V extends ViewName> = ViewAnswer<V> | Reply | Problem;

/** How many languages are kept besides the one that is served: memory follows what is looked at. */
const MOST_LANGUAGES = 3;

/**
 * Reads the site in a language when it is first requested, and keeps the languages that were requested last.
 * @returns a function that returns `undefined` for a language that the data lacks
 */
function sitesByLanguage(
  served: Site,
  options: RouteOptions & { mayRead: MayRead },
): (culture: string | undefined) => Promise<ExploredSite> | undefined {
  const explore = async (site: Site, code?: string) =>
    new ExploredSite({ ...options, site, diff: await options.compare?.(site, code) });
  const own = once(async () => explore(await served.shown()));
  const inLanguage = async (code: string) => explore(await (await served.shown()).inLanguage(code), code);
  const others = new Map<string, () => Promise<ExploredSite>>();
  return (culture) => {
    if (culture === undefined || isSameLanguage(culture, served.culture)) return own();
    const code = served.otherLanguages.find((each) => isSameLanguage(each, culture));
    if (code === undefined) return undefined;
    const open = others.get(code) ?? once(() => inLanguage(code));
    others.delete(code);
    others.set(code, open);
    for (const oldest of others.keys()) if (others.size > MOST_LANGUAGES) others.delete(oldest);
    return open();
  };
}

function noSuchLanguage(culture: string, { heldLanguages = [] }: Site): Problem {
  const held = heldLanguages.length === 0 ? "the data has no languages" : `it has ${inWords(heldLanguages)}`;
  const detail = `There is no language ${shortened(culture, SHOWN_LENGTH)} in the data: ${held}.`;
  return { name: "invalid-parameter", parameter: "culture", detail };
}

/**
 * Reads the query of a view strictly: unknown, repeated and malformed parameters are problems.
 * @param query the part of the URL after the question mark
 */
function readViewQuery<V extends ViewName>(name: V, query: string): ViewParameters<V> | Problem {
  const { needs, takes }: { needs: readonly string[]; takes: readonly string[] } = VIEWS[name];
  const known = Object.fromEntries(
    [...needs, ...takes, ...TAKEN_BY_ALL].map((each) => [each, EXPLORER_PARAMETERS[each]]),
  );
  const given = new URLSearchParams(query);
  const texts = new Map([...given.keys()].map((each) => [each, given.getAll(each)]));
  const read = readParameters(known, needs, texts, { subject: `/explorer/${name}`, noun: "parameter" });
  if ("values" in read) return read.values as ViewParameters<V>;
  const { isMissing, parameter, reason } = read.fault;
  return { name: isMissing ? "missing-parameter" : "invalid-parameter", parameter, detail: reason };
}

function isProblem(value: object): value is Problem {
  return "detail" in value;
}

/** How much of a list of names a problem prints. */
const LONGEST_LIST = 1000;

const HANDLERS: {
  readonly [V in ViewName]: (
    site: ExploredSite,
    parameters: ViewParameters<V>,
    turn: Turn,
  ) => ViewOutcome<V> | Promise<ViewOutcome<V>>;
} = {
  site: summary,
  types: (site) => site.typeCounts(),
  type: typeDetails,
  "type-use": typeUse,
  children: (site, { kind, key, from = 0, count = DEFAULT_ROWS, order }) =>
    belowNode(site, kind, key, (parent) =>
      site.withImages(kind, site.shown[kind].level(parent, { from, count, order })),
    ),
  path: (site, { kind, key }) => atNode(site, kind, key, (shown) => site.shown[kind].path(shown)),
  filter: async (site, { kind, name, count }, { context }) => {
    const found = await findView(site, { kind, name, count }, context.req.raw.signal);
    if (isProblem(found)) return found;
    // A node that exists only in another language has no path.
    const shown = found.nodes.flatMap(({ row }) => site.shown[kind].find(row.key) ?? []);
    return { paths: shown.map((node) => site.shown[kind].path(node)), isMore: found.isMore };
  },
  node: (site, { kind, key }) => atNode(site, kind, key, (shown) => nodeDetails(site, kind, shown)),
  links: (site, { kind, key, from = 0, count = DEFAULT_ROWS }) =>
    atNode(site, kind, key, async ({ index, isRemoved }) => {
      const graph = await site.idleReading.references();
      const linksTo = {
        by: "key",
        kind,
        key: site.shown[kind].treeOf({ index, isRemoved }).keyAt(index),
      } as const;
      const all = isRemoved ? [] : graph.to(site.site.at({ kind, index }));
      const nodes = site.listed(site.withLanguages(all.slice(from, from + count), { linksTo }, graph));
      return { total: all.length, from, nodes };
    }),
  progress: (site) => site.idleReading.progress(),
  find: (site, parameters, { context }) => findView(site, parameters, context.req.raw.signal),
  csv: (site, { culture: _, ...parameters }, { context }) =>
    csvView(site, parameters, context.req.raw.signal),
  changes: changesView,
  audit: (site, { section }) => site.audit(section),
  value: valueReply,
  json: nodeJsonReply,
  decoded: async (site, { kind, key }, turn) => {
    const index = site.trees[kind].findKey(key);
    if (index < 0) return noSuchNode(kind, { by: "key", key });
    const lines = await site.decodedLines();
    return longReplyTo(turn, () => lines(kind, index));
  },
};

/** The answer for one node, or the problem that it does not exist. */
function atNode<T>(site: ExploredSite, kind: Kind, key: Key, answer: (shown: ShownNode) => T): T | Problem {
  const shown = site.shown[kind].find(key);
  return shown ? answer(shown) : noSuchNode(kind, { by: "key", key });
}

/** The same for the children of a node, or for the roots. */
function belowNode<T>(
  site: ExploredSite,
  kind: Kind,
  key: Key | undefined,
  answer: (parent: ShownNode | undefined) => T,
): T | Problem {
  return key === undefined ? answer(undefined) : atNode(site, kind, key, answer);
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 12);
}

function summary(
  { site, diff, types, trees }: ExploredSite,
  _parameters: ViewParameters<"site">,
  { context, options, version, served }: Turn,
): Reply {
  const { sizes, unpublished = [] } = site;
  const { dataName, isWatched, prefix } = options;
  const { siteName, siteUrl, warnings, failure } = options;
  const inCulture = isSameLanguage(site.culture, served.culture) ? undefined : site.culture;
  const ownFlags = inCulture === undefined ? "" : ` --culture ${inCulture}`;
  const { dataFlags = () => `--data ./${dataName}${ownFlags}` } = options;
  const reason = failure();
  const language = inCulture === undefined ? "" : `.${inCulture}`;
  const tag = `${version}.explorer.${digestOf(prefix)}${language}${reason === undefined ? "" : `.${digestOf(reason)}`}`;
  const held = tagHeldBy(context, tag);
  if (held) return { ...unchangedReply(held), isUnlogged: true };
  const answer: ExplorerSite = {
    version,
    program: pkg.version,
    name: siteName(),
    siteUrl,
    format: formatInWords(site),
    nodes: { ...sizes },
    prefix,
    roots: Object.fromEntries(
      KINDS.flatMap((kind) => {
        const tree = served.trees[kind];
        return tree.size === 0 ? [] : [[kind, { id: tree.idAt(0), key: tree.keyAt(0) }]];
      }),
    ),
    isWatched,
    dataFlags: dataFlags(inCulture),
    against: diff && {
      name: basename(diff.old.path),
      counts: countAll(diff),
    },
    hasFiles: options.media().folder !== undefined,
    hasDerivedIds: KINDS.some((kind) => derivedParts(trees[kind]).ids),
    warnings: [...warnings()],
    languages: [...(site.heldLanguages ?? [])],
    domains: (site.domains?.() ?? []).map(({ domain, language }) => ({
      domain,
      language: language ?? undefined,
    })),
    dictionary: site.dictionary?.().length ?? 0,
    unread: [...(site.unread ?? [])],
    unpublished: unpublished.length,
    icons: iconsOf(types),
    culture: site.culture,
    servedCulture: inCulture === undefined ? undefined : served.culture,
    failure: reason,
  };
  return { ...jsonReply(200, answer), entityTag: tag };
}

/** @param read reads the JSON, which can be long */
function longReplyTo({ context, options, version }: Turn, read: () => string): Promise<Reply> {
  return options.longReply(`${version} ${context.req.url}`, read);
}

/** The value, or a part of it, as JSON; secrets are redacted unless the query has `secrets`. */
async function valueReply(
  { shown, site }: ExploredSite,
  { kind, key, alias, pointer = "", secrets }: ViewParameters<"value">,
  turn: Turn,
): Promise<Reply | Problem> {
  const found = shown[kind].find(key);
  if (!found) return noSuchNode(kind, { by: "key", key });
  const node = new SiteNode(kind, shown[kind].treeOf(found), found.index);
  // Nothing outside of this function holds the value, which can be long.
  const readPart = () => {
    const property = [...node.properties()].find((each) => each.alias === alias);
    if (!property) return undefined;
    const json = secrets ? property.value : site.secrets().value({ kind, type: node.brief().type }, property);
    return pointer === "" ? json : jsonAt(json, pointer);
  };
  let isFound = true;
  const reply = await longReplyTo(turn, () => {
    const part = readPart();
    isFound = part !== undefined;
    return part ?? "";
  });
  if (isFound) return reply;
  const aliases = [...node.properties()].map((each) => each.alias);
  if (!aliases.includes(alias)) {
    const given = shortened(alias, SHOWN_LENGTH);
    const all = shortened(aliases.join(", ") || "none", LONGEST_LIST);
    const detail = `The ${describeTarget(kind, { by: "key", key })} has no property ${given}. Its properties: ${all}.`;
    return { name: "no-such-value", detail };
  }
  const detail = `The value of ${alias} has nothing at ${shortened(pointer, SHOWN_LENGTH)}.`;
  return { name: "no-such-value", detail };
}

/** The JSON of a node; secrets are redacted unless the query has `secrets`. */
function nodeJsonReply(
  { shown, site }: ExploredSite,
  { kind, key, secrets }: ViewParameters<"json">,
  turn: Turn,
): Promise<Reply> | Problem {
  const found = shown[kind].find(key);
  if (!found) return noSuchNode(kind, { by: "key", key });
  return longReplyTo(turn, () => {
    const text = shown[kind].treeOf(found).text(found.index);
    return nodeJson(decodedText(secrets ? text : site.secrets().node(kind, text)));
  });
}
