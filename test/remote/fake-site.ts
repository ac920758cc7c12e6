/** A server of the migrations API that misbehaves as real ones do, and counts its requests. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { type DataNode, everyNode, expectedNode, expectedRoots } from "../oracle.ts";
import { listening } from "../support/listening.ts";

/** Handles a request itself, if it returns true. */
export type Interference = (
  wanted: { kind: string; id: number | undefined; maxLevel: number; count: number },
  response: ServerResponse,
  request: IncomingMessage,
) => boolean;

export type FakeSiteOptions = {
  content?: DataNode[];
  media?: DataNode[];
  /** Maps the nodes of a path down to the request's own `maxLevel`, as the original does. */
  fatPaths?: boolean;
  /** Whether the trees change while they are served. */
  live?: boolean;
  /** Changes an answer before it is sent. */
  change?: (answer: unknown, maxLevel: number) => unknown;
  /** Whether lists of all nodes are refused, as large sites do: the site is then listed node by node. */
  refusesDeepLists?: boolean;
  interfere?: Interference;
};

/** @returns its origin, and how often each node was requested; the roots count as id 0 */
export async function fakeSite(options: FakeSiteOptions) {
  const roots: Record<string, DataNode[]> = { content: options.content ?? [], media: options.media ?? [] };
  const counts = new Map<number, number>();
  const sent = { bytes: 0 };
  const index = (kind: string) => new Map([...everyNode(roots[kind])].map((found) => [found.node.id, found]));
  const indexes: Record<string, ReturnType<typeof index>> = {
    content: index("content"),
    media: index("media"),
  };
  const find = (kind: string, id: number) => (options.live ? index(kind) : indexes[kind]).get(id);
  /** 0 if no node has the key. */
  const idOf = (kind: string, key: string) =>
    [...index(kind).values()].find(({ node }) => node.key === key)?.node.id ?? 0;
  const url = await listening((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    const [, kindName, by] = /Get(Content|Media)(AtRoot|ById|ByKey)$/.exec(pathname) ?? [];
    const kind = (kindName ?? "").toLowerCase();
    const key = by === "ByKey" ? searchParams.get("key") : null;
    const id = by === "ById" ? Number(searchParams.get("id")) : key === null ? undefined : idOf(kind, key);
    const found = id === undefined ? undefined : find(kind, id);
    const maxLevel = Number(searchParams.get("maxLevel") ?? (found?.ancestors.length ?? 0) + 2);
    const count = (counts.get(id ?? 0) ?? 0) + 1;
    counts.set(id ?? 0, count);
    if (options.interfere?.({ kind, id, maxLevel, count }, response, request)) return;
    if (by === undefined) {
      response.writeHead(404).end();
      return;
    }
    if (options.refusesDeepLists && maxLevel > 1000) {
      response.writeHead(500).end("too much");
      return;
    }
    // `interfere` may have changed the node.
    const now = id === undefined || !options.live ? found : find(kind, id);
    if (id !== undefined && now === undefined) {
      response.writeHead(404).end();
      return;
    }
    const answer = now
      ? expectedNode(now.node, now.ancestors, maxLevel)
      : expectedRoots(roots[kind], maxLevel);
    if (now && options.fatPaths) {
      Object.assign(answer as object, { path: fatPath(roots[kind], now.ancestors, maxLevel) });
    }
    const body = Buffer.from(JSON.stringify(options.change?.(answer, maxLevel) ?? answer));
    sent.bytes += body.length;
    response.writeHead(200, { "Content-Type": "application/json" }).end(body);
  });
  return { url, counts, sent };
}

/** How sites can be listed, and whether they refuse deep lists. */
export const MANNERS: [manner: string, refusesDeepLists: boolean][] = [
  ["lists all at once", false],
  ["lists by node", true],
];

/** Each ancestor with its descendants down to the limit. */
function fatPath(roots: DataNode[], ancestors: DataNode[], maxLevel: number): unknown[] {
  const [root] = expectedRoots(
    roots.filter((candidate) => candidate === ancestors[0]),
    maxLevel,
  ) as DataNode[];
  const path: DataNode[] = [];
  let items: DataNode[] = root ? [root] : [];
  for (const { id } of ancestors) {
    const item = items.find((candidate) => candidate.id === id);
    path.push(item ?? { ...ancestors[path.length], children: undefined, properties: undefined });
    items = item?.children ?? [];
  }
  return path;
}
