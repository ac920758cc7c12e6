/** Where `serve` writes its log of requests, so that nobody who does not read it keeps others from being answered. */
import { createWriteStream } from "node:fs";
import type { Writable } from "node:stream";
import type { Io, OutputStream } from "../io.ts";

/**
 * On Windows a write to stderr waits until a pipe is read, and with it all that the process does: there the log has a stream of
 * its own on the same file. It keeps the process from ending, as long as what it writes is not read.
 */
export function logStream(
  { stderr }: Pick<Io, "stderr">,
  platform: NodeJS.Platform = process.platform,
): Writable {
  const { fd, isTTY }: OutputStream & { fd?: number } = stderr;
  if (platform !== "win32" || fd === undefined || isTTY) return stderr;
  const stream = createWriteStream("", { fd, autoClose: false });
  // As of stderr: where it cannot be written there is nobody to tell.
  return stream.on("error", () => {});
}
