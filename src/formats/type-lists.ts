/** Reads `content-types.json` and `media-types.json`: saved answers of the operations that list types. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ByteBuffer } from "../json/byte-buffer.ts";
import { ByteWindow, type ReadBytes, readFrom } from "../json/byte-window.ts";
import { JsonScanner } from "../json/json-scanner.ts";
import { JsonSyntaxError } from "../json/line-scanner.ts";
import { KINDS, type Kind } from "../operations.ts";
import { checkTypes } from "../schema/check-types.ts";
import type { SiteTypes } from "../schema/site-types.ts";
import { withDataFile } from "./data-file.ts";
import { Findings } from "./findings.ts";
import { type ReadTypes, TYPE_FILES } from "./loaded-types.ts";
import type { ManifestCheck } from "./manifest-check.ts";

const PART_BYTES = 64 * 1024;

/** Where the types of a directory lie, if it has such files. */
export function typeFiles(directory: string): string[] {
  return KINDS.map((kind) => join(directory, TYPE_FILES[kind]));
}

/**
 * The types of a directory that has them as `content-types.json` and `media-types.json`. The files are taken as they are now,
 * so that types and nodes are of one state of the directory, and read when the types are asked for. One that is not there
 * is an empty list.
 * @param check sees what is read, where the directory has a manifest
 * @returns `undefined` where it has neither
 * @throws DataError where a file cannot be read
 */
export function typesBeside(directory: string, check: ManifestCheck | undefined): ReadTypes | undefined {
  const take = (name: string) => {
    const path = join(directory, name);
    if (!existsSync(path)) return undefined;
    return withDataFile(path, (read) => wholeFile(check?.watch(name, read) ?? read));
  };
  const files = { content: take(TYPE_FILES.content), media: take(TYPE_FILES.media) };
  if (!files.content && !files.media) return undefined;
  const typesOf = <K extends Kind>(kind: K, findings: Findings): SiteTypes[K] | readonly [] => {
    const bytes = files[kind];
    return bytes ? readTypeList(bytes, TYPE_FILES[kind], kind, findings) : [];
  };
  return (findings) => ({ content: typesOf("content", findings), media: typesOf("media", findings) });
}

function wholeFile(read: ReadBytes): Buffer {
  const parts: Buffer[] = [];
  for (;;) {
    const part = Buffer.allocUnsafe(PART_BYTES);
    const count = read(part, 0, PART_BYTES);
    if (count === 0) return Buffer.concat(parts);
    parts.push(part.subarray(0, count));
  }
}

/** @param body an answer of the operation that lists types */
export function readRemoteTypes<K extends Kind>(body: Buffer, kind: K): SiteTypes[K] | { errors: string[] } {
  const findings = new Findings();
  const types = readTypeList(body, "body", kind, findings);
  return findings.errorCount > 0 ? { errors: findings.errorLines() } : types;
}

/** @param name what faults name the file by */
function readTypeList<K extends Kind>(
  bytes: Buffer,
  name: string,
  kind: K,
  findings: Findings,
): SiteTypes[K] {
  const scanner = new JsonScanner(new ByteWindow(readFrom([bytes])), new ByteBuffer());
  const start = scanner.mark();
  try {
    scanner.copyValue();
    if (!scanner.atEnd()) scanner.fail("expected the file to end behind its list");
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    findings.error(name, () => `:${error.line}`, `byte ${error.byte}: ${error.message}`);
    return [];
  }
  const list: unknown = JSON.parse(scanner.copiedText(start));
  return checkTypes(list, kind, (pointer, reason) => findings.error(name, () => ` ${pointer}`, reason));
}
