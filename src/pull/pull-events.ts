/** What a pull reports: events while it runs, their tally, and its result. */

import type { ChangeCounts } from "../analysis/change-kinds.ts";
import type { FileFailure, ListFailure, NodeFailure } from "../formats/manifest.ts";
import { KINDS, type Kind } from "../operations.ts";

/** What is pulled: the nodes of a kind, or media files. */
type Part = Kind | "files";

export const PARTS: readonly Part[] = [...KINDS, "files"];

export type PullEvent =
  /** The site has so many more of a part. */
  | { type: "known"; part: Part; count: number }
  /** So many more of a part are fetched; `resumed`: by an earlier run. */
  | { type: "got"; part: Part; count: number; resumed?: boolean }
  /** A request was sent. */
  | { type: "asked"; url: string }
  /** The request has ended, one way or the other; `bytes` are those of the body. */
  | { type: "ended"; url: string; bytes: number }
  /** The request will be repeated in so many seconds. */
  | { type: "retry"; url: string; reason: string; seconds: number }
  /** A warning. */
  | { type: "warning"; text: string };

export type OnPullEvent = (event: PullEvent) => void;

/** Counts events. */
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

/** The result of a pull. */
export type PullResult = {
  kinds: KindResult[];
  files?: { expected: number; got: number; bytes: number; failures: FileFailure[] };
};

/** The result of one kind. */
export type KindResult = {
  kind: Kind;
  /** How many nodes the site has, as far as they are known. */
  expected: number;
  got: number;
  /** How many of them are unchanged since the last pull, and were not fetched. */
  kept: number;
  /** The changes against the copy that was there. Default: there was none. */
  changes?: ChangeCounts;
  failures: NodeFailure[];
  /** Lists that are not whole. */
  unlisted: ListFailure[];
  /** Nodes that were listed at first, and then no more. */
  vanished: number[];
};

/** How many nodes, files and lists of children a pull could not fetch. */
export function missingCount({ kinds, files }: PullResult): number {
  const trees = kinds.map(({ failures, unlisted }) => failures.length + unlisted.length);
  return trees.reduce((sum, count) => sum + count, files?.failures.length ?? 0);
}
