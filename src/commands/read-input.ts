/** Reads a text that a flag names: a file, or what is piped in. */
import { readFileSync } from "node:fs";
import { UsageError, whyUnread } from "../errors.ts";
import type { Io } from "../io.ts";
import { withoutMark } from "../text/byte-order-mark.ts";

/**
 * @param path `-` is standard input
 * @param failure what to say before the reason where it cannot be read
 * @returns the text without a byte-order mark
 * @throws UsageError
 */
export async function readInput(path: string, io: Io, failure: string): Promise<string> {
  if (path !== "-") return readTextFile(path, failure);
  const chunks: Buffer[] = [];
  for await (const chunk of io.stdin) chunks.push(Buffer.from(chunk));
  return withoutMark(Buffer.concat(chunks).toString("utf8"));
}

/** As `readInput`, of a file alone. */
export function readTextFile(path: string, failure: string): string {
  try {
    return withoutMark(readFileSync(path, "utf8"));
  } catch (error) {
    throw new UsageError(`${failure}: ${whyUnread(error)}`);
  }
}
