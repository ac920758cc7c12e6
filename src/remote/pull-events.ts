/** What a pull of a site reports while it runs, and the tally of it. */
import { KINDS, type Kind } from "../operations.ts";

/** What is pulled: the nodes of a kind, or media files. */
type PullPart = Kind | "files";

export const PULL_PARTS: readonly PullPart[] = [...KINDS, "files"];

export type PullEvent =
  /** An unfinished pull, which began at this time (ISO 8601), is continued; so many nodes were fetched before. */
  | { type: "resumed"; startedAt: string; nodes: Partial<Record<Kind, number>> }
  /** The site has so many more nodes or files. */
  | { type: "listed"; part: PullPart; count: number }
  /** So many more are fetched; `resumed`: by an earlier run, or kept from the copy. */
  | { type: "fetched"; part: PullPart; count: number; resumed?: boolean }
  | { type: "request"; url: string }
  /** A request has succeeded or failed; `bytes`: of the body. */
  | { type: "response"; url: string; bytes: number }
  /** A request is retried in so many seconds. */
  | { type: "retry"; url: string; reason: string; seconds: number }
  | { type: "warning"; text: string };

export type OnPullEvent = (event: PullEvent) => void;

/** Counts events. */
export class Tally {
  readonly parts: Record<PullPart, { listed: number; fetched: number; resumed: number }> = {
    content: { listed: 0, fetched: 0, resumed: 0 },
    media: { listed: 0, fetched: 0, resumed: 0 },
    files: { listed: 0, fetched: 0, resumed: 0 },
  };
  requests = 0;
  retries = 0;
  /** The size of all bodies, in bytes. */
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
