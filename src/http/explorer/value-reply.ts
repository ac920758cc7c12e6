/** The value of one property by itself: as JSON, or as a page in which nothing runs, and which asks nobody for anything. */
import { createHash } from "node:crypto";
import { NodeView } from "../../analysis/site-nodes.ts";
import { noSuchNode, type Problem } from "../problem.ts";
import type { Reply } from "../reply.ts";
import type { ExploredSite } from "./explored-site.ts";
import type { AskedFor } from "./explorer-query.ts";

/** Which property, and which part of its value (RFC 6901). */
type AskedValue = AskedFor<"kind" | "key" | "alias", "pointer" | "secrets">;

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

/** The value, or a part of it, as JSON. */
export function valueReply(site: ExploredSite, asked: AskedValue): Reply | Problem {
  const json = valueText(site, asked);
  if (json === undefined) return missing(asked);
  const { pointer = "" } = asked;
  const part = pointer === "" ? json : JSON.stringify(valueAt(json, pointer) ?? null);
  const headers = { "Content-Type": "application/json; charset=utf-8" };
  return { status: 200, headers, body: Buffer.from(part), isCompressible: true };
}

/** Rich text of the old site as a page of its own. */
export function richTextReply(site: ExploredSite, asked: AskedValue): Reply | Problem {
  const json = valueText(site, asked);
  if (json === undefined) return missing(asked);
  const body = markupIn(valueAt(json, asked.pointer ?? "")).replace(CALLING, "&lt;");
  return {
    status: 200,
    headers: {
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

/**
 * Secrets are redacted unless they are asked for.
 * @returns `undefined` where there is no such node, or no such property
 */
function valueText(
  { shown, redactor }: ExploredSite,
  { kind, key, alias, secrets }: AskedValue,
): string | undefined {
  const found = shown[kind].find(key);
  if (!found) return undefined;
  const node = new NodeView(kind, shown[kind].treeOf(found), found.place);
  const property = [...node.properties()].find((each) => each.alias === alias);
  if (property === undefined || secrets) return property?.value;
  return redactor.value({ kind, type: node.brief().type }, property);
}

function missing({ kind, key }: AskedValue): Problem {
  return noSuchNode(kind, { by: "key", key });
}

/**
 * The part of a value that a pointer leads to; strings that hold JSON are entered as if they were that.
 * @param json the value as JSON text
 * @param pointer RFC 6901
 * @returns `undefined` where it leads nowhere
 */
function valueAt(json: string, pointer: string): unknown {
  let value: unknown = JSON.parse(json);
  for (const step of pointer.split("/").slice(1)) {
    const nest = entered(value);
    const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof nest !== "object" || nest === null || !Object.hasOwn(nest, name)) return undefined;
    value = (nest as Record<string, unknown>)[name];
  }
  return value;
}

/** The HTML of a rich text: the text itself, or the markup of one that has blocks. */
function markupIn(value: unknown): string {
  const nest = entered(value);
  if (typeof nest !== "object" || nest === null) return typeof value === "string" ? value : "";
  return "markup" in nest && typeof nest.markup === "string" ? nest.markup : "";
}

function entered(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
