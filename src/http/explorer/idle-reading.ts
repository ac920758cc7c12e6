/** Reads ahead, while nothing else is requested, what the first search and the first list of links need. */
import { setTimeout as sleep, setImmediate as yieldToOthers } from "node:timers/promises";
import type { SearchedHeads } from "../../analysis/find/ranked-search.ts";
import type { ReferenceGraph } from "../../site/references/reference-graph.ts";
import { type Pause, runInSlices } from "../../site/run-in-slices.ts";
import type { Site } from "../../site/site.ts";

/** Whether to read ahead: later if a view is being answered or a client is at work, never if the data has changed. */
export type MayRead = () => "now" | "later" | "never";

/** The pauses between two slices, in milliseconds. */
const PAUSES = { now: 1, later: 20 };

export class IdleReading {
  readonly #site: Site;
  readonly #heads: SearchedHeads;
  readonly #mayRead: MayRead;
  #hasBegun = false;
  #isAwaited = false;
  #readNodes = 0;

  constructor(site: Site, heads: SearchedHeads, mayRead: MayRead) {
    this.#site = site;
    this.#heads = heads;
    this.#mayRead = mayRead;
  }

  /** Begins to read. A failure is left to the view that needs what could not be read, and reads it again. */
  begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    runInSlices(headSteps(this.#site, this.#heads), undefined, () => this.#idle())
      .then(() => this.#references())
      .catch(() => {
        this.#readNodes = 0;
      });
  }

  /** Reads at full speed from now on, since a view waits for what is read: a pause would wait for that view. */
  hurry(): void {
    this.#isAwaited = true;
  }

  /** The references. If they are not known yet, they are read at full speed from now on. */
  references(): Promise<ReferenceGraph> {
    this.hurry();
    return this.#references();
  }

  /** How many nodes have been read for their references, and of how many. */
  progress(): { read: number; of: number } {
    const { content, media } = this.#site.sizes;
    return { read: this.#readNodes, of: content + media };
  }

  #references(): Promise<ReferenceGraph> {
    const pause: Pause = () => (this.#isAwaited ? yieldToOthers() : this.#idle(() => this.#isAwaited));
    return this.#site.references({ visit: () => this.#readNodes++, pause });
  }

  /**
   * Waits until nothing else is being answered.
   * @param isAwaited whether a view waits for what is read. Default: none does
   * @throws if what is read is not needed any more
   */
  async #idle(isAwaited: () => boolean = () => false): Promise<void> {
    do {
      const may = this.#mayRead();
      if (may === "never") throw new Error("the data has changed");
      // The program may end meanwhile.
      await sleep(PAUSES[may], undefined, { ref: false });
    } while (this.#mayRead() !== "now" && !isAwaited());
  }
}

/** Reads the head of each node. */
function* headSteps(site: Site, heads: SearchedHeads): Generator<void, void, void> {
  for (const node of site.nodes()) {
    heads.of(node);
    yield;
  }
}
