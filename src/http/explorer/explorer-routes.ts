/** Answers what the explorer's page asks for, from data that is held as a whole. */

import { linkedElsewhere } from "../../analysis/find/criteria-tests.ts";
import { NodeView } from "../../analysis/site-nodes.ts";
import type { MediaFiles } from "../../media/media-files.ts";
import type { Kind } from "../../operations.ts";
import type { SiteTypes } from "../../schema/site-types.ts";
import type { Source } from "../../source.ts";
import { NO_PARENT } from "../../tree/preorder.ts";
import { type AppContext, queryOf } from "../app-context.ts";
import { typesOf } from "../operation-reply.ts";
import { noSuchNode, type Problem, problemReply } from "../problem.ts";
import { jsonReply, type Reply } from "../reply.ts";
import { PART_BYTES } from "../send-chunks.ts";
import { tagHeldBy, unchangedReply } from "../validators.ts";
import { ExploredSite } from "./explored-site.ts";
import type { Changes, Links, Sought } from "./explorer-answers.ts";
import { SAFE_HEADERS } from "./explorer-page.ts";
import { type AskedFor, readExplorerQuery } from "./explorer-query.ts";
import { VIEWS, type ViewName } from "./explorer-views.ts";
import { inTurns } from "./in-turns.ts";
import { nodeDetails } from "./node-details.ts";
import type { ShownPlace } from "./shown-tree.ts";
import { searchSite } from "./site-search.ts";
import { type ServerFacts, siteSummary } from "./site-summary.ts";
import { richTextReply, valueReply } from "./value-reply.ts";

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
