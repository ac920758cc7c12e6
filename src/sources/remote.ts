/** Answers look-ups by asking a server of the migrations API. */
import type { ApiKey } from "../access/api-key.ts";
import { RemoteError } from "../errors.ts";
import { readLean } from "../formats/lean-answer.ts";
import { type ReadTree, readRemoteAnswer } from "../formats/remote-answer.ts";
import { readRemoteTypes } from "../formats/type-lists.ts";
import {
  HIGHEST_LEVEL,
  type Kind,
  operationFor,
  operationUrl,
  PROBLEM_TYPE_PREFIX,
  typeOperationFor,
} from "../operations.ts";
import type { SiteTypes } from "../schema/site-types.ts";
import { describeTarget, type Lookup, type Source, type Target } from "../source.ts";
import type { Answer } from "../tree/render.ts";
import { completed } from "./completed-answer.ts";
import { createDispatcher } from "./dispatcher.ts";
import type { FetchOptions } from "./exchange.ts";
import { type Fetched, fetchAnswer } from "./fetch-answer.ts";
import { prefixHint } from "./prefix-hint.ts";
import { saidBy } from "./said-by.ts";
import { levelBelow, TreeAnswers } from "./tree-answers.ts";

type RemoteOptions = Omit<FetchOptions, "dispatcher"> & {
  /** Makes the connections. Default: straight ones, to servers with certificates that Node trusts. */
  dispatcher?: FetchOptions["dispatcher"];
  /** An http or https URL, without a slash at the end. */
  baseUrl: string;
  /** The path segments before `Migrations`. */
  prefix: string;
  /** Told in words what was decided about an answer. Default: nobody. */
  onNote?: (text: string) => void;
};

/** An answer, as it came and as it was read. */
type Read = { fetched: Fetched; answer: ReadTree };

const NO_SUCH_NODE = `${PROBLEM_TYPE_PREFIX}no-such-node`;

export class RemoteSource implements Source {
  readonly #options: RemoteOptions & FetchOptions;

  constructor(options: RemoteOptions) {
    const { dispatcher = createDispatcher(options) } = options;
    this.#options = { ...options, dispatcher };
  }

  /**
   * @throws RefusedError where the server wants credentials; RemoteError where it cannot be reached or answers what is
   * not an answer to the look-up
   */
  async answer(lookup: Lookup): Promise<Answer | undefined> {
    const { kind, target } = lookup;
    const asked = await this.#ask(kind, target, await this.#levelToAskFor(lookup));
    if (asked === undefined) return undefined;
    const { answer, fetched } = await this.#completed(asked, lookup);
    if (answer.madeKeys > 0) this.#options.onNote?.(madeKeysNote(answer.madeKeys));
    if (target.by !== "root" && !answer.hasProperties) {
      this.#options.onNote?.(`${fetched.url} answered without properties: none are shown`);
    }
    return new TreeAnswers(answer.tree).answer(lookup);
  }

  /** @throws as `answer` */
  async types<K extends Kind>(kind: K): Promise<SiteTypes[K] | undefined> {
    const { baseUrl, prefix, apiKey } = this.#options;
    const url = operationUrl(baseUrl, prefix, typeOperationFor(kind, "all"), {});
    const fetched = await this.#found(kind, url);
    if (fetched === undefined) return undefined;
    const types = readRemoteTypes(fetched.body, kind);
    if ("errors" in types) throw unreadable(fetched, types.errors, apiKey);
    return types;
  }

  /** The `maxLevel` to send, if any. Servers differ in what they take for the root operations when none is sent. */
  async #levelToAskFor({ kind, target, maxLevel, depth }: Lookup): Promise<number | undefined> {
    if (maxLevel !== undefined) return maxLevel;
    if (target.by === "root") return levelBelow(1, depth);
    if (depth === undefined || depth === 1) return undefined;
    if (depth === HIGHEST_LEVEL) return HIGHEST_LEVEL;
    const level = (await this.#ask(kind, target, 0))?.answer.level;
    return level === undefined ? undefined : levelBelow(level, depth);
  }

