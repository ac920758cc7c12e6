/** Reads live sites for a comparison: lists them whole, and fetches only the nodes that may differ from the other source. */
import { type MatchedBy, matchNodes } from "../analysis/match-nodes.ts";
import { RemoteError } from "../errors.ts";
import { Findings } from "../formats/findings.ts";
import { readNdjson } from "../formats/json/json-formats.ts";
import { readRemoteAnswer } from "../formats/remote-answer.ts";
import { ByteBuffer } from "../json/byte-buffer.ts";
import { JsonCursor } from "../json/cursor.ts";
import { appendLine, decodedText, encodedText, type NodeText, parseNodeText } from "../json/node-text.ts";
import { HIGHEST_LEVEL, type Kind } from "../operations.ts";
import type { SiteTypes } from "../schema/site-types.ts";
import { RemoteSource } from "../sources/remote.ts";
import type { Tree } from "../tree/tree.ts";
import { Client } from "./client.ts";
import { type NodeAnswer, readNodeAnswer } from "./node-answer.ts";
import { PULL_DEFAULTS, type SiteOptions } from "./options.ts";
import { fetchAll } from "./pool.ts";
import type { OnPullEvent } from "./pull-events.ts";
import { mergedText } from "./record.ts";

/** A source: a whole tree, or the items of a site, whose nodes can be fetched. */
type ComparedSide = { tree: Tree; site?: ListedSite };

/** A node that could not be fetched, so that its properties are not compared. */
export type MissedNode = { kind: Kind; id: number; reason: string };

const MEMBERS_THAT_TELL = ["type", "updateDate"] as const;

type FetchRule = {
  matchedBy: MatchedBy;
  /** Whether a node is to be compared at all. */
  isWanted: (node: { was: number; is: number }) => boolean;
  /** Whether all these nodes are fetched, whatever their dates. */
  fetchesAll: boolean;
};

/**
 * Fetches nodes that may differ: those that are in one source alone, have another `type` or `updateDate`, or have no date. The others
 * get the properties of the other source, or none if that is a site too.
 * @returns both trees, whole as far as they matter
 * @throws RefusedError, RemoteError if a site is down
 */
export async function fetchWhereDifferent(
  kind: Kind,
  [old, other]: readonly [ComparedSide, ComparedSide],
  { matchedBy, isWanted, fetchesAll }: FetchRule,
): Promise<{ trees: [Tree, Tree]; missed: MissedNode[] }> {
  const { wasAt } = matchNodes(old.tree, other.tree, matchedBy);
  const isAt = new Int32Array(old.tree.size).fill(-1);
  wasAt.forEach((was, is) => {
    if (was >= 0) isAt[was] = is;
  });
  const missed: MissedNode[] = [];
  const filled = async (
    side: ComparedSide,
    counterpart: ComparedSide,
    matched: Int32Array,
    isOld: boolean,
  ) => {
    if (side.site === undefined) return side.tree;
    const wanted: number[] = [];
    for (let place = 0; place < side.tree.size; place++) {
      const node = isOld ? { was: place, is: matched[place] } : { was: matched[place], is: place };
      if (isWanted(node) && (fetchesAll || mayDiffer(side.tree, place, counterpart.tree, matched[place]))) {
        wanted.push(side.tree.idAt(place));
      }
    }
    const asked = await side.site.nodes(kind, wanted);
    for (const [id, reason] of asked.failures) missed.push({ kind, id, reason });
    return wholeTree(side.tree, asked, (place) =>
      counterpart.site || matched[place] < 0 ? undefined : counterpart.tree.text(matched[place]),
    );
  };
  const trees: [Tree, Tree] = [await filled(old, other, isAt, true), await filled(other, old, wasAt, false)];
  return { trees, missed };
}

function mayDiffer(tree: Tree, place: number, counterpart: Tree, match: number): boolean {
  if (match < 0) return true;
  const own = parseNodeText(tree.text(place, "item"));
  const others = parseNodeText(counterpart.text(match, "item"));
  return own.updateDate === undefined || MEMBERS_THAT_TELL.some((name) => own[name] !== others[name]);
}

/**
 * A tree of the fetched nodes; the other nodes have their items' members, and all others of their counterparts.
 * @param counterpart gives the matching node's text in the other source, by the node's position, if it is more than an item
 */
