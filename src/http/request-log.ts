/** The log of requests: a line each, gathered for a moment so that logging costs little. */
import type { Writable } from "node:stream";
import type { Exchange } from "./responder.ts";

/** The forms that the log takes. */
export const LOG_FORMS = ["plain", "json", "none"] as const;
export type LogForm = (typeof LOG_FORMS)[number];

const GATHER_MILLISECONDS = 100;

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
  readonly #secrets: readonly string[];
  #lines = "";
  #timer: NodeJS.Timeout | undefined;

  /** @param secret never written, even where a client put it into a URL. Default: none */
  constructor(stream: Writable, form: Exclude<LogForm, "none"> = "plain", secret?: string) {
    this.#stream = stream;
    this.#format = FORMS[form];
    this.#secrets = secret === undefined ? [] : [secret, encodeURIComponent(secret)];
  }

  add(exchange: Exchange): void {
    this.#lines += this.#format(this.#isLeaking(exchange.target) ? this.#withoutSecrets(exchange) : exchange);
    this.#timer ??= setTimeout(() => this.flush(), GATHER_MILLISECONDS);
  }

  /** Writes what has been gathered. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#lines !== "") this.#stream.write(this.#lines);
    this.#lines = "";
  }

  #isLeaking(target: string): boolean {
    for (const secret of this.#secrets) if (target.includes(secret)) return true;
    return false;
  }

  #withoutSecrets(exchange: Exchange): Exchange {
    const target = this.#secrets.reduce((text, secret) => text.replaceAll(secret, "***"), exchange.target);
    return { ...exchange, target };
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
