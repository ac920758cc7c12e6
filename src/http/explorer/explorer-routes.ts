/** Answers what the explorer's page asks for, from data that is held as a whole. */
import pkg from "../../../package.json" with { type: "json" };
import type { ExplorerSite } from "../../explorer-answers.ts";
import { DEFAULT_PREFIX, KINDS, type Kind } from "../../operations.ts";
import { findType } from "../../schema/find-type.ts";
import type { Edition, Source } from "../../source.ts";
import { countNodes } from "../../tree/census.ts";
import type { Key } from "../../tree/key.ts";
import { NO_PARENT } from "../../tree/preorder.ts";
import type { AccessOptions } from "../access.ts";
import type { AppContext } from "../app-context.ts";
import { tagHeldBy, unchangedReply } from "../found-reply.ts";
import type { HomeOptions } from "../home.ts";
import { type Problem, problemReply } from "../problem.ts";
import { noSuchNode } from "../problems-met.ts";
import { jsonReply, type Reply } from "../reply.ts";
import { SAFE_HEADERS } from "./explorer-page.ts";
import { type AskedFor, type ExplorerParameter, readExplorerQuery } from "./explorer-query.ts";
import { VIEWS, type ViewName } from "./explorer-views.ts";
import { nodeDetails, propertiesAt } from "./node-details.ts";
import { richTextReply } from "./rich-text-document.ts";
import { TreeLevels } from "./tree-levels.ts";

const DEFAULT_ROWS = 100;

/** What the page is told of the server. */
export type ExplorerOptions = {
  /** Whether the data is loaded again when it changes. Default: false. */
  isWatched?: boolean;
};

/** Who may ask is told as well. */
type ServerOptions = HomeOptions & ExplorerOptions & Pick<AccessOptions, "apiKey">;

/** One state of the data, and what was found out of it. */
type Look = { source: Source; edition: Edition; levels: Record<Kind, TreeLevels>; site?: ExplorerSite };

export class ExplorerRoutes {
  readonly #options: ServerOptions;
  #look: Look | undefined;

  constructor(options: ServerOptions) {
    this.#options = options;
  }

  /** The answer to a view. */
  async reply(name: ViewName, source: Source, context: AppContext): Promise<Reply> {
    const { url } = context.req;
    const at = url.indexOf("?");
    const query = at < 0 ? "" : url.slice(at + 1);
    const reply = await this.#answer(name, this.#lookAt(source), query, context);
    Object.assign(reply.headers, SAFE_HEADERS);
    return reply;
  }

  #lookAt(source: Source): Look {
    const { edition } = source;
    if (!edition) throw new Error("the explorer shows data that is held as a whole");
    if (this.#look?.edition !== edition) {
      const { content, media } = edition.trees;
      const levels = { content: new TreeLevels(content), media: new TreeLevels(media) };
      this.#look = { source, edition, levels };
    }
    return this.#look;
  }

  #answer(name: ViewName, look: Look, query: string, context: AppContext): Reply | Promise<Reply> {
    switch (name) {
      case "site":
        return this.#site(look, context);
      case "children":
        return answered(VIEWS.children, query, (asked) => children(look, asked));
      case "seek":
        return answered(VIEWS.seek, query, (asked) => seek(look, asked));
      case "path":
        return answered(VIEWS.path, query, (asked) => path(look, asked));
      case "node":
        return answered(VIEWS.node, query, (asked) => node(look, asked));
      case "value":
        return answered(VIEWS.value, query, (asked) => value(look, asked));
      case "richText":
        return answered(VIEWS.richText, query, (asked) => richText(look, asked));
    }
  }

  async #site(look: Look, context: AppContext): Promise<Reply> {
    const tag = `${look.edition.version}.explorer`;
    const held = tagHeldBy(context, tag);
    if (held) return unchangedReply(held);
    look.site ??= await siteOf(look, this.#options);
    return { ...jsonReply(200, look.site), entityTag: tag };
  }
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

function children(look: Look, asked: AskedFor<"kind", "key" | "from" | "count" | "sort">): Reply | Problem {
  const { kind, key, from = 0, count = DEFAULT_ROWS, sort } = asked;
  const parent = key === undefined ? NO_PARENT : look.edition.trees[kind].findKey(key);
  if (key !== undefined && parent < 0) return missing(kind, key);
  return jsonReply(200, look.levels[kind].level(parent, { from, count, order: sort }));
}

function seek(look: Look, { kind, key, from = 0, text }: AskedFor<"kind" | "text", "key" | "from">) {
  const parent = key === undefined ? NO_PARENT : look.edition.trees[kind].findKey(key);
  if (key !== undefined && parent < 0) return missing(kind, key);
  return jsonReply(200, { index: look.levels[kind].seek(parent, from, text) });
}

function path({ edition, levels }: Look, { kind, key }: AskedFor<"kind" | "key">): Reply | Problem {
  const place = edition.trees[kind].findKey(key);
  return place < 0 ? missing(kind, key) : jsonReply(200, levels[kind].path(place));
}

async function node({ source, edition, levels }: Look, { kind, key }: AskedFor<"kind" | "key">) {
  const tree = edition.trees[kind];
  const place = tree.findKey(key);
  if (place < 0) return missing(kind, key);
  const types = (await source.types?.(kind)) ?? [];
  return jsonReply(200, nodeDetails({ tree, levels: levels[kind], types }, kind, place));
}

function value(look: Look, asked: AskedFor<"kind" | "key" | "alias">): Reply | Problem {
  const json = valueText(look, asked);
  if (json === undefined) return missing(asked.kind, asked.key);
  const headers = { "Content-Type": "application/json; charset=utf-8" };
  return { status: 200, headers, body: Buffer.from(json), isCompressible: true };
}

function richText(look: Look, asked: AskedFor<"kind" | "key" | "alias">): Reply | Problem {
  const json = valueText(look, asked);
  if (json === undefined) return missing(asked.kind, asked.key);
  const read: unknown = JSON.parse(json);
  return richTextReply(typeof read === "string" ? read : "");
}

/** @returns `undefined` where there is no such node, or no such property */
function valueText({ edition }: Look, { kind, key, alias }: AskedFor<"kind" | "key" | "alias">) {
  const tree = edition.trees[kind];
  const place = tree.findKey(key);
  if (place < 0) return undefined;
  return propertiesAt(tree, place).find((property) => property.alias === alias)?.value;
}

function missing(kind: Kind, key: Key): Problem {
  return noSuchNode(kind, { by: "key", key });
}

async function siteOf(
  { source, edition }: Look,
  { prefix, dataName = "", isWatched = false, apiKey }: ServerOptions,
): Promise<ExplorerSite> {
  const { version, format, sizes, trees } = edition;
  const types: ExplorerSite["types"] = [];
  for (const kind of KINDS) {
    const known = (await source.types?.(kind)) ?? [];
    for (const [alias, nodes] of countNodes(trees[kind]).types) {
      types.push({ kind, alias, name: findType(known, { by: "alias", alias })?.name ?? null, nodes });
    }
  }
  types.sort((one, other) => other.nodes - one.nodes);
  return {
    version,
    program: pkg.version,
    name: dataName,
    format,
    nodes: { ...sizes },
    prefix,
    defaultPrefix: DEFAULT_PREFIX,
    isWatched,
    needsKey: apiKey !== undefined,
    types,
  };
}
