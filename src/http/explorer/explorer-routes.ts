/** Answers what the explorer's page asks for, from data that is held as a whole. */
import type { Changes, Links } from "../../explorer-answers.ts";
import type { MediaFiles } from "../../media-files.ts";
import type { SiteTypes } from "../../schema/site-types.ts";
import type { Source } from "../../source.ts";
import { NO_PARENT } from "../../tree/preorder.ts";
import { type AppContext, queryOf } from "../app-context.ts";
import { typesOf } from "../operation-reply.ts";
import { noSuchNode, type Problem, problemReply } from "../problem.ts";
import { jsonReply, type Reply } from "../reply.ts";
import { tagHeldBy, unchangedReply } from "../validators.ts";
import { ExploredSite } from "./explored-site.ts";
import { SAFE_HEADERS } from "./explorer-page.ts";
import { type AskedFor, type ExplorerParameter, readExplorerQuery } from "./explorer-query.ts";
import { VIEWS, type ViewName } from "./explorer-views.ts";
import { nodeDetails } from "./node-details.ts";
import type { ShownPlace } from "./shown-tree.ts";
import { searchSite } from "./site-search.ts";
import { type ServerFacts, siteSummary } from "./site-summary.ts";
import { richTextReply, valueReply } from "./value-reply.ts";

const DEFAULT_ROWS = 100;

type Options = ServerFacts & {
  /** Gives the media files that are served. */
  media?: () => MediaFiles;
};

export class ExplorerRoutes {
  readonly #options: Options;
  #site: Promise<ExploredSite> | undefined;
  /** The edition that `#site` is made of. */
  #edition: Source["edition"];

  constructor(options: Options) {
    this.#options = options;
  }

