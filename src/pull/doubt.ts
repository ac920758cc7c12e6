/** Finds out whether it is the site that fails, or only some of its nodes. */
import { RemoteError } from "../errors.ts";
import type { Asked, Refusal } from "./asking.ts";

/** So many different nodes that fail one behind the other let the site itself be looked at. */
const FAILURES_IN_A_ROW = 3;

export class Doubt {
  readonly #ask: (url: string) => Promise<Asked<object>>;
  /** What was answered last. */
  #good: string | undefined;
  /** The nodes that failed since then. */
  readonly #inARow = new Set<string>();
  #probing: Promise<void> | undefined;

  /** @param ask asks with patience, and throws where access is refused */
  constructor(ask: (url: string) => Promise<Asked<object>>) {
    this.#ask = ask;
  }

  /** Takes in that a node was answered at this URL. */
  had(url: string): void {
    this.#good = url;
    this.#inARow.clear();
  }

  /**
   * Takes in that a node has failed. Where several have, one that was answered before is asked for again; those who fail
   * meanwhile wait for it.
   * @throws RefusedError, RemoteError where that fails too, or where all were refused and none was answered
   */
  async failed(node: string, refusal: Refusal): Promise<void> {
    this.#inARow.add(node);
    if (this.#inARow.size < FAILURES_IN_A_ROW) return;
    this.#probing ??= this.#probe(refusal).finally(() => {
      this.#probing = undefined;
    });
    await this.#probing;
  }

  async #probe({ error }: Refusal): Promise<void> {
    if (this.#good !== undefined) {
      const asked = await this.#ask(this.#good);
      if ("refusal" in asked && asked.status !== 404) throw new RemoteError(asked.refusal);
    } else if (error !== undefined) throw error;
    this.#inARow.clear();
  }
}
