/** The source that is a live site: answers look-ups by requests to the migrations API. */
import type { ApiKey } from "../access/api-key.ts";
import { RemoteError } from "../errors.ts";
import { readRemoteTypes } from "../formats/type-lists.ts";
import { type MemberText, readObjects, withoutMembers } from "../json/outline.ts";
import {
  API_SEGMENT,
  HIGHEST_LEVEL,
  type Kind,
  OPERATIONS,
  operationFor,
  operationUrl,
  PROBLEM_TYPE_PREFIX,
  type TypeKind,
  typeOperationFor,
} from "../operations.ts";
import type { TypeLists } from "../site/schema/site-types.ts";
import { describeTarget, type Lookup, type Source, type Target } from "../site/source.ts";
import type { Answer } from "../site/tree/render.ts";
import { levelBelow, TreeAnswers } from "../site/tree/tree-answers.ts";
import { withoutMark } from "../text/byte-order-mark.ts";
import { type OutlineItem, readAnswerOutline } from "./answer-outline.ts";
import { createDispatcher, type Fetched, type FetchOptions, fetchAnswer, messageOf } from "./http-client.ts";
import { type ReadTree, readRemoteAnswer } from "./remote-answer.ts";
import { isApplicationFailure, isRetried, RETRIES_OF_A_LOOKUP, RetryPolicy } from "./retry.ts";

type RemoteOptions = Omit<FetchOptions, "dispatcher"> & {
  /** Makes the connections. Default: direct ones, to servers with certificates that Node trusts. */
  dispatcher?: FetchOptions["dispatcher"];
  /** An http or https URL, without a slash at the end. */
  baseUrl: string;
  /** The path segments before `Migrations`. */
  prefix: string;
  /** Called with a warning about an answer. Default: no report. */
  onWarning?: (text: string) => void;
};

/** An answer, as it came and as it was read. */
type Read = { fetched: Fetched; answer: ReadTree };

/** In seconds. */
const LONG_PAUSE = 5;

const NO_SUCH_NODE = `${PROBLEM_TYPE_PREFIX}no-such-node`;

export class RemoteSource implements Source {
  readonly #options: RemoteOptions & FetchOptions;

  constructor(options: RemoteOptions) {
    const { dispatcher = createDispatcher(options) } = options;
    this.#options = { ...options, dispatcher };
  }

  /**
   * @throws RefusedError if the server requires credentials; RemoteError if it cannot be reached or its answer does not fit
   * the look-up
   */
  async answer(lookup: Lookup): Promise<Answer | undefined> {
    const { kind, target } = lookup;
    const read = await this.#read(kind, target, await this.#requestLevel(lookup));
    if (read === undefined) return undefined;
    const { answer, fetched } = await this.#completed(read, lookup);
    if (answer.derivedKeys > 0) this.#options.onWarning?.(keylessWarning(answer.derivedKeys));
    if (target.by !== "root" && !answer.hasProperties) {
      this.#options.onWarning?.(`${fetched.url} answered without properties, so none are shown`);
    }
    return new TreeAnswers(answer.tree).answer(lookup);
  }

  /** @throws as `answer` */
  async types<K extends TypeKind>(kind: K): Promise<TypeLists[K] | undefined> {
    const { baseUrl, prefix, apiKey } = this.#options;
    const url = operationUrl(baseUrl, prefix, typeOperationFor(kind, "all"), {});
    const fetched = await this.#found(kind, url);
    if (fetched === undefined) return undefined;
    const types = readRemoteTypes(fetched.body, kind);
    if ("errors" in types) throw unreadable(fetched, types.errors, apiKey);
    return types;
  }

  /** The `maxLevel` to send, if any. Servers differ in the default of the root operations. */
  async #requestLevel({ kind, target, maxLevel, depth }: Lookup): Promise<number | undefined> {
    if (maxLevel !== undefined) return maxLevel;
    if (target.by === "root") return levelBelow(1, depth);
    if (depth === undefined || depth === 1) return undefined;
    if (depth === HIGHEST_LEVEL) return HIGHEST_LEVEL;
    const level = (await this.#read(kind, target, 0))?.answer.level;
    return level === undefined ? undefined : levelBelow(level, depth);
  }

