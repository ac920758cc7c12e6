/** The streams and variables of a command, and the functions that write to them. */
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { type OutputError, unwritable } from "./errors.ts";
import { visibleLines } from "./text/visible-text.ts";

/** A stream that may be a terminal. */
export type OutputStream = Writable & { isTTY?: boolean; columns?: number };

/** The streams and variables of a process; `process` has this type. */
export type ProcessIo = {
  stdin: Readable;
  stdout: OutputStream;
  stderr: OutputStream;
  env: Readonly<Record<string, string | undefined>>;
  /** Emits SIGINT and SIGTERM. Default: this process. With any other emitter, a command never ends the process. */
  signals?: NodeJS.EventEmitter;
};

/** What a command reads from and writes to. */
export type Io = Readonly<ProcessIo> & {
  /** The API key, once it is known: output has it redacted. */
  secret?: { hide(text: string): string };
  /** The form of messages on stderr: `json` is one object a message. Default: text. */
  messages?: "json";
  /** Called before each message on stderr. Default: nothing */
  beforeMessage?: () => void;
};

/** Errors of a stream whose reader closed it, on all systems. */
const CLOSED = new Set(["EPIPE", "EOF", "ECONNRESET", "ERR_STREAM_DESTROYED"]);

/** Writes a warning, progress or an error to stderr; it can contain line feeds. */
export function writeError(io: Io, line: string): void {
  io.beforeMessage?.();
  const text = sayable(line, io);
  io.stderr.write(`${io.messages === "json" ? jsonMessage(text) : text}\n`);
}

/** The message as an object, with the time, and the level by which logs are filtered. */
function jsonMessage(text: string): string {
  const [, level = "info", message] = /^(?:(warning|error): )?(.*)$/s.exec(text) ?? [];
  return JSON.stringify({ time: new Date().toISOString(), level, message });
}

/** Writes lines of text to stdout, with control characters escaped. */
export function writeLines(io: Io, lines: readonly string[]): void {
  io.stdout.write(lines.map((line) => `${sayable(line, io)}\n`).join(""));
}

/**
 * As `writeLines`, for a command that continues after them.
 * @throws OutputError if they cannot be written
 */
export async function writeOut(io: Io, lines: readonly string[]): Promise<void> {
  const failure = await new Promise<NodeJS.ErrnoException | null | undefined>((resolve) => {
    io.stdout.write(lines.map((line) => `${sayable(line, io)}\n`).join(""), resolve);
  });
  if (failure && !CLOSED.has(failure.code ?? "")) throw unwritable(failure);
}

/** Writes JSON to stdout, on a line; on a terminal with control characters escaped. */
export function writeJson(io: Io, value: unknown): void {
  const text = JSON.stringify(value);
  io.stdout.write(`${io.stdout.isTTY ? visibleLines(text) : text}\n`);
}

/** The text with the API key redacted and control characters escaped. */
export function sayable(text: string, { secret }: Io): string {
  return visibleLines(secret ? secret.hide(text) : text);
}

/**
 * The streams of a command, guarded for as long as it runs: a failed stream, which can emit errors repeatedly, does not end
 * it. Streams are opened on first use, since opening one takes a millisecond.
 * @returns also a function that waits until everything is written, and returns the error of stdout; a reader that closed the
 * pipe is not an error
 */
export function guardedIo(given: ProcessIo): {
  io: Io;
  untilWritten: () => Promise<OutputError | undefined>;
} {
  const { stdout, env, signals } = given;
  let failure: NodeJS.ErrnoException | undefined;
  let stderr: OutputStream | undefined;
  stdout.on("error", (error) => {
    failure ??= error;
  });
  const io: Io = {
    stdout,
    env,
    signals,
    get stderr() {
      // An error that cannot be written cannot be reported.
      stderr ??= given.stderr.on("error", () => {});
      return stderr;
    },
    get stdin() {
      return given.stdin;
    },
  };
  const untilWritten = async () => {
    await Promise.all([settled(stdout), stderr && settled(stderr)]);
    return failure === undefined || CLOSED.has(failure.code ?? "") ? undefined : unwritable(failure);
  };
  return { io, untilWritten };
}

/** In characters or bytes: parts are collected up to this length before it is written. */
const GATHERED_LENGTH = 64 * 1024;

/**
 * Writes parts in order, as fast as the stream accepts them.
 * @returns when everything is written, or the stream failed, which its guard reports
 */
export async function writeAll(stream: Writable, parts: Iterable<Uint8Array | string>): Promise<void> {
  let failed = false;
  const onError = () => {
    failed = true;
  };
  stream.on("error", onError);
  for (const part of gathered(parts)) {
    if (failed || stream.destroyed) break;
    if (!stream.write(part)) await settled(stream);
  }
  await settled(stream);
  // A failed stream emits another error later.
  if (!failed) stream.off("error", onError);
}

/** Writes lines, each with its line feed, as fast as the stream accepts them. */
export function writeAllLines(stream: Writable, lines: Iterable<string>): Promise<void> {
  return writeAll(
    stream,
    withEach(lines, (line) => `${line}\n`),
  );
}

/** Writes texts for machines; on a terminal with control characters escaped. */
export function writeAllVisible(stream: OutputStream, texts: Iterable<string>): Promise<void> {
  return writeAll(stream, stream.isTTY ? withEach(texts, visibleLines) : texts);
}

function* withEach(texts: Iterable<string>, change: (text: string) => string): Generator<string> {
  for (const text of texts) yield change(text);
}

/** Joins short parts, so that not each line is a system call. */
function* gathered(parts: Iterable<Uint8Array | string>): Generator<Uint8Array | string> {
  let bytes: Uint8Array[] = [];
  let text = "";
  let length = 0;
  const join = () => {
    if (bytes.length === 0) return text;
    if (text !== "") bytes.push(Buffer.from(text));
    return bytes.length === 1 ? bytes[0] : Buffer.concat(bytes);
  };
  for (const part of parts) {
    if (typeof part === "string") text += part;
    else {
      if (text !== "") bytes.push(Buffer.from(text));
      text = "";
      bytes.push(part);
    }
    length += part.length;
    if (length < GATHERED_LENGTH) continue;
    yield join();
    bytes = [];
    text = "";
    length = 0;
  }
  if (length > 0) yield join();
}

/** Waits until everything was written, or the stream failed. */
function settled(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    stream.write("", () => resolve());
  });
}

/** The sample site. */
export const SAMPLE_DIRECTORY = join(import.meta.dirname, "../data");

/** The files of the explorer's page, which the build makes. */
export const EXPLORER_DIRECTORY = join(import.meta.dirname, "../dist/explorer");
