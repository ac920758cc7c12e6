/** What a pull tells: events while it runs, their tally, and its result. */

import type { ChangeCounts } from "../analysis/change-verbs.ts";
import type { FileFailure, ListFailure, NodeFailure } from "../formats/manifest.ts";
import { KINDS, type Kind } from "../operations.ts";

/** What is pulled: the nodes of a kind, or media files. */
type Part = Kind | "files";

export const PARTS: readonly Part[] = [...KINDS, "files"];

export type PullEvent =
  /** More of a part are known to be there than before. */
  | { type: "known"; part: Part; count: number }
  /** Of a part, so many are had by now that were not before; `resumed`: by an earlier run. */
  | { type: "got"; part: Part; count: number; resumed?: boolean }
  /** A request has been sent. */
  | { type: "asked"; url: string }
  /** That request has ended, one way or the other; `bytes` are those of the body. */
  | { type: "ended"; url: string; bytes: number }
  /** It will be sent again in so many seconds. */
  | { type: "retry"; url: string; reason: string; seconds: number }
  /** Something that may surprise. */
  | { type: "note"; text: string };

export type OnPullEvent = (event: PullEvent) => void;

/** Counts what events tell. */
export class Tally {
  readonly parts: Record<Part, { known: number; got: number; resumed: number }> = {
    content: { known: 0, got: 0, resumed: 0 },
    media: { known: 0, got: 0, resumed: 0 },
    files: { known: 0, got: 0, resumed: 0 },
  };
  requests = 0;
  retries = 0;
  /** Bytes of bodies received. */
  bytes = 0;
  /** The requests under way, and when each was sent, in milliseconds since the program began. */
  readonly underWay = new Map<string, number>();

  add(event: PullEvent): void {
    switch (event.type) {
      case "known":
        this.parts[event.part].known += event.count;
        break;
      case "got":
        this.parts[event.part].got += event.count;
        if (event.resumed) this.parts[event.part].resumed += event.count;
        break;
      case "asked":
        this.requests++;
        this.underWay.set(event.url, performance.now());
        break;
      case "ended":
        this.bytes += event.bytes;
        this.underWay.delete(event.url);
        break;
      case "retry":
        this.retries++;
    }
  }
}

/** What has come of a pull. */
export type PullResult = {
  kinds: KindResult[];
  files?: { expected: number; got: number; bytes: number; failures: FileFailure[] };
};

/** What has come of one kind. */
export type KindResult = {
  kind: Kind;
  /** How many nodes the site has, as far as they are known. */
  expected: number;
  got: number;
  /** Of those that were had, how many had not changed since the last pull, so that they were not asked for. */
  kept: number;
  /** What is different from the copy that was there. Default: there was none. */
  changes?: ChangeCounts;
  failures: NodeFailure[];
  /** Lists that could not be had whole. */
  unlisted: ListFailure[];
  /** Nodes that were listed at first, and then no more. */
  vanished: number[];
};

/** How much a pull could not have: nodes, files, and lists of children. */
export function missingCount({ kinds, files }: PullResult): number {
  const trees = kinds.map(({ failures, unlisted }) => failures.length + unlisted.length);
  return trees.reduce((sum, count) => sum + count, files?.failures.length ?? 0);
}
