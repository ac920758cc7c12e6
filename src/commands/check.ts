/** `check`: says whether a data directory is sound, and what it holds. */
import { loadDirectory } from "../formats/load-directory.ts";
import type { Io } from "../io.ts";
import { KINDS } from "../operations.ts";
import { readDirectory, type WhereFlags } from "./where.ts";

/** @throws DataError that tells all errors of a directory that does not load */
export function check(flags: WhereFlags, io: Io): void {
  const { path, format, trees, notes } = loadDirectory(readDirectory(flags, io).directory);
  const counts = KINDS.map((kind) => `${trees[kind].size} ${kind}`).join(" and ");
  const lines = [
    `${path} is sound: ${format}, ${counts} nodes`,
    ...notes.map(({ file, text }) => `note: ${file}: ${text}`),
  ];
  io.stdout.write(`${lines.join("\n")}\n`);
}
