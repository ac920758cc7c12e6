/** Reads a text that a flag names: a file, or what is piped in. */
import { readFileSync } from "node:fs";
import type { Io } from "../io.ts";

/**
 * @param path `-` is standard input
 * @throws the system's errors
 */
export async function readInput(path: string, io: Io): Promise<string> {
  if (path !== "-") return readFileSync(path, "utf8");
  const chunks: Buffer[] = [];
  for await (const chunk of io.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
