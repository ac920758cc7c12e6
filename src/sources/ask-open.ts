/** One exchange over HTTP whose body is taken as it comes, however it is framed and however its connection ends. */
import type { Dispatcher } from "undici";
import { type AnswerHead, exchange, type FetchOptions, NoAnswerError, type Opened } from "./exchange.ts";

/** The most that is read of a body that nobody wants, in bytes. */
const DRAINED_BYTES = 128 * 1024;
/** So much of a body waits for who takes it before the server has to wait. */
const HELD_BYTES = 1024 * 1024;
/** Where the server cannot be made to wait, so much. */
const MOST_HELD_BYTES = 256 * 1024 * 1024;

/** @throws NoAnswerError where no answer begins; RemoteError where the server's certificate is not trusted */
export function askOpen(
  url: URL,
  options: FetchOptions,
  fields: Readonly<Record<string, string>>,
): Promise<Opened> {
  return new Promise((resolve, reject) => {
    const body = new Body(url);
    exchange(url, options, fields, {
      begin: (head, controller) => {
        body.begin(controller, head.headers);
        resolve({ ...head, chunks: () => body.chunks(), drain: () => drained(body.chunks()) });
      },
      take: (chunk) => body.push(chunk),
      end: () => body.end(),
      fail: (error) => {
        reject(error);
        body.end(error);
      },
    });
  });
}

/** A body between the connection, which brings it, and who takes it. */
class Body {
  readonly #url: URL;
  #controller: Dispatcher.DispatchController | undefined;
  #canPause = false;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #ending: { error?: Error } | undefined;
  #wake = () => {};

  constructor(url: URL) {
    this.#url = url;
  }

  begin(controller: Dispatcher.DispatchController, headers: AnswerHead["headers"]): void {
    this.#controller = controller;
    // Undici 7 ends the process where a paused answer's connection is closed, unless that was to be kept alive.
    const isFramed = headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;
    this.#canPause = isFramed && /\bkeep-alive\b/i.test(String(headers.connection));
  }

  /** @throws NoAnswerError where more waits than memory should hold */
  push(chunk: Buffer): void {
    this.#held.push(chunk);
    this.#heldBytes += chunk.length;
    if (this.#canPause && this.#heldBytes > HELD_BYTES) this.#controller?.pause();
    else if (this.#heldBytes > MOST_HELD_BYTES) {
      throw new NoAnswerError(`${this.#url.href} sends faster than it can be written`);
    }
    this.#wake();
  }

  end(error?: Error): void {
    this.#ending ??= { error };
    this.#wake();
  }

  /** Each chunk; who takes no more ends the request. */
  async *chunks(): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        const held = this.#held;
        this.#held = [];
        this.#heldBytes = 0;
        if (this.#controller?.paused) this.#controller.resume();
        yield* held;
        if (this.#held.length > 0) continue;
        if (this.#ending?.error) throw this.#ending.error;
        if (this.#ending) return;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      if (!this.#ending) this.#controller?.abort(new Error("nobody takes the rest"));
    }
  }
}

async function drained(chunks: AsyncIterable<Buffer>): Promise<void> {
  let size = 0;
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > DRAINED_BYTES) return;
    }
  } catch {
    // Nobody wants what is missing.
  }
}