function wholeTree(
  items: Tree,
  { texts }: FetchedNodes,
  counterpart: (place: number) => NodeText | undefined,
): Tree {
  const out = new ByteBuffer();
  for (let place = 0; place < items.size; place++) {
    const item = decodedText(items.text(place, "fields"));
    const other = counterpart(place);
    const text = texts.get(items.idAt(place)) ?? (other ? mergedText(decodedText(other), item) : item);
    const parent = items.parentAt(place);
    appendLine(out, encodedText(text), parent < 0 ? undefined : items.idAt(parent));
  }
  const findings = new Findings();
  out.reserve(1);
  const tree = readNdjson("answers", new JsonCursor(out.bytes, 0, out.length), findings);
  if (tree === undefined) throw new Error(`what was put together is no tree: ${findings.errorLines()[0]}`);
  return tree;
}

/** The nodes that were fetched, by id. */
type FetchedNodes = {
  texts: ReadonlyMap<number, NodeText<string>>;
  /** Why others could not be fetched. */
  failures: ReadonlyMap<number, string>;
};

export class ListedSite {
  readonly #options: SiteOptions & { onNote?: (text: string) => void };
  readonly #onEvent: OnPullEvent;

  constructor(options: SiteOptions & { onNote?: (text: string) => void }, onEvent: OnPullEvent) {
    this.#options = options;
    this.#onEvent = onEvent;
  }

  /**
   * Lists all nodes in one answer.
   * @returns a tree of items, which have no properties
   * @throws RefusedError; RemoteError if the site cannot give that answer
   */
  async list(kind: Kind): Promise<Tree> {
    const answer = await this.#answerAll(kind);
    const chunks = answer instanceof Uint8Array ? [answer] : [...answer];
    const read = readRemoteAnswer(Buffer.concat(chunks), "roots");
    if ("errors" in read)
      throw new RemoteError(`${this.#options.baseUrl} lists what is no tree: ${read.errors[0]}`);
    return read.tree;
  }

  async #answerAll(kind: Kind) {
    const source = new RemoteSource(this.#options);
    try {
      return (
        (await source.answer({ kind, target: { by: "root" }, maxLevel: HIGHEST_LEVEL })) ?? new Uint8Array()
      );
    } catch (error) {
      if (error instanceof RemoteError && !/\btry\b|--/.test(error.message)) {
        error.message += `; where a site cannot list all at once, ${this.#pullHint()} copies it, and the copy can be compared`;
      }
      throw error;
    }
  }

  #pullHint(): string {
    const { baseUrl, prefix } = this.#options;
    return `migrations pull --base-url ${baseUrl} --prefix ${decodeURI(prefix)} --out DIRECTORY`;
  }

  /** Fetches the site's types; none if it has no operations for them. */
  async types(): Promise<SiteTypes> {
    const source = new RemoteSource(this.#options);
    return { content: (await source.types("content")) ?? [], media: (await source.types("media")) ?? [] };
  }

  /**
   * Fetches nodes, each by itself.
   * @throws RefusedError, RemoteError if the site is down
   */
  async nodes(kind: Kind, ids: readonly number[]): Promise<FetchedNodes> {
    const stop = new AbortController();
    const pace = {
      ...PULL_DEFAULTS,
      signal: stop.signal,
      onEvent: this.#onEvent,
      abort: () => stop.abort(),
    };
    const client = new Client(this.#options, pace);
    const texts = new Map<number, NodeText<string>>();
    const failures = new Map<number, string>();
    let next = 0;
    this.#onEvent({ type: "known", part: kind, count: ids.length });
    await fetchAll<number, NodeAnswer>(
      {
        take: () => ids[next++],
        fetch: (id, mode) => client.fetchNode(kind, id, 0, (body) => readNodeAnswer(body, { id }), mode),
        settle: (id, outcome) => {
          if ("answer" in outcome) texts.set(id, outcome.answer.text);
          else failures.set(id, outcome.failure);
          this.#onEvent({ type: "got", part: kind, count: 1 });
        },
        pause: () => client.retry.pause(),
      },
      pace,
    );
    return { texts, failures };
  }
}
