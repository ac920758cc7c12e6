/** A fake site with the stale levels, missing keys and broken nodes of an old Umbraco database. */
import type { ServerResponse } from "node:http";
import { keyOfId } from "../../src/tree/key.ts";
import { type DataNode, everyNode } from "../oracle.ts";
import { listening } from "../support/listening.ts";
import { generatedRoots } from "./generated-site.ts";

export const ZERO = "00000000-0000-0000-0000-000000000000";

export type OriginalNode = DataNode & {
  children: OriginalNode[];
  /** What the database says, where that is not the depth. */
  staleLevel?: number;
  /** Its date cannot be written: then no answer can be that holds it. */
  isBroken?: boolean;
};

type Found = { node: OriginalNode; ancestors: OriginalNode[] };

export type Wanted = { kind: string; id: number | undefined; maxLevel: number | undefined };

export type OriginalOptions = {
  content?: OriginalNode[];
  media?: OriginalNode[];
  /** Told of each request; takes it over by returning true. */
  onRequest?: (wanted: Wanted, response: ServerResponse) => boolean | undefined;
};

/** What answers leave out: the original knows no `sortOrder`. */
const OWN = ["children", "properties", "staleLevel", "isBroken", "sortOrder"];

/** @returns its origin, and each request that it got */
export async function originalSite({ content = [], media = [], onRequest }: OriginalOptions) {
  const roots: Record<string, OriginalNode[]> = { content, media };
  const requests: Wanted[] = [];
  const url = await listening((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    const [, kindName = "", by] =
      /\/Migrations\/Get(Content|Media)(AtRoot|ById|ByKey)$/i.exec(pathname) ?? [];
    const level = searchParams.get("maxLevel");
    const id = searchParams.get("id");
    const wanted = {
      kind: kindName.toLowerCase(),
      id: id === null ? undefined : Number(id),
      maxLevel: level === null ? undefined : Number(level),
    };
    requests.push(wanted);
    if (onRequest?.(wanted, response)) return;
    const all = roots[wanted.kind];
    if (all === undefined) return send(response, 404, { Message: "No HTTP resource was found." });
    if (by === "AtRoot")
      return answer(
        response,
        all.map((root) => item(root, 1, wanted.maxLevel)),
      );
    const key = searchParams.get("key");
    const found = find(all, (node) =>
      key === null ? node.id === wanted.id : node.key === key && key !== ZERO,
    );
    if (found) answer(response, nodeAnswer(found, wanted));
    else response.writeHead(404).end();
  });
  return { url, requests };
}

function find(roots: OriginalNode[], is: (node: OriginalNode) => boolean): Found | undefined {
  return ([...everyNode(roots)] as Found[]).find(({ node }) => is(node));
}

function nodeAnswer({ node, ancestors }: Found, { kind, maxLevel }: Wanted): object {
  // Media name their ancestors with all that those list; content without.
  const path = ancestors.map((ancestor, i) => item(ancestor, i + 1, kind === "media" ? maxLevel : 0));
  const { children, ...own } = item(node, ancestors.length + 1, maxLevel);
  return { ...own, ...(children ? { children } : {}), path, properties: node.properties ?? {} };
}

/** Children are there where the level that the database has is below the limit; without one, a node's own are. */
function item(node: OriginalNode, depth: number, maxLevel: number | undefined): Record<string, unknown> {
  const level = node.staleLevel ?? depth;
  const limit = maxLevel ?? level + 1;
  const own = Object.fromEntries(Object.entries(node).filter(([name]) => !OWN.includes(name)));
  if (node.isBroken) own.broken = true;
  if (level >= limit) return own;
  const children = node.children as OriginalNode[];
  return { ...own, children: children.map((child) => item(child, depth + 1, limit)) };
}

function answer(response: ServerResponse, body: unknown): void {
  const text = JSON.stringify(body);
  if (text.includes('"broken":true')) send(response, 500, { Message: "An error has occurred." });
  else response.writeHead(200, { "Content-Type": "application/json; charset=utf-8" }).end(text);
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

/** Such a tree: every fourth subtree with a level of its own, some nodes without a key, no order but the list's. */
export function originalRoots(count: number, firstId: number, kind: "content" | "media"): OriginalNode[] {
  const roots = generatedRoots(count, 3, firstId) as OriginalNode[];
  for (const { node, ancestors } of everyNode(roots) as Generator<Found>) {
    delete node.sortOrder;
    delete node.extra;
    delete node.isHidden;
    if (node.id % 4 === 1) node.staleLevel = ancestors.length + 4;
    if (node.id % 7 === 3) node.staleLevel = 1;
    if (node.id % 5 === 2) node.key = ZERO;
    if (kind === "media") {
      node.properties = {
        ...(node.properties as object),
        __NodeTypeAlias: { alias: "__NodeTypeAlias", editorAlias: null, value: "image" },
      };
    }
  }
  return roots;
}

/** What a copy of these is to hold: real keys, and nothing of the database's own. */
export function asCopied(roots: OriginalNode[]): DataNode[] {
  return roots.map(({ staleLevel, isBroken, ...node }) => ({
    ...node,
    key: node.key === ZERO ? keyOfId(node.id) : node.key,
    children: asCopied(node.children),
  })) as DataNode[];
}

/** Fails lists of all, as a site that is too large for them does. */
export function refuseDeepLists({ maxLevel }: { maxLevel: number | undefined }, response: ServerResponse) {
  return (maxLevel ?? 0) > 100 && !!response.writeHead(500).end('{"Message":"An error has occurred."}');
}
