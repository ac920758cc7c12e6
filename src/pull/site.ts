/** The site that is pulled from: its operations, asked with patience. */
import type { ApiKey } from "../api-key.ts";
import { RemoteError } from "../errors.ts";
import { type Kind, operationFor, operationPath } from "../operations.ts";
import type { OnPullEvent } from "../pull-events.ts";
import type { Target } from "../source.ts";
import { type FetchOptions, UnfitAnswerError } from "../sources/exchange.ts";
import { type Fetched, fetchAnswer } from "../sources/fetch-answer.ts";
import { prefixHint } from "../sources/prefix-hint.ts";
import { saidBy } from "../sources/said-by.ts";
import type { Fault } from "./node-answer.ts";
import { type Attempt, isRetried, type Patience } from "./patience.ts";

export type SiteOptions = FetchOptions & {
  /** Destroyed when the pull is to stop: that ends what is under way, and costs less than a signal for each request. */
  dispatcher: FetchOptions["dispatcher"];
  baseUrl: string;
  prefix: string;
};

/** Why there is no answer, in words, with the status of what came instead. */
export type Refusal = { refusal: string; status: number | undefined; url: string };

/** An answer that was read, or why there is none. */
export type Asked<T> = { answer: T } | Refusal;

export class Site {
  readonly options: SiteOptions;
  readonly patience: Patience;
  readonly #onEvent: OnPullEvent;

  constructor(options: SiteOptions, patience: Patience, onEvent: OnPullEvent) {
    this.options = options;
    this.patience = patience;
    this.#onEvent = onEvent;
  }

  url(kind: Kind, target: Target, maxLevel: number): string {
    const { baseUrl, prefix } = this.options;
    const path = operationPath(prefix, operationFor(kind, target.by));
    const which = target.by === "root" ? "" : `${target.by}=${target.by === "id" ? target.id : target.key}&`;
    return `${baseUrl}${path}?${which}maxLevel=${maxLevel}`;
  }

  /**
   * Asks until there is an answer, or asking again is no use.
   * @param read reads the body; a fault that may come from a cut is asked for again
   * @throws ExhaustedError, RemoteError, RefusedError: as `Patience.persist` and `fetchAnswer` do
   */
  ask<T extends object>(url: string, read: (body: Buffer) => T | Fault): Promise<Asked<T>> {
    return this.patience.persist(url, async (): Promise<Attempt<Asked<T>>> => {
      const fetched = await this.#fetch(url);
      if ("refusal" in fetched) return { value: fetched };
      if (isRetried(fetched.status)) {
        return {
          again: answered(fetched, this.options.apiKey),
          retryAfter: fetched.retryAfter,
          date: fetched.date,
        };
      }
      if (fetched.status !== 200) {
        return {
          value: {
            refusal: answered(fetched, this.options.apiKey),
            status: fetched.status,
            url: fetched.url,
          },
        };
      }
      const answer = read(fetched.body);
      if (!("fault" in answer)) return { value: { answer } };
      const { apiKey } = this.options;
      const fault = apiKey ? apiKey.hide(answer.fault) : answer.fault;
      const refusal = `${fetched.url} answered with what is no sound answer: ${fault}`;
      return answer.isCut ? { again: refusal } : { value: { refusal, status: 200, url } };
    });
  }

  /** @returns a refusal where an answer came that is of no use */
  async #fetch(url: string): Promise<Fetched | Refusal> {
    let bytes = 0;
    this.#onEvent({ type: "asked", url });
    try {
      const fetched = await fetchAnswer(url, this.options);
      bytes = fetched.size;
      return fetched;
    } catch (error) {
      if (error instanceof UnfitAnswerError) return { refusal: error.message, status: undefined, url };
      throw error;
    } finally {
      this.#onEvent({ type: "ended", url, bytes });
    }
  }

  /** The error for a root operation that does not answer. */
  noRoot({ refusal, status }: Refusal): RemoteError {
    if (status !== 404 && status !== 200) return new RemoteError(refusal);
    const { prefix, baseUrl } = this.options;
    return new RemoteError(`${refusal}, ${prefixHint(prefix, baseUrl, refusal)}`);
  }
}

function answered(fetched: Fetched, apiKey: ApiKey | undefined): string {
  const said = saidBy(fetched, apiKey);
  return `${fetched.url} answered ${fetched.status}${said ? `: ${said}` : ""}`;
}
