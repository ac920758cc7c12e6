/** Loads a data directory: recognises its format, reads its files, reports what is wrong. */
import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DataError } from "../errors.ts";
import { KINDS, type Kind } from "../operations.ts";
import type { Tree } from "../tree/tree.ts";
import { TreeBuilder } from "../tree/tree-builder.ts";
import { unreadable, withDataFile } from "./data-file.ts";
import { Findings, type Note } from "./findings.ts";
import { readJson } from "./json.ts";
import { readNdjson } from "./ndjson.ts";

/** The formats of one file a kind, `<kind>.<ending>`. */
const FILE_FORMATS = [
  { name: "JSON", ending: "json", read: readJson },
  { name: "NDJSON", ending: "ndjson", read: readNdjson },
] as const;

/** What a data directory holds. */
export type LoadedData = {
  /** The path as it was given. */
  path: string;
  /** The format's name, or both names. */
  format: string;
  trees: Record<Kind, Tree>;
  notes: readonly Note[];
};

/**
 * Loads both trees, or neither.
 * @param path the directory
 * @throws DataError that tells all errors found
 */
export function loadDirectory(path: string): LoadedData {
  const files = chooseFiles(path, listDirectory(path));
  const findings = new Findings();
  const trees: Partial<Record<Kind, Tree>> = {};
  for (const { kind, name, format } of files) {
    trees[kind] = withDataFile(join(path, name), (read) => format.read(name, read, findings));
  }
  findings.throwErrors(path);
  return {
    path,
    format: [...new Set(files.map(({ format }) => format.name))].join(" and "),
    trees: { content: trees.content ?? emptyTree(), media: trees.media ?? emptyTree() },
    notes: findings.notes,
  };
}

function listDirectory(path: string): string[] {
  try {
    if (statSync(path).isDirectory()) return readdirSync(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      throw new DataError(`${path} does not exist: --data names the directory that holds ${expectedFiles()}`);
    }
    throw unreadable(path, error);
  }
  const isDataFile = fileNames().includes(basename(path));
  throw new DataError(
    isDataFile
      ? `${path} is a file: --data names its folder, ${dirname(path)}`
      : `${path} is no directory: --data names the directory that holds ${expectedFiles()}`,
  );
}

function chooseFiles(path: string, entries: string[]) {
  const files = KINDS.flatMap((kind) => {
    const found = FILE_FORMATS.map((format) => ({ kind, name: `${kind}.${format.ending}`, format })).filter(
      ({ name }) => entries.includes(name),
    );
    if (found.length > 1) {
      throw new DataError(
        `${path} holds both ${found.map(({ name }) => name).join(" and ")}: remove one of them`,
      );
    }
    return found;
  });
  if (files.length === 0) throw new DataError(`${path} holds no data: looked for ${expectedFiles()}`);
  return files;
}

function fileNames(): string[] {
  return FILE_FORMATS.flatMap(({ ending }) => KINDS.map((kind) => `${kind}.${ending}`));
}

function expectedFiles(): string {
  const names = fileNames();
  return `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

function emptyTree(): Tree {
  const tree = new TreeBuilder().build(() => {});
  if (!tree) throw new Error("an empty tree has no faults");
  return tree;
}
