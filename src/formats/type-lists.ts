/** Reads `content-types.json`, `media-types.json` and `data-types.json`: saved answers of the operations that list types. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { compactJson, JsonSyntaxError } from "../json/cursor.ts";
import { TYPE_KINDS, type TypeKind } from "../operations.ts";
import { Findings } from "../site/findings.ts";
import { checkTypes } from "../site/schema/check-types.ts";
import type { TypeLists } from "../site/schema/site-types.ts";
import { withoutMark } from "../text/file-text.ts";
import type { ManifestCheck } from "./copy/manifest-check.ts";
import { readDataFile } from "./data-file.ts";

/** Resolves the types of loaded data. If it reports errors, its result is not used. */
export type ReadTypes = (findings: Findings) => TypeLists;

/** The files of types beside the data. */
export const TYPE_FILES: Readonly<Record<TypeKind, string>> = {
  content: "content-types.json",
  media: "media-types.json",
  data: "data-types.json",
};

/** Where the types of a directory lie, if it has such files. */
export function typeFiles(directory: string): string[] {
  return TYPE_KINDS.map((kind) => join(directory, TYPE_FILES[kind]));
}

/**
 * The types of a directory that has them in the files of `TYPE_FILES`. The files are taken as they are now,
 * so that types and nodes are of one state of the directory, and parsed when the types are needed. A missing file
 * is an empty list.
 * @param check compares the files with the manifest, if the directory has one
 * @returns `undefined` if it has none of them
 * @throws DataError if a file cannot be read
 */
export function typesBeside(directory: string, check: ManifestCheck | undefined): ReadTypes | undefined {
  const take = (name: string) => {
    const path = join(directory, name);
    if (!existsSync(path)) return undefined;
    const file = readDataFile(path);
    check?.add(name, file);
    return file.bytes.subarray(file.start, file.end);
  };
  const files = {
    content: take(TYPE_FILES.content),
    media: take(TYPE_FILES.media),
    data: take(TYPE_FILES.data),
  };
  if (!TYPE_KINDS.some((kind) => files[kind])) return undefined;
  const typesOf = <K extends TypeKind>(kind: K, findings: Findings): TypeLists[K] | readonly [] => {
    const bytes = files[kind];
    return bytes ? readTypeList(bytes, TYPE_FILES[kind], kind, findings) : [];
  };
  return (findings) => ({
    content: typesOf("content", findings),
    media: typesOf("media", findings),
    data: typesOf("data", findings),
  });
}

/** @param body an answer of the operation that lists types */
export function readRemoteTypes<K extends TypeKind>(
  body: Buffer,
  kind: K,
): TypeLists[K] | { errors: string[] } {
  const findings = new Findings();
  const types = readTypeList(body, "body", kind, findings);
  return findings.errorCount > 0 ? { errors: findings.errorLines() } : types;
}

/** @param name what faults name the file by */
function readTypeList<K extends TypeKind>(
  bytes: Buffer,
  name: string,
  kind: K,
  findings: Findings,
): TypeLists[K] {
  const report = (pointer: string, reason: string) => findings.error(name, () => ` ${pointer}`, reason);
  let list: unknown;
  try {
    list = JSON.parse(compactJson(withoutMark(bytes), "the file to end behind its list"));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    findings.error(name, () => `:${error.line}`, `byte ${error.byte}: ${error.message}`);
    return [];
  }
  return checkTypes(list, kind, report);
}
