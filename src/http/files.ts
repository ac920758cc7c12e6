/** Serves media files at the paths that media nodes name, with types, ranges and validators. */
import { statSync } from "node:fs";
import { serveStatic } from "@hono/node-server/serve-static";
import { Context } from "hono";
import type { MediaFiles } from "../media-files.ts";

/** What a file is served with whatever it is: it comes from a client's site, and is not to run as a page of this one. */
const HEADERS = {
  "Accept-Ranges": "bytes",
  "Cache-Control": "private, no-cache",
  "Content-Security-Policy": "sandbox",
  "X-Content-Type-Options": "nosniff",
};

/** @returns the file that a request asks for, or `undefined` where it asks for none */
export function requestedFile(files: MediaFiles | undefined, request: Request): string | undefined {
  if (files === undefined || (request.method !== "GET" && request.method !== "HEAD")) return undefined;
  return files.find(new URL(request.url).pathname);
}

/** The response with a file, or with the part of it that is asked for, or that the client's copy is still good (RFC 9110). */
export async function fileResponse(file: string, request: Request): Promise<Response> {
  const { size, mtimeMs, mtime } = statSync(file);
  const etag = `"${size.toString(16)}-${Math.floor(mtimeMs).toString(16)}"`;
  const modified = mtime.toUTCString();
  const validators = { ...HEADERS, ETag: etag, "Last-Modified": modified };
  if (isUnchanged(request.headers, etag, mtime))
    return new Response(null, { status: 304, headers: validators });
  const headers = new Headers();
  const range = request.headers.get("Range");
  const ifRange = request.headers.get("If-Range");
  if (range && (ifRange === null || ifRange === etag || ifRange === modified)) headers.set("Range", range);
  const context = new Context(new Request(request.url, { method: request.method, headers }));
  const response = await serveStatic({ path: file })(context, async () => {});
  if (!(response instanceof Response)) throw new Error(`${file} has gone while it was being served`);
  for (const [name, value] of Object.entries(validators)) response.headers.set(name, value);
  return response;
}

function isUnchanged(headers: Headers, etag: string, modified: Date): boolean {
  const known = headers.get("If-None-Match");
  if (known !== null) {
    return known.trim() === "*" || known.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
  }
  const since = Date.parse(headers.get("If-Modified-Since") ?? "");
  // Dates in headers have whole seconds.
  return Math.floor(modified.getTime() / 1000) * 1000 <= since;
}
