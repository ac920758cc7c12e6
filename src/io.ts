/** The streams and variables a command lives on: `process` is one. */
import type { Readable, Writable } from "node:stream";

/** A stream that may be a terminal. */
export type OutputStream = Writable & { isTTY?: boolean; columns?: number };

export type Io = {
  stdin: Readable;
  stdout: OutputStream;
  stderr: OutputStream;
  env: Readonly<Record<string, string | undefined>>;
};

/** Writes a line of notes, progress or errors. */
export function writeError(io: Io, line: string): void {
  io.stderr.write(`${line}\n`);
}

/** How much text is gathered before it is written. */
const GATHERED_LENGTH = 64 * 1024;

/**
 * Writes parts one behind the other, as fast as the stream takes them.
 * @returns when all is written, or when the reader has gone (`| head`), which is no error
 */
export async function writeAll(stream: Writable, parts: Iterable<Uint8Array | string>): Promise<void> {
  let failure: Error | undefined;
  const onError = (error: Error) => {
    failure = error;
  };
  stream.on("error", onError);
  try {
    for (const part of gathered(parts)) {
      if (failure || stream.destroyed) break;
      if (!stream.write(part)) await settled(stream);
    }
    await settled(stream);
  } finally {
    // A stream that has failed says so once more later on.
    if (!failure) stream.off("error", onError);
  }
  if (failure && !("code" in failure && failure.code === "EPIPE")) throw failure;
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
  return new Promise((resolve) => stream.write("", () => resolve()));
}