  /** The answer to a view. */
  async reply(name: ViewName, source: Source, context: AppContext): Promise<Reply> {
    const turn = { query: queryOf(context.req.url), context, options: this.#options };
    const reply = await ANSWERS[name](await this.#siteOf(source), turn);
    Object.assign(reply.headers, SAFE_HEADERS);
    return reply;
  }

  #siteOf(source: Source): Promise<ExploredSite> {
    const { edition } = source;
    if (!edition) throw new Error("the explorer shows data that is held as a whole");
    if (this.#site === undefined || this.#edition !== edition) {
      this.#edition = edition;
      const { media, compare } = this.#options;
      this.#site = siteTypes(source).then((types) => new ExploredSite({ edition, types, media, compare }));
    }
    return this.#site;
  }
}

/** What an answer may take beside the site. */
type Turn = { query: string; context: AppContext; options: Options };

const ANSWERS: Record<ViewName, (site: ExploredSite, turn: Turn) => Reply | Promise<Reply>> = {
  site: (site, { options, context }) => summaryReply(site, options, context),
  types: async (site) => jsonReply(200, await site.typeCounts()),
  children: (site, { query }) => answered(VIEWS.children, query, (asked) => children(site, asked)),
  seek: (site, { query }) => answered(VIEWS.seek, query, (asked) => seek(site, asked)),
  path: (site, { query }) =>
    answered(VIEWS.path, query, (asked) =>
      atPlace(site, asked, (shown) => jsonReply(200, site.shown[asked.kind].path(shown))),
    ),
  node: (site, { query }) =>
    answered(VIEWS.node, query, (asked) =>
      atPlace(site, asked, (shown) => jsonReply(200, nodeDetails(site, asked.kind, shown))),
    ),
  links: (site, { query }) =>
    answered(VIEWS.links, query, (asked) => atPlace(site, asked, (shown) => links(site, asked, shown))),
  find: (site, { query, context }) =>
    answered(VIEWS.find, query, async (asked) =>
      jsonReply(200, await searchSite(site, asked, context.req.raw.signal)),
    ),
  changes: (site, { query }) => answered(VIEWS.changes, query, (asked) => changes(site, asked)),
  audit: (site, { query, options }) =>
    answered(VIEWS.audit, query, async ({ section }) =>
      jsonReply(200, (await site.audit(options.inventory)).answer(section)),
    ),
  value: (site, { query }) => answered(VIEWS.value, query, (asked) => valueReply(site, asked)),
  richText: (site, { query }) => answered(VIEWS.richText, query, (asked) => richTextReply(site, asked)),
};

async function siteTypes(source: Source): Promise<SiteTypes> {
  return { content: await typesOf(source, "content"), media: await typesOf(source, "media") };
}

/** Reads the query, and answers it or tells what is wrong. */
async function answered<N extends ExplorerParameter, O extends ExplorerParameter>(
  view: { needs: readonly N[]; takes: readonly O[] },
  query: string,
  answer: (asked: AskedFor<N, O>) => Reply | Problem | Promise<Reply | Problem>,
): Promise<Reply> {
  const asked = readExplorerQuery(view, query);
  const reply = isProblem(asked) ? asked : await answer(asked);
  return isProblem(reply) ? problemReply(reply) : reply;
}

function isProblem(value: object): value is Problem {
  return "detail" in value;
}

/** The answer of who looks at one node, or that there is none. */
function atPlace(
  site: ExploredSite,
  { kind, key }: AskedFor<"kind" | "key">,
  answer: (shown: ShownPlace) => Reply | Promise<Reply>,
): Reply | Problem | Promise<Reply> {
  const shown = site.shown[kind].find(key);
  return shown ? answer(shown) : noSuchNode(kind, { by: "key", key });
}

/** The same of who looks at what is below one, or at the roots. */
function belowPlace(
  site: ExploredSite,
  { kind, key }: AskedFor<"kind", "key">,
  answer: (parent: ShownPlace | undefined) => Reply,
): Reply | Problem | Promise<Reply> {
  return key === undefined ? answer(undefined) : atPlace(site, { kind, key }, answer);
}

function children(site: ExploredSite, asked: AskedFor<"kind", "key" | "from" | "count" | "sort">) {
  const { kind, from = 0, count = DEFAULT_ROWS, sort } = asked;
  return belowPlace(site, asked, (parent) =>
    jsonReply(200, site.shown[kind].level(parent, { from, count, order: sort })),
  );
}

function seek(site: ExploredSite, asked: AskedFor<"kind" | "start", "key" | "from">) {
  const { kind, from = 0, start } = asked;
  return belowPlace(site, asked, (parent) => {
    const isGone = parent?.isGone === true;
    const index = isGone ? null : site.levels[kind].seek(parent?.place ?? NO_PARENT, from, start);
    return jsonReply(200, { index });
  });
}

async function links(
  site: ExploredSite,
  { kind, from = 0, count = DEFAULT_ROWS }: AskedFor<"kind", "from" | "count">,
  { place, isGone }: ShownPlace,
): Promise<Reply> {
  const index = await site.links();
  const all = isGone ? [] : index.to({ kind, place });
  const nodes = all.slice(from, from + count).map((node) => site.placed(node));
  return jsonReply(200, { total: all.length, from, nodes } satisfies Links);
}

function changes(site: ExploredSite, { from = 0, count = DEFAULT_ROWS }: AskedFor<never, "from" | "count">) {
  const all = (site.diff?.kinds ?? []).flatMap(({ kind, changes: changed }) =>
    changed.map(({ was, is }) => ({
      kind,
      shown: is < 0 ? { place: was, isGone: true } : { place: is, isGone: false },
    })),
  );
  const nodes = all.slice(from, from + count).map(({ kind, shown }) => site.placedShown(kind, shown));
  return jsonReply(200, { total: all.length, from, nodes } satisfies Changes);
}

function summaryReply(site: ExploredSite, facts: ServerFacts, context: AppContext): Reply {
  const tag = `${site.edition.version}.explorer`;
  const held = tagHeldBy(context, tag);
  return held
    ? { ...unchangedReply(held), isUntold: true }
    : { ...jsonReply(200, siteSummary(site, facts)), entityTag: tag };
}
