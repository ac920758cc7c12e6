/** The explorer's page and its files, read when a browser first requests them. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseAccept } from "hono/utils/accept";
import { EXPLORER_DIRECTORY } from "../../io.ts";
import { type AppContext, headerOf } from "../app-context.ts";
import type { Reply } from "../reply.ts";
import { tagHeldBy, unchangedReply } from "../validators.ts";

/** Headers of every answer of the explorer. */
export const SAFE_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
} as const;

/**
 * The page runs its own script and nothing else, whatever the data contains: no inline script or style, no text made
 * markup, nothing from elsewhere, and no page around it.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

type PageFile = { name: string; headers: Record<string, string> };

export const PAGE: PageFile = {
  name: "page.html",
  headers: {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": POLICY,
    Vary: "Accept",
  },
};

/** The page's other files by their paths. */
export const PAGE_FILES: Readonly<Record<string, PageFile>> = {
  "/explorer/page.js": { name: "page.js", headers: { "Content-Type": "text/javascript; charset=utf-8" } },
  "/explorer/page.css": { name: "page.css", headers: { "Content-Type": "text/css; charset=utf-8" } },
  "/explorer/icon.svg": { name: "icon.svg", headers: { "Content-Type": "image/svg+xml" } },
};

/** Whether the client prefers a page to JSON. Browsers list its type. */
export function prefersPage(context: AppContext): boolean {
  const weights = parseAccept(headerOf(context, "accept") ?? "");
  const weightOf = (type: string) => weights.find((each) => each.type === type)?.q ?? 0;
  const html = weightOf("text/html");
  return html > 0 && html >= weightOf("application/json");
}

/** Makes the function that replies with a file of the page. Each is read once. */
export function explorerPage(): (context: AppContext, file: PageFile) => Promise<Reply> {
  const loaded = new Map<string, Promise<{ bytes: Buffer; tag: string }>>();
  const load = async (name: string) => {
    const bytes = await readFile(join(EXPLORER_DIRECTORY, name));
    return { bytes, tag: createHash("sha256").update(bytes).digest("base64url").slice(0, 22) };
  };
  return async (context, { name, headers }) => {
    const loading = loaded.get(name) ?? load(name);
    loaded.set(name, loading);
    // A file that cannot be read now may be there the next time.
    loading.catch(() => loaded.delete(name));
    const { bytes, tag } = await loading;
    const all = { ...SAFE_HEADERS, ...headers };
    const held = tagHeldBy(context, tag);
    if (held) return { ...unchangedReply(held), headers: all };
    return { status: 200, headers: all, body: bytes, entityTag: tag, isCompressible: true };
  };
}
