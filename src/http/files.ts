/** Serves media files at the `url`s of media nodes, with content types, ranges and validators. */

import { type FileHandle, open, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { getMimeType } from "hono/utils/mime";
import type { MediaFile, MediaFiles } from "../site/media/media-files.ts";
import { type AppContext, headerOf } from "./app-context.ts";
import { problemReply } from "./problem.ts";
import { BrokenOff, type Reply } from "./reply.ts";
import { tagHeldBy, unchangedReply } from "./validators.ts";

/** Headers of each file. A file comes from a customer's site and must not run as a page of this server. */
const HEADERS = {
  "Accept-Ranges": "bytes",
  "Cache-Control": "private, no-cache",
  "Content-Security-Policy": "sandbox",
  "X-Content-Type-Options": "nosniff",
};

/** How many bytes are read at once. */
const PART_BYTES = 64 * 1024;

/** The end is exclusive. */
type ByteRange = { start: number; end: number };

/** Error codes that mean that there is no such file. */
const MISSING_CODES = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG"]);

/**
 * The reply with a file or a range of it, or 304 if the client's copy is current (RFC 9110).
 * @param folder the folder that must contain the file
 * @param name relative to the folder
 * @returns `undefined` if there is no such file; folders, pipes and devices do not count as files
 */
async function fileReply(context: AppContext, folder: string, name: string): Promise<Reply | undefined> {
  let file: FileHandle | undefined;
  try {
    file = await openFile(folder, name);
    return file && (await replyWith(context, file, name));
  } catch (error) {
    await file?.close();
    if (MISSING_CODES.has((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    return problemReply({ name: "unreadable-file", detail: "The file exists, but it cannot be read now." });
  }
}

async function openFile(folder: string, name: string): Promise<FileHandle | undefined> {
  const path = await realpath(join(folder, name));
  const root = await realpath(folder);
  // A link may lead out of the folder.
  if (!path.startsWith(root.endsWith(sep) ? root : root + sep)) return undefined;
  // Opening a pipe would wait for a writer.
  return (await stat(path)).isFile() ? open(path) : undefined;
}

async function replyWith(context: AppContext, file: FileHandle, name: string): Promise<Reply> {
  const { size, mtimeMs, mtime } = await file.stat();
  const entityTag = `${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}`;
  const headers: Record<string, string> = { ...HEADERS, "Last-Modified": mtime.toUTCString() };
  if (isUnchanged(context, entityTag, mtime)) {
    await file.close();
    return { ...unchangedReply(entityTag), headers };
  }
  const range = rangeOf(context, size, entityTag, mtime);
  if (range === "unsatisfiable") {
    await file.close();
    return problemReply({
      name: "range-not-satisfiable",
      detail: `The file has ${size} bytes, and the requested range is outside of them.`,
      headers: { ...headers, "Content-Range": `bytes */${size}` },
    });
  }
  const { start, end } = range ?? { start: 0, end: size };
  headers["Content-Type"] = getMimeType(name) ?? "application/octet-stream";
  headers["Content-Length"] = String(end - start);
  if (range) headers["Content-Range"] = `bytes ${start}-${end - 1}/${size}`;
  return { status: range ? 206 : 200, headers, entityTag, body: new FilePart(file, start, end) };
}

/**
 * The requested range of a file (RFC 9110, section 14).
 * @returns `unsatisfiable` if the file has none of the bytes; `undefined` for the whole file, if the method is not GET, the file
 * has changed, or the header is malformed or has several ranges or another unit
 */
function rangeOf(
  context: AppContext,
  size: number,
  entityTag: string,
  modified: Date,
): ByteRange | "unsatisfiable" | undefined {
  const condition = headerOf(context, "if-range") ?? `"${entityTag}"`;
  const isCurrent = condition === `"${entityTag}"` || condition === modified.toUTCString();
  const header = headerOf(context, "range") ?? "";
  const [, first = "", last = ""] = /^bytes=[ \t]*([0-9]*)-([0-9]*)[ \t]*$/i.exec(header) ?? [];
  if (context.req.method !== "GET" || !isCurrent || first + last === "") return undefined;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size : Math.min(Number(last) + 1, size);
  if (first !== "" && last !== "" && Number(last) < start) return undefined;
  return start >= size ? "unsatisfiable" : { start, end };
}

function isUnchanged(context: AppContext, entityTag: string, modified: Date): boolean {
  if (headerOf(context, "if-none-match") !== undefined) return tagHeldBy(context, entityTag) !== undefined;
  const since = Date.parse(headerOf(context, "if-modified-since") ?? "");
  // Dates in headers have whole seconds.
  return Math.floor(modified.getTime() / 1000) * 1000 <= since;
}

/** A part of an open file, read on demand. The file is closed after the last byte, or when the client leaves. */
class FilePart implements AsyncIterableIterator<Uint8Array> {
  readonly #file: FileHandle;
  readonly #end: number;
  #at: number;

  constructor(file: FileHandle, start: number, end: number) {
    this.#file = file;
    this.#at = start;
    this.#end = end;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    const wanted = Math.min(PART_BYTES, this.#end - this.#at);
    if (wanted === 0) return this.return();
    const part = Buffer.allocUnsafeSlow(wanted);
    const { bytesRead } = await this.#file.read(part, 0, wanted, this.#at).catch(() => ({ bytesRead: 0 }));
    this.#at += bytesRead;
    // The consumer may not read on after the last part, and Node fails a process that leaves an open file to the garbage collector.
    if (bytesRead === 0 || this.#at === this.#end) await this.return();
    if (bytesRead === 0) throw new BrokenOff("the file has become shorter, or cannot be read any more");
    return { done: false, value: part.subarray(0, bytesRead) };
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    // Closing it again does nothing.
    await this.#file.close();
    return { done: true, value: undefined };
  }
}

/**
 * @param file the file of the media node at the path
 * @param path as the client sent it
 * @param mayKnow whether the problem may mention nodes
 */
export async function mediaReply(
  context: AppContext,
  { folder, layout, mediaPath }: MediaFiles,
  file: MediaFile,
  { path, mayKnow }: { path: string; mayKnow: boolean },
): Promise<Reply> {
  const { name, id } = file;
  const reply =
    folder === undefined || name === undefined ? undefined : await fileReply(context, folder, name);
  if (reply) return reply;
  const reason =
    folder === undefined
      ? "this server has no folder of media files: start it with --files DIRECTORY"
      : layout === "pulled"
        ? "it is not among the files that were pulled: pull again with --files"
        : name === undefined
          ? `of a site's own folder only files below ${mediaPath} are served, and no configuration: --files names the site's root or its media folder`
          : "it is not in the folder that --files names";
  return problemReply({
    name: "no-such-file",
    detail: mayKnow
      ? `The media node with the id ${id} names ${path}, but ${reason}.`
      : "There is no such file.",
  });
}
