/** The source that is a live site: answers look-ups by requests to the migrations API. */
import { type Clock, REAL_CLOCK } from "../clock.ts";
import { RemoteError } from "../errors.ts";
import { type MemberText, readObjects, withoutMembers } from "../json/outline.ts";
import { HIGHEST_LEVEL, type Kind, type TypeKind } from "../operations.ts";
import type { TypeLists } from "../site/schema/site-types.ts";
import type { Lookup, Source, Target } from "../site/source.ts";
import { type Answer, Renderer } from "../site/tree/render.ts";
import { answerLookup, levelBelow } from "../site/tree/tree-answers.ts";
import { withoutMark } from "../text/file-text.ts";
import { type AnswerTree, anotherThanExpected, type Fault, readAnswer, readAnswerAbout } from "./answer.ts";
import { readAnswerOutline } from "./answer-outline.ts";
import { Client, LOOKUP } from "./client.ts";
import { LOOKUP_PACE, type SiteOptions } from "./options.ts";
import type { FetchOutcome } from "./pool.ts";
import type { PullEvent } from "./pull-events.ts";

/** An answer, as it came and as it was read. */
type Read = { body: Buffer; answer: AnswerTree };

/** In seconds. */
const LONG_PAUSE = 5;

type RemoteSourceOptions = {
  /** Called with a warning about an answer. Default: no report. */
  onWarning?: (text: string) => void;
  /** Default: REAL_CLOCK. */
  clock?: Clock;
};

export class RemoteSource implements Source {
  readonly #site: SiteOptions;
  readonly #onWarning: (text: string) => void;
  readonly #clock: Clock;

  constructor(site: SiteOptions, { onWarning = () => {}, clock = REAL_CLOCK }: RemoteSourceOptions = {}) {
    this.#site = site;
    this.#onWarning = onWarning;
    this.#clock = clock;
  }

  /**
   * @throws RefusedError if the server requires credentials; RemoteError if it cannot be reached or its answer does not fit
   * the look-up
   */
  async answer(lookup: Lookup): Promise<Answer | undefined> {
    const { kind, target } = lookup;
    const client = this.#client();
    const maxLevel = await requestLevel(client, lookup);
    const read = await fetchTarget(client, kind, target, maxLevel);
    if (read === undefined) return undefined;
    const { tree, derivedKeys, hasProperties } = await completed(client, read, lookup);
    if (derivedKeys > 0) this.#onWarning(keylessWarning(derivedKeys));
    if (target.by !== "root" && !hasProperties) {
      const url = client.url(kind, target, maxLevel);
      this.#onWarning(`${url} answered without properties, so none are shown`);
    }
    return answerLookup(new Renderer(tree), lookup);
  }

  /** @throws as `answer` */
  async types<K extends TypeKind>(kind: K): Promise<TypeLists[K] | undefined> {
    const client = this.#client();
    const outcome = await client.fetchTypes(kind, LOOKUP);
    return (await foundOrMissing(client, kind === "data" ? "content" : kind, outcome))?.types;
  }

  /** A client for one look-up, so that an earlier failure of the site does not count. */
  #client(): Client {
    const onEvent = (event: PullEvent) => {
      if (event.type !== "retry" || event.seconds <= LONG_PAUSE) return;
      this.#onWarning(`${event.reason}: retrying in ${Math.ceil(event.seconds)} s`);
    };
    return new Client(this.#site, { ...LOOKUP_PACE, onEvent, clock: this.#clock });
  }
}

/** The `maxLevel` to send, if any. Servers differ in the default of the root operations. */
async function requestLevel(
  client: Client,
  { kind, target, maxLevel, depth }: Lookup,
): Promise<number | undefined> {
  if (maxLevel !== undefined) return maxLevel;
  if (target.by === "root") return levelBelow(1, depth);
  if (depth === undefined || depth === 1) return undefined;
  if (depth === HIGHEST_LEVEL) return HIGHEST_LEVEL;
  const level = (await fetchTarget(client, kind, target, 0))?.answer.level;
  return level === undefined ? undefined : levelBelow(level, depth);
}

