/** The explorer's page and its files, read when the first browser comes. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseAccept } from "hono/utils/accept";
import { EXPLORER_DIRECTORY } from "../../io.ts";
import { type AppContext, headerOf } from "../app-context.ts";
import type { Reply } from "../reply.ts";
import { tagHeldBy, unchangedReply } from "../validators.ts";

/** What is told with everything that the explorer sends. */
export const SAFE_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
} as const;

/**
 * The page runs its own script and nothing else, whatever stands in the data: no inline script or style, no text made
 * markup, nothing from elsewhere, and no page around it.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const PAGE = "page.html";

/** The page's files by their paths. */
export const PAGE_FILES = {
  "/explorer/page.js": { file: "page.js", type: "text/javascript; charset=utf-8" },
  "/explorer/page.css": { file: "page.css", type: "text/css; charset=utf-8" },
  "/explorer/icon.svg": { file: "icon.svg", type: "image/svg+xml" },
} as const;
export type PagePath = keyof typeof PAGE_FILES;

type Loaded = { bytes: Buffer; tag: string };

export class ExplorerPage {
  readonly #loaded = new Map<string, Promise<Loaded>>();

  /** Whether the client would rather have a page than JSON: browsers name it. */
  isWanted(context: AppContext): boolean {
    const weights = parseAccept(headerOf(context, "accept") ?? "");
    const weightOf = (type: string) => weights.find((each) => each.type === type)?.q ?? 0;
    const html = weightOf("text/html");
    return html > 0 && html >= weightOf("application/json");
  }

  page(context: AppContext): Promise<Reply> {
    return this.#reply(context, PAGE, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": POLICY,
      Vary: "Accept",
    });
  }

  file(context: AppContext, path: PagePath): Promise<Reply> {
    const { file, type } = PAGE_FILES[path];
    return this.#reply(context, file, { "Content-Type": type });
  }

  async #reply(context: AppContext, name: string, headers: Record<string, string>): Promise<Reply> {
    const { bytes, tag } = await this.#load(name);
    const all = { ...SAFE_HEADERS, ...headers };
    const held = tagHeldBy(context, tag);
    if (held) return { ...unchangedReply(held), headers: all };
    return { status: 200, headers: all, body: bytes, entityTag: tag, isCompressible: true };
  }

  #load(name: string): Promise<Loaded> {
    const known = this.#loaded.get(name);
    if (known) return known;
    const loading = loadFile(name);
    this.#loaded.set(name, loading);
    // What cannot be read now may be there the next time.
    loading.catch(() => this.#loaded.delete(name));
    return loading;
  }
}

async function loadFile(name: string): Promise<Loaded> {
  const bytes = await readFile(join(EXPLORER_DIRECTORY, name));
  return { bytes, tag: createHash("sha256").update(bytes).digest("base64url").slice(0, 22) };
}
