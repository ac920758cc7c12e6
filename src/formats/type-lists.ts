/** Reads `content-types.json` and `media-types.json`: saved answers of the operations that list types. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ByteBuffer } from "../json/byte-buffer.ts";
import { ByteWindow, type ReadBytes, readFrom } from "../json/byte-window.ts";
import { JsonScanner } from "../json/json-scanner.ts";
import { JsonSyntaxError } from "../json/line-scanner.ts";
import type { Kind } from "../operations.ts";
import { checkTypes } from "../schema/check-types.ts";
import type { SiteTypes } from "../schema/site-types.ts";
import { withDataFile } from "./data-file.ts";
import type { Findings } from "./findings.ts";
import { type ReadTypes, TYPE_FILES } from "./loaded-types.ts";

const PART_BYTES = 64 * 1024;

/**
 * Takes the files as they are now, so that types and nodes are of one state of the directory, and reads them when the
 * types are asked for. A file that is not there is an empty list.
 * @param watch lets others see what is read of a file
 * @throws DataError where a file cannot be read
 */
export function takeTypeLists(
  directory: string,
  watch: (name: string, read: ReadBytes) => ReadBytes,
): ReadTypes {
  const take = (name: string) => {
    const path = join(directory, name);
    return existsSync(path) ? withDataFile(path, (read) => wholeFile(watch(name, read))) : undefined;
  };
  const files = { content: take(TYPE_FILES.content), media: take(TYPE_FILES.media) };
  const typesOf = <K extends Kind>(kind: K, findings: Findings): SiteTypes[K] | readonly [] => {
    const bytes = files[kind];
    return bytes ? readTypeList(bytes, kind, findings) : [];
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

function readTypeList<K extends Kind>(bytes: Buffer, kind: K, findings: Findings): SiteTypes[K] {
  const name = TYPE_FILES[kind];
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
