/** The request log: one line per request, written in batches so that logging costs little. */
import { createWriteStream } from "node:fs";
import type { Writable } from "node:stream";
import type { Io, OutputStream } from "../io.ts";
import { shortened } from "../text/visible-text.ts";
import type { AnsweredRequest } from "./responder.ts";

export const LOG_FORMS = ["plain", "json", "none"] as const;
type LogForm = (typeof LOG_FORMS)[number];

const GATHER_MILLISECONDS = 100;
/** Longer targets are cut, since clients choose them. */
const LONGEST_TARGET = 2000;
/** Holds many of the longest lines. */
const GATHERED_BYTES = 256 * 1024;
/** The most bytes that wait for a stalled reader. Further lines are dropped. */
const MOST_WAITING_BYTES = 1024 * 1024;
/** The most bytes of a UTF-16 unit in UTF-8. */
const BYTES_PER_UNIT = 3;

type Form = {
  line: (exchange: AnsweredRequest) => string;
  /** The line that replaces dropped lines. */
  gap: (count: number) => string;
};

const FORMS: Record<Exclude<LogForm, "none">, Form> = {
  plain: {
    line: ({ method, target, status, bytes, milliseconds }) =>
      `${method} ${printable(target)} ${status} ${bytes} B ${tenths(milliseconds)} ms\n`,
    gap: (count) => `${count} requests are missing in this log: it was not read in time\n`,
  },
  json: {
    line: ({ method, target, status, bytes, milliseconds }) => {
      const time = new Date().toISOString();
      const rounded = Math.round(milliseconds * 10) / 10;
      return `${JSON.stringify({ time, method, target, status, bytes, milliseconds: rounded })}\n`;
    },
    gap: (count) => `${JSON.stringify({ time: new Date().toISOString(), lost: count })}\n`,
  },
};

export class RequestLog {
  readonly #stream: Writable;
  readonly #form: Form;
  readonly #secret: { hide(text: string): string } | undefined;
  /** Bytes, since strings that live until they are written cost more than the rest of the log (measured). */
  readonly #gathered = Buffer.allocUnsafe(GATHERED_BYTES);
  #length = 0;
  /** Gathered lines, and lines that were dropped since the last batch. */
  #count = 0;
  #lost = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param secret redacts the API key, even in a URL. Default: nothing is redacted */
  constructor(stream: Writable, form: Exclude<LogForm, "none">, secret?: { hide(text: string): string }) {
    this.#stream = stream;
    this.#form = FORMS[form];
    this.#secret = secret;
  }

  add(exchange: AnsweredRequest): void {
    const secret = this.#secret;
    // A key that the cut would divide is redacted before.
    const target = shortened(secret ? secret.hide(exchange.target) : exchange.target, LONGEST_TARGET);
    const method = secret ? secret.hide(exchange.method) : exchange.method;
    const line = this.#form.line({ ...exchange, method, target });
    if (this.#length + line.length * BYTES_PER_UNIT > GATHERED_BYTES) this.flush();
    this.#length += this.#gathered.write(line, this.#length);
    this.#count++;
    this.#timer ??= setTimeout(() => this.flush(), GATHER_MILLISECONDS);
  }

  /** Writes the gathered lines. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#length > 0) this.#write();
    this.#length = 0;
    this.#count = 0;
  }

  #write(): void {
    if (this.#stream.writableLength > MOST_WAITING_BYTES) {
      this.#lost += this.#count;
      return;
    }
    if (this.#lost > 0) this.#stream.write(this.#form.gap(this.#lost));
    this.#lost = 0;
    // A copy, since a pipe may write later.
    this.#stream.write(Buffer.from(this.#gathered.subarray(0, this.#length)));
  }
}

/** With one decimal; twice as fast as `toFixed`. */
function tenths(value: number): string {
  const count = Math.round(value * 10);
  return `${Math.floor(count / 10)}.${count % 10}`;
}

/** Escapes control characters, which a terminal would interpret. A cut target ends with an ellipsis. */
function printable(target: string): string {
  if (/^[\x21-\x7e]*…?$/.test(target)) return target;
  return target.replace(/[^\x21-\x7e…]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/**
 * Returns the stream of the request log. On Windows, a write to stderr blocks the process until the pipe is read, so the log
 * has a stream of its own there, on the same file descriptor. Unread lines keep the process from ending.
 */
export function logStream(
  { stderr }: Pick<Io, "stderr">,
  platform: NodeJS.Platform = process.platform,
): Writable {
  const { fd, isTTY }: OutputStream & { fd?: number } = stderr;
  if (platform !== "win32" || fd === undefined || isTTY) return stderr;
  const stream = createWriteStream("", { fd, autoClose: false });
  // An error that cannot be written cannot be reported.
  return stream.on("error", () => {});
}
