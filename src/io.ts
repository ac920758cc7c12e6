/** The streams and variables a command lives on, and the one place through which text goes out to people. */
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { type OutputError, unwritable } from "./errors.ts";
import { visibleLines } from "./text/visible-text.ts";

/** A stream that may be a terminal. */
export type OutputStream = Writable & { isTTY?: boolean; columns?: number };

/** What a program is given: `process` is one. */
export type ProcessIo = {
  stdin: Readable;
  stdout: OutputStream;
  stderr: OutputStream;
  env: Readonly<Record<string, string | undefined>>;
  /** Where SIGINT and SIGTERM arrive. Default: this process. With an emitter of its own a command never ends the process. */
  signals?: NodeJS.EventEmitter;
};

/** What a command is given. */
export type Io = Readonly<ProcessIo> & {
  /** The API key, once it is known: what is said is said without it. */
  secret?: { hide(text: string): string };
};

/** Errors of a stream whose reader has gone away, on whatever system. */
const GONE = new Set(["EPIPE", "EOF", "ECONNRESET", "ERR_STREAM_DESTROYED"]);

/** Writes a line of notes, progress or errors, which may hold line feeds. */
export function writeError(io: Io, line: string): void {
  io.stderr.write(`${sayable(line, io)}\n`);
}

/** Writes lines of text to stdout, with nothing in them that a terminal would obey. */
export function writeLines(io: Io, lines: readonly string[]): void {
  io.stdout.write(lines.map((line) => `${sayable(line, io)}\n`).join(""));
}

/**
 * As `writeLines`, for a command that goes on behind them.
 * @throws OutputError where they cannot be written
 */
export async function writeOut(io: Io, lines: readonly string[]): Promise<void> {
  const failure = await new Promise<NodeJS.ErrnoException | null | undefined>((resolve) => {
    io.stdout.write(lines.map((line) => `${sayable(line, io)}\n`).join(""), resolve);
  });
  if (failure && !GONE.has(failure.code ?? "")) throw unwritable(failure);
}

/** Writes JSON to stdout, on a line: as it is, but on a terminal without what that would obey. */
export function writeJson(io: Io, value: unknown): void {
  const text = JSON.stringify(value);
  io.stdout.write(`${io.stdout.isTTY ? visibleLines(text) : text}\n`);
}

/** A text as it may be said: without the API key, and with nothing in it that a terminal would obey. */
export function sayable(text: string, { secret }: Io): string {
  return visibleLines(secret ? secret.hide(text) : text);
}

/**
 * What a command is given, for as long as it runs, so that it goes on where its streams fail: one that has failed may say so
 * again and again. Only what is used is taken from a process: opening a stream takes a millisecond.
 * @returns with it, what waits until all is written, and gives what kept stdout from being written; a reader that has gone
 * does not count
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
      // Where it cannot be written there is nobody to tell.
      stderr ??= given.stderr.on("error", () => {});
      return stderr;
    },
    get stdin() {
      return given.stdin;
    },
  };
  const untilWritten = async () => {
    await Promise.all([settled(stdout), stderr && settled(stderr)]);
    return failure === undefined || GONE.has(failure.code ?? "") ? undefined : unwritable(failure);
  };
  return { io, untilWritten };
}

/** How much text is gathered before it is written. */
const GATHERED_LENGTH = 64 * 1024;

/**
 * Writes parts one behind the other, as fast as the stream takes them.
 * @returns when all is written, or the stream has failed, which its guard tells
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
  // One that has failed says so once more later on.
  if (!failed) stream.off("error", onError);
}

/** Writes lines, each with its line feed, as fast as the stream takes them. */
export function writeAllLines(stream: Writable, lines: Iterable<string>): Promise<void> {
  return writeAll(
    stream,
    withEach(lines, (line) => `${line}\n`),
  );
}

/** Writes texts for machines: on a terminal so that it obeys nothing of what they hold. */
export function writeAllVisible(stream: OutputStream, texts: Iterable<string>): Promise<void> {
  return writeAll(stream, stream.isTTY ? withEach(texts, visibleLines) : texts);
}

function* withEach(texts: Iterable<string>, change: (text: string) => string): Generator<string> {
  for (const text of texts) yield change(text);
}

/** Joins what is short, so that a line does not cost a system call. */
function* gathered(parts: Iterable<Uint8Array | string>): Generator<Uint8Array | string> {
  let text = "";
  for (const part of parts) {
    if (typeof part === "string") {
      text += part;
      if (text.length < GATHERED_LENGTH) continue;
    }
    if (text !== "") yield text;
    text = "";
    if (typeof part !== "string") yield part;
  }
  if (text !== "") yield text;
}

/** Waits until what was written has been taken, or cannot be. */
function settled(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    stream.write("", () => resolve());
  });
}

/** The sample tree. */
export const SAMPLE_DIRECTORY = join(import.meta.dirname, "../data");

/** The files of the explorer's page, which the build makes. */
export const EXPLORER_DIRECTORY = join(import.meta.dirname, "../dist/explorer");
