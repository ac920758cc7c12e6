/** What a pull reports: events while it runs, their tally, and its result. */
import type { ChangeCounts } from "../analysis/diff/change-kinds.ts";
import type { FileFailure, ListFailure, NodeFailure } from "../formats/copy/manifest.ts";
import { KINDS, type Kind } from "../operations.ts";

/** What is pulled: the nodes of a kind, or media files. */
type Part = Kind | "files";

export const PARTS: readonly Part[] = [...KINDS, "files"];

export type PullEvent =
  /** The site has so many more nodes or files. */
  | { type: "listed"; part: Part; count: number }
  /** So many more are fetched; `resumed`: by an earlier run, or kept from the copy. */
  | { type: "fetched"; part: Part; count: number; resumed?: boolean }
  | { type: "request"; url: string }
  /** A request has succeeded or failed; `bytes`: of the body. */
  | { type: "response"; url: string; bytes: number }
  /** A request is retried in so many seconds. */
  | { type: "retry"; url: string; reason: string; seconds: number }
  | { type: "warning"; text: string };

export type OnPullEvent = (event: PullEvent) => void;

/** Counts events. */
export class Tally {
  readonly parts: Record<Part, { listed: number; fetched: number; resumed: number }> = {
    content: { listed: 0, fetched: 0, resumed: 0 },
    media: { listed: 0, fetched: 0, resumed: 0 },
    files: { listed: 0, fetched: 0, resumed: 0 },
  };
  requests = 0;
  retries = 0;
  /** Of all bodies. */
  bytes = 0;
  /** The requests in flight, and when each was sent, in milliseconds since the program began. */
  readonly inFlight = new Map<string, number>();

  add(event: PullEvent): void {
    switch (event.type) {
      case "listed":
        this.parts[event.part].listed += event.count;
        break;
      case "fetched":
        this.parts[event.part].fetched += event.count;
        if (event.resumed) this.parts[event.part].resumed += event.count;
        break;
      case "request":
        this.requests++;
        this.inFlight.set(event.url, performance.now());
        break;
      case "response":
        this.bytes += event.bytes;
        this.inFlight.delete(event.url);
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
  /** The nodes that the site lists. */
  expected: number;
  got: number;
  /** The nodes that are unchanged since the last pull, and were not fetched. */
  kept: number;
  /** The changes against the earlier copy. Default: there was none. */
  changes?: ChangeCounts;
  failures: NodeFailure[];
  /** Incomplete lists. */
  unlisted: ListFailure[];
  /** The ids of nodes that disappeared from the listing during the pull. */
  vanished: number[];
};

/** How many nodes, files and lists of children a pull could not fetch. */
export function missingCount({ kinds, files }: PullResult): number {
  const trees = kinds.map(({ failures, unlisted }) => failures.length + unlisted.length);
  return trees.reduce((sum, count) => sum + count, files?.failures.length ?? 0);
}