  /** What the server answers, or `undefined` where it has no such node. */
  async #ask(kind: Kind, target: Target, maxLevel: number | undefined): Promise<Read | undefined> {
    const fetched = await this.#found(kind, this.#url(kind, target, maxLevel));
    return fetched && this.#read(kind, target, fetched);
  }

  /** The answer of an operation, or `undefined` where it has nothing to tell of. */
  async #found(kind: Kind, url: string): Promise<Fetched | undefined> {
    const fetched = await fetchAnswer(url, this.#options);
    if (fetched.status === 200) return fetched;
    if (fetched.status !== 404) throw unexpected(fetched, this.#options.apiKey);
    await this.#confirmMissing(kind, fetched);
    return undefined;
  }

  #read(kind: Kind, target: Target, fetched: Fetched): Read {
    const answer = readRemoteAnswer(fetched.body, target.by === "root" ? "roots" : "node");
    if ("errors" in answer) throw unreadable(fetched, answer.errors, this.#options.apiKey);
    if (target.by !== "root" && new TreeAnswers(answer.tree).levelOf(target) !== answer.level) {
      throw new RemoteError(
        `${fetched.url} answered with another node than the ${describeTarget(kind, target)}`,
      );
    }
    return { fetched, answer };
  }

  /** An answer with all lists of children that are wanted: levels of the tree are meant, whatever the site takes for them. */
  async #completed(read: Read, { kind, target, maxLevel, depth }: Lookup): Promise<Read> {
    const { fetched, answer } = read;
    if (answer.childless === 0) return read;
    const limit = maxLevel ?? levelBelow(answer.level, depth);
    const body = await completed(fetched.body, answer.level, limit, async (id) => {
      const alone = await this.#ask(kind, { by: "id", id }, undefined);
      if (alone === undefined) throw new RemoteError(`${fetched.url} lists node ${id}, which is not there`);
      return alone.fetched.body;
    });
    if (body === fetched.body) return read;
    if (body instanceof Uint8Array) return this.#read(kind, target, { ...fetched, body });
    const url = this.#url(kind, { by: "id", id: body.withoutChildren }, undefined);
    throw new RemoteError(`${url} answered without children: try --depth 0`);
  }

  #url(kind: Kind, target: Target, maxLevel: number | undefined): string {
    const { baseUrl, prefix } = this.#options;
    return operationUrl(baseUrl, prefix, operationFor(kind, target.by), { ...target, maxLevel });
  }

  /** A 404 can mean that there is no such node, or that nothing is served at this path: then no root operation answers. */
  async #confirmMissing(kind: Kind, fetched: Fetched): Promise<void> {
    if (problemType(fetched) === NO_SUCH_NODE) return;
    const root = await fetchAnswer(this.#url(kind, { by: "root" }, 1), this.#options);
    const { prefix, baseUrl, apiKey } = this.#options;
    if (root.status >= 500) throw unexpected(root, apiKey);
    if (root.status !== 200 || !isListOfNodes(root.body)) {
      const hint = prefixHint(prefix, baseUrl, saidBy(root, apiKey));
      throw new RemoteError(`${root.url} answers ${root.status}, ${hint}`);
    }
    // Whether it is sound is told, too.
    this.#read(kind, { by: "root" }, root);
  }
}

/** Whether it is an answer of a root operation, sound or not. */
function isListOfNodes(body: Buffer): boolean {
  const items = readLean(body);
  return Array.isArray(items) && (items.length === 0 || items.some((item) => item?.id !== undefined));
}

function madeKeysNote(count: number): string {
  return count === 1
    ? "1 node has no key on the site: it got one made of its id, and is looked up there by its id"
    : `${count} nodes have no key on the site: they got keys made of their ids, and are looked up there by id`;
}

function unexpected(fetched: Fetched, apiKey: ApiKey | undefined): RemoteError {
  const said = saidBy(fetched, apiKey);
  return new RemoteError(`${fetched.url} answered ${fetched.status}${said ? `: ${said}` : ""}`);
}

function unreadable({ url, type, body }: Fetched, errors: string[], apiKey: ApiKey | undefined): RemoteError {
  if (/html/i.test(type))
    return new RemoteError(`${url} answered with ${saidBy({ type, body }, apiKey)}: try --prefix`);
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  return new RemoteError(`${url} answered with what is no sound answer: ${errors[0]}${more}`);
}

function problemType({ type, body }: Fetched): unknown {
  if (!type.startsWith("application/problem+json")) return undefined;
  try {
    return JSON.parse(body.toString("utf8")).type;
  } catch {
    return undefined;
  }
}
