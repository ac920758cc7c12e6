/** The log of requests: a line each, gathered for a moment so that logging costs little. */
import type { Writable } from "node:stream";
import type { Exchange } from "./responder.ts";

/** The forms that the log takes. */
export const LOG_FORMS = ["plain", "json", "none"] as const;
export type LogForm = (typeof LOG_FORMS)[number];

const GATHER_MILLISECONDS = 100;
/** A few of the longest lines there can be, which URLs of 16 KiB make. */
const GATHERED_BYTES = 256 * 1024;
/** UTF-8 takes at most so many bytes for each unit of a string. */
const BYTES_PER_UNIT = 3;

const FORMS: Record<Exclude<LogForm, "none">, (exchange: Exchange) => string> = {
  plain: ({ method, target, status, bytes, milliseconds }) =>
    `${method} ${printable(target)} ${status} ${bytes} B ${tenths(milliseconds)} ms\n`,
  json: ({ method, target, status, bytes, milliseconds }) => {
    const time = new Date().toISOString();
    const rounded = Math.round(milliseconds * 10) / 10;
    return `${JSON.stringify({ time, method, target, status, bytes, milliseconds: rounded })}\n`;
  },
};

export class RequestLog {
  readonly #stream: Writable;
  readonly #format: (exchange: Exchange) => string;
  readonly #secret: { hide(text: string): string } | undefined;
  /** Lines are kept as bytes: strings that live until they are written cost a look-up more than all else of the log. */
  readonly #gathered = Buffer.allocUnsafe(GATHERED_BYTES);
  #length = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param secret hides what is never to be written, even where a client put it into a URL. Default: none */
  constructor(
    stream: Writable,
    form: Exclude<LogForm, "none"> = "plain",
    secret?: { hide(text: string): string },
  ) {
    this.#stream = stream;
    this.#format = FORMS[form];
    this.#secret = secret;
  }

  add(exchange: Exchange): void {
    const { method, target } = exchange;
    const line = this.#format(
      this.#secret
        ? { ...exchange, method: this.#secret.hide(method), target: this.#secret.hide(target) }
        : exchange,
    );
    if (this.#length + line.length * BYTES_PER_UNIT > GATHERED_BYTES) this.flush();
    this.#length += this.#gathered.write(line, this.#length);
    this.#timer ??= setTimeout(() => this.flush(), GATHER_MILLISECONDS);
  }

  /** Writes what has been gathered. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // A copy, since a pipe may take its time.
    if (this.#length > 0) this.#stream.write(Buffer.from(this.#gathered.subarray(0, this.#length)));
    this.#length = 0;
  }
}

/** With one decimal. Twice as quick as `toFixed`, which a look-up would notice. */
function tenths(value: number): string {
  const count = Math.round(value * 10);
  return `${Math.floor(count / 10)}.${count % 10}`;
}

/** Requests can hold characters that a terminal would obey. */
function printable(target: string): string {
  if (/^[\x21-\x7e]*$/.test(target)) return target;
  return target.replace(/[^\x21-\x7e]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
