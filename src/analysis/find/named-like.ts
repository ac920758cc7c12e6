/** Chooses nodes by a pattern for their names. Whoever types it did not write these: what it may take has an end. */
import { createContext, Script } from "node:vm";
import { UsageError } from "../../errors.ts";
import type { NodeView } from "../site-nodes.ts";

/** To watch over a search takes longer than a thousand searches. */
const NAMES_AT_ONCE = 1000;

/** In milliseconds, for all names together. A million of them take a few hundred. */
const MOST_TIME = 5000;

/**
 * @param mostTime how long the pattern may take, in milliseconds, for all names together
 * @throws UsageError where it takes longer, or more memory than there is for it: a pattern can take any time for one name
 */
export function* namedLike(
  pattern: RegExp,
  nodes: Iterable<NodeView>,
  mostTime = MOST_TIME,
): Generator<NodeView, void> {
  const search = new WatchedSearch(pattern, mostTime);
  let batch: NodeView[] = [];
  for (const node of nodes) {
    batch.push(node);
    if (batch.length < NAMES_AT_ONCE) continue;
    yield* search.among(batch);
    batch = [];
  }
  yield* search.among(batch);
}

/** Nothing else ends a regular expression that is running than the end of the script that it runs in. */
class WatchedSearch {
  readonly #pattern: RegExp;
  readonly #mostTime: number;
  readonly #context: { search?: () => void } = createContext({});
  readonly #script = new Script("search()");
  #spent = 0;

  constructor(pattern: RegExp, mostTime: number) {
    this.#pattern = pattern;
    this.#mostTime = mostTime;
  }

  among(nodes: readonly NodeView[]): NodeView[] {
    const names = nodes.map((node) => node.fields().name);
    const found: NodeView[] = [];
    let at = 0;
    this.#context.search = () => {
      for (; at < names.length; at++) if (names[at].search(this.#pattern) >= 0) found.push(nodes[at]);
    };
    const began = performance.now();
    try {
      const timeout = Math.max(1, Math.ceil(this.#mostTime - this.#spent));
      this.#script.runInContext(this.#context, { timeout });
    } catch (error) {
      throw this.#stopped(error, nodes[at]);
    }
    this.#spent += performance.now() - began;
    return found;
  }

  #stopped(error: unknown, node: NodeView): unknown {
    const isLate = (error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
    if (!isLate && !(error instanceof RangeError)) return error;
    const limit = isLate ? `after ${this.#mostTime / 1000} seconds` : "for want of memory";
    return new UsageError(
      `--name /${this.#pattern.source}/ was stopped ${limit}, at the name of ${node.kind} ${node.fields().id}: ` +
        "try a pattern without a repetition inside a repetition, or a text",
    );
  }
}