  /** @returns `undefined` if there is no such node */
  async #read(kind: Kind, target: Target, maxLevel: number | undefined): Promise<Read | undefined> {
    const fetched = await this.#found(kind, this.#url(kind, target, maxLevel));
    return fetched && this.#parse(kind, target, fetched);
  }

  /** @returns the answer of an operation; `undefined` if it is a 404 */
  async #found(kind: TypeKind, url: string): Promise<Fetched | undefined> {
    const fetched = await this.#fetch(url);
    if (fetched.status === 200) return fetched;
    if (fetched.status !== 404) throw unexpected(fetched, this.#options.apiKey);
    await this.#confirmMissing(kind, fetched);
    return undefined;
  }

  /** Retries what may pass; a long pause that the site asks for is reported as a warning. */
  #fetch(url: string): Promise<Fetched> {
    const onRetry = (_: string, reason: string, seconds: number) => {
      if (seconds > LONG_PAUSE) this.#options.onWarning?.(`${reason}: retrying in ${Math.ceil(seconds)} s`);
    };
    const policy = new RetryPolicy({ retries: RETRIES_OF_A_LOOKUP, timeoutIsFinal: true, onRetry });
    return policy.run<Fetched>(url, async () => {
      const fetched = await fetchAnswer(url, this.#options);
      const { status, retryAfter, date } = fetched;
      if (!isRetried(status) || isApplicationFailure(status)) return { value: fetched };
      return { retry: `${url} answered ${status}`, retryAfter, date, last: fetched };
    });
  }

  #parse(kind: Kind, target: Target, fetched: Fetched): Read {
    const answer = readRemoteAnswer(fetched.body, target.by === "root" ? "roots" : "node");
    if ("errors" in answer) throw unreadable(fetched, answer.errors, this.#options.apiKey);
    if (target.by !== "root" && new TreeAnswers(answer.tree).levelOf(target) !== answer.level) {
      throw new RemoteError(
        `${fetched.url} answered with a node that is not the ${describeTarget(kind, target)}`,
      );
    }
    return { fetched, answer };
  }

  /** The answer with all lists of children: levels are those of the tree, even if the site stores other ones. */
  async #completed(read: Read, { kind, target, maxLevel, depth }: Lookup): Promise<Read> {
    const { fetched, answer } = read;
    if (answer.childless === 0) return read;
    const limit = maxLevel ?? levelBelow(answer.level, depth);
    const body = await completed(fetched.body, answer.level, limit, async (id) => {
      const alone = await this.#read(kind, { by: "id", id }, undefined);
      if (alone === undefined) throw new RemoteError(`${fetched.url} lists node ${id}, which does not exist`);
      return alone.fetched.body;
    });
    if (body === fetched.body) return read;
    if (body instanceof Uint8Array) return this.#parse(kind, target, { ...fetched, body });
    const url = this.#url(kind, { by: "id", id: body.withoutChildren }, undefined);
    throw new RemoteError(`${url} answered without children: try --depth 0`);
  }

  #url(kind: Kind, target: Target, maxLevel: number | undefined): string {
    const { baseUrl, prefix } = this.#options;
    return operationUrl(baseUrl, prefix, operationFor(kind, target.by), { ...target, maxLevel });
  }

  /** A 404 means that there is no such node, or that the API is not at this path: then the root operation fails, too. */
  async #confirmMissing(kind: TypeKind, fetched: Fetched): Promise<void> {
    if (problemType(fetched) === NO_SUCH_NODE) return;
    const nodeKind = kind === "data" ? "content" : kind;
    const root = await this.#fetch(this.#url(nodeKind, { by: "root" }, 1));
    const { apiKey } = this.#options;
    if (root.status >= 500) throw unexpected(root, apiKey);
    if (root.status !== 200 || !isListOfNodes(root.body)) {
      const hint = prefixHint(this.#options, messageOf(root, apiKey));
      throw new RemoteError(`${root.url} answers ${root.status}, ${hint}`);
    }
    // Throws if the list is invalid.
    this.#parse(nodeKind, { by: "root" }, root);
  }
}

/** Whether it is an answer of a root operation, valid or not. */
function isListOfNodes(body: Buffer): boolean {
  const items = readAnswerOutline(body);
  return Array.isArray(items) && (items.length === 0 || items.some((item) => item?.id !== undefined));
}

/** @param kind names the nodes in the text. Default: the look-up is of one kind */
export function keylessWarning(count: number, kind?: Kind): string {
  const nodes = kind === undefined ? "node" : `${kind} node`;
  return count === 1
    ? `1 ${nodes} has no key on the site: it got one derived from its id, and is looked up there by its id`
    : `${count} ${nodes}s have no key on the site: they got keys derived from their ids, and are looked up there by id`;
}

function unexpected(fetched: Fetched, apiKey: ApiKey | undefined): RemoteError {
  const message = messageOf(fetched, apiKey);
  return new RemoteError(`${fetched.url} answered ${fetched.status}${message ? `: ${message}` : ""}`);
}

function unreadable({ url, type, body }: Fetched, errors: string[], apiKey: ApiKey | undefined): RemoteError {
  if (/html/i.test(type))
    return new RemoteError(`${url} answered with ${messageOf({ type, body }, apiKey)}: try --prefix`);
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  return new RemoteError(`${url} answered with an invalid answer: ${errors[0]}${more}`);
}

function problemType({ type, body }: Fetched): unknown {
  if (!type.startsWith("application/problem+json")) return undefined;
  try {
    return JSON.parse(body.toString("utf8")).type;
  } catch {
    return undefined;
  }
}

/** Fetches a node by itself, with its children. */
type FetchAlone = (id: number) => Promise<Buffer>;

