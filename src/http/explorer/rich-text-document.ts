/** Rich text of the old site as a page of its own, in which nothing runs, and which asks nobody for anything. */
import { createHash } from "node:crypto";
import type { Reply } from "../reply.ts";
import { SAFE_HEADERS } from "./explorer-page.ts";

const STYLE =
  ":root{color-scheme:light dark;font:16px/1.6 system-ui,sans-serif}body{margin:1rem;overflow-wrap:anywhere}" +
  "img{outline:1px dashed;min-width:2rem;min-height:1rem}table{border-collapse:collapse}td,th{border:1px solid;padding:.25rem .5rem}" +
  "a{color:LinkText}pre{overflow:auto}";

/** The style is the only thing that applies; `sandbox` holds where the page is opened by itself, too. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "sandbox",
].join("; ");

/** Elements for which a browser may look up names, connect or go elsewhere without asking the policy. */
const CALLING = /<(?=\/?(?:link|meta|base)(?![a-z0-9]))/gi;

export function richTextReply(html: string): Reply {
  const body = html.replace(CALLING, "&lt;");
  return {
    status: 200,
    headers: {
      ...SAFE_HEADERS,
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": POLICY,
      "X-DNS-Prefetch-Control": "off",
    },
    body: Buffer.from(
      `<!doctype html><html lang=""><meta charset="utf-8"><title>Rich text</title><style>${STYLE}</style><body>${body}`,
    ),
    isCompressible: true,
  };
}