/** @returns `undefined` if there is no such node */
async function fetchTarget(
  client: Client,
  kind: Kind,
  target: Target,
  maxLevel: number | undefined,
): Promise<Read | undefined> {
  const read = (body: Buffer): Read | Fault => {
    const answer = readAnswerAbout(body, target);
    return "fault" in answer ? answer : { body, answer };
  };
  return foundOrMissing(client, kind, await client.fetch(client.url(kind, target, maxLevel), read, LOOKUP));
}

/**
 * A 404 means that the site lacks what was requested, or that the API is not at this path: then the root operation fails, too.
 * @returns `undefined` if the site lacks it
 */
async function foundOrMissing<T>(
  client: Client,
  kind: Kind,
  outcome: FetchOutcome<T>,
): Promise<T | undefined> {
  if ("answer" in outcome) return outcome.answer;
  if (outcome.status !== 404) throw client.noRoot(outcome);
  if (outcome.isNoSuchNode) return undefined;
  const roots = await client.fetch(client.url(kind, { by: "root" }, 1), readListOfNodes, LOOKUP);
  if ("failure" in roots) throw client.noRoot(roots);
  return undefined;
}

/** Reads roots; anything but a list with a node is not of this API. */
function readListOfNodes(body: Buffer): AnswerTree | Fault {
  const items = readAnswerOutline(body);
  const isListOfNodes =
    Array.isArray(items) && (items.length === 0 || items.some((item) => item?.id !== undefined));
  return isListOfNodes ? readAnswer(body, "roots") : { ...anotherThanExpected("roots"), isElsewhere: true };
}

/** The answer with all lists of children: levels are those of the tree, even if the site stores other ones. */
async function completed(
  client: Client,
  { answer, body }: Read,
  { kind, target, maxLevel, depth }: Lookup,
): Promise<AnswerTree> {
  const limit = maxLevel ?? levelBelow(answer.level, depth);
  if (answer.childlessLevel >= limit) return answer;
  const text = withoutMark(body).toString();
  const nodes = await completedNodes(text, limit - answer.level, async (id) => {
    const url = client.url(kind, { by: "id", id });
    const alone = await fetchTarget(client, kind, { by: "id", id }, undefined);
    if (alone === undefined) throw new RemoteError(`${url} is listed, but does not exist`);
    const [members = []] = readObjects(withoutMark(alone.body).toString()) ?? [];
    const children = childrenIn(members);
    if (children === undefined) throw new RemoteError(`${url} answered without children: try --depth 0`);
    return children;
  });
  const whole = readAnswerAbout(Buffer.from(target.by === "root" ? `[${nodes}]` : nodes), target);
  if ("fault" in whole) {
    throw new RemoteError(client.answered(client.url(kind, target, maxLevel), `with ${whole.fault}`));
  }
  return whole;
}

/** Fetches a node by itself. @returns its list of children as JSON text */
type FetchChildren = (id: number) => Promise<string>;

/** Nodes as JSON text, each with so many levels of children. */
async function completedNodes(json: string, levels: number, fetchChildren: FetchChildren): Promise<string> {
  const nodes: string[] = [];
  for (const members of readObjects(json) ?? []) {
    nodes.push(await completedNode(members, levels, fetchChildren));
  }
  return nodes.join(",");
}

async function completedNode(
  members: MemberText[],
  levels: number,
  fetchChildren: FetchChildren,
): Promise<string> {
  if (levels <= 0) return withoutMembers(members, []);
  const children = childrenIn(members) ?? (await fetchChildren(Number(valueOfMember(members, "id"))));
  const below = await completedNodes(children, levels - 1, fetchChildren);
  return `${withoutMembers(members, ["children"]).slice(0, -1)},"children":[${below}]}`;
}

function childrenIn(members: readonly MemberText[]): string | undefined {
  const children = valueOfMember(members, "children");
  return children?.startsWith("[") ? children : undefined;
}

function valueOfMember(members: readonly MemberText[], name: string): string | undefined {
  return members.find((member) => member.name === `"${name}"`)?.value;
}

/** @param kind names the nodes in the text. Default: the look-up is of one kind */
export function keylessWarning(count: number, kind?: Kind): string {
  const nodes = kind === undefined ? "node" : `${kind} node`;
  return count === 1
    ? `1 ${nodes} has no key on the site: it got one derived from its id, and is looked up there by its id`
    : `${count} ${nodes}s have no key on the site: they got keys derived from their ids, and are looked up there by id`;
}