/**
 * @param body a valid answer: roots, or one node
 * @param level the level of the answered nodes in the tree
 * @param maxLevel above this level each node has its children
 * @returns the answer with all lists; the same one if none is missing; or the id of a node that has no list even by itself
 */
async function completed(
  body: Buffer,
  level: number,
  maxLevel: number,
  fetchAlone: FetchAlone,
): Promise<Buffer | { withoutChildren: number }> {
  if (!isIncomplete(readAnswerOutline(body), maxLevel - level)) return body;
  const text = withoutMark(body).toString("utf8");
  try {
    const nodes = await completedNodes(text, maxLevel - level, fetchAlone);
    return Buffer.from(text.trimStart().startsWith("[") ? `[${nodes}]` : nodes);
  } catch (error) {
    if (error instanceof WithoutChildren) return { withoutChildren: error.id };
    throw error;
  }
}

/** A node that was fetched by itself has no list of children. */
class WithoutChildren extends Error {
  readonly id: number;

  constructor(id: number) {
    super(`node ${id} has no list of children`);
    this.id = id;
  }
}

/** Without recursion, since trees can be deep. */
function isIncomplete(answer: ReturnType<typeof readAnswerOutline> = [], levels: number): boolean {
  let items = Array.isArray(answer) ? answer : [answer];
  for (let left = levels; left > 0 && items.length > 0; left--) {
    const below: (OutlineItem | null)[] = [];
    for (const item of items) {
      if (!item?.children) return true;
      for (const child of item.children) below.push(child);
    }
    items = below;
  }
  return false;
}

/** Nodes as JSON text, each with so many levels of children. */
async function completedNodes(json: string, levels: number, fetchAlone: FetchAlone): Promise<string> {
  const nodes: string[] = [];
  for (const members of readObjects(json) ?? []) nodes.push(await completedNode(members, levels, fetchAlone));
  return nodes.join(",");
}

async function completedNode(members: MemberText[], levels: number, fetchAlone: FetchAlone): Promise<string> {
  if (levels <= 0) return withoutMembers(members, []);
  const children = childrenIn(members) ?? (await childrenOf(members, fetchAlone));
  const below = await completedNodes(children, levels - 1, fetchAlone);
  return `${withoutMembers(members, ["children"]).slice(0, -1)},"children":[${below}]}`;
}

async function childrenOf(members: MemberText[], fetchAlone: FetchAlone): Promise<string> {
  const id = Number(memberOf(members, "id"));
  const [alone = []] = readObjects(withoutMark(await fetchAlone(id)).toString()) ?? [];
  const children = childrenIn(alone);
  if (children === undefined) throw new WithoutChildren(id);
  return children;
}

function childrenIn(members: readonly MemberText[]): string | undefined {
  const children = memberOf(members, "children");
  return children?.startsWith("[") ? children : undefined;
}

function memberOf(members: readonly MemberText[], name: string): string | undefined {
  return members.find((member) => member.name === `"${name}"`)?.value;
}

const OPERATION_PATHS = new RegExp(
  `(?<![^\\s"'(])/([^\\s"'?#:]+)/${API_SEGMENT}/(?:${OPERATIONS.map(({ name }) => name).join("|")})\\b`,
  "gi",
);
/** A prefix that needs no quotes in a shell. */
const PLAIN_PREFIX = /^[\p{L}\p{N}._~-]+(?:\/[\p{L}\p{N}._~-]+)*$/u;

/**
 * The hint that follows the failure of a root operation.
 * @param site `givenAs` is the argument that the base URL was given as. Default: `--base-url`
 * @param message the text of the site's answer, which may contain the right path
 */
export function prefixHint(
  { prefix, baseUrl, givenAs }: { prefix: string; baseUrl: string; givenAs?: string },
  message: string,
): string {
  const { origin, pathname } = new URL(baseUrl);
  const base = pathname.replace(/^\/|\/$/g, "");
  const named = [...message.matchAll(OPERATION_PATHS)]
    .map(([, path]) => (base !== "" && path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path))
    .find((path) => path.toLowerCase() !== prefix.toLowerCase() && PLAIN_PREFIX.test(path));
  // A base URL is often pasted with the prefix after it.
  const above = pathAbove(base, named ?? prefix);
  const right = named ?? (above === undefined ? undefined : prefix);
  if (givenAs !== undefined && right !== undefined) {
    const path = [above ?? base, right, API_SEGMENT].filter((part) => part !== "").join("/");
    return `so the API is not at "${prefix}": try ${origin}/${path} as ${givenAs}`;
  }
  const baseOption = above === undefined ? "" : `--base-url ${origin}${above === "" ? "" : `/${above}`} `;
  return `so the API is not at "${prefix}": try ${baseOption}--prefix${right === undefined ? "" : ` ${right}`}`;
}

/** A path without these segments at its end; `undefined` if it does not end with them. */
function pathAbove(path: string, end: string): string | undefined {
  const [whole, last] = [`/${path}`, `/${end}`];
  if (!whole.toLowerCase().endsWith(last.toLowerCase())) return undefined;
  return whole.slice(1, -last.length);
}
