/** A fake site with the stale levels, missing keys and broken nodes of an old Umbraco database. */
import type { ServerResponse } from "node:http";
import { keyOfId } from "../../src/site/tree/key.ts";
import { type DataNode, everyNode } from "../oracle.ts";
import { listening } from "../support/listening.ts";
import { generatedRoots } from "./generated-site.ts";

export const ZERO = "00000000-0000-0000-0000-000000000000";

export type OriginalNode = DataNode & {
  children: OriginalNode[];
  /** The level in the database, if it is not the depth. */
  staleLevel?: number;
  /** Its date cannot be serialised, so that every answer with it fails. */
  isBroken?: boolean;
};

type Found = { node: OriginalNode; ancestors: OriginalNode[] };

export type Wanted = { kind: string; id: number | undefined; maxLevel: number | undefined };

export type OriginalOptions = {
  content?: OriginalNode[];
  media?: OriginalNode[];
  /** Called for each request; returns true if it handles the request. */
  onRequest?: (wanted: Wanted, response: ServerResponse) => boolean | undefined;
};

/** Members that answers leave out: the original has no `sortOrder`. */
const OWN = ["children", "properties", "staleLevel", "isBroken", "sortOrder"];

/** @returns its origin, and the requests that it received */
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
  // Media list their ancestors with children; content without.
  const path = ancestors.map((ancestor, i) => item(ancestor, i + 1, kind === "media" ? maxLevel : 0));
  const { children, ...own } = item(node, ancestors.length + 1, maxLevel);
  return { ...own, ...(children ? { children } : {}), path, properties: node.properties ?? {} };
}

/** Children are present if the level in the database is below the limit; without a limit, only the node's own children. */
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

/** A tree in which some nodes have stale levels or no key, and none has a `sortOrder`. */
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

/** The nodes that a copy has: with derived keys, and without the members of the database. */
export function asCopied(roots: OriginalNode[]): DataNode[] {
  return roots.map(({ staleLevel, isBroken, ...node }) => ({
    ...node,
    key: node.key === ZERO ? keyOfId(node.id) : node.key,
    children: asCopied(node.children),
  })) as DataNode[];
}

/** Refuses lists of all nodes, as a large site does. */
export function refuseDeepLists({ maxLevel }: { maxLevel: number | undefined }, response: ServerResponse) {
  return (maxLevel ?? 0) > 100 && !!response.writeHead(500).end('{"Message":"An error has occurred."}');
}
