/** A live site as each version of the original API answers: 7 (1.x), 8 (8.x) and 10. */
import type { ServerResponse } from "node:http";
import { listening } from "./listening.ts";

export const API_VERSIONS = [7, 8, 10] as const;
export type ApiVersion = (typeof API_VERSIONS)[number];

export type SiteNode = {
  id: number;
  key: string;
  name: string;
  url: string;
  type: string;
  sortOrder: number;
  createDate: string;
  updateDate: string;
  properties: Record<string, unknown>;
  children: SiteNode[];
};

export type ApiSite = {
  version: ApiVersion;
  content: SiteNode[];
  media: SiteNode[];
  /** What the type operations of version 10 list; others leave out `propertyGroups` and `allowedTemplates`. */
  types?: { content: object[]; media: object[]; data: object[] };
  /** The key that requests need. Default: none. */
  apiKey?: string;
  /** Called with the path and query of each request. */
  onRequest?: (target: string) => void;
};

type Kind = "content" | "media";
type Found = { node: SiteNode; ancestors: SiteNode[] };

/** Starts the site. @returns its origin */
export async function apiSite(site: ApiSite): Promise<string> {
  const { version, apiKey } = site;
  const authorization = `Basic ${Buffer.from(`api:${apiKey}`).toString("base64")}`;
  return await listening((request, response) => {
    const { url = "" } = request;
    site.onRequest?.(url);
    if (apiKey !== undefined && request.headers.authorization !== authorization) {
      refuse(response, 401, version, "Invalid credentials.");
      return;
    }
    const { pathname, searchParams } = new URL(url, "http://localhost");
    const name = pathname.split("/").at(-1) ?? "";
    const types = /^Get(Content|Media|Data)Types$/.exec(name)?.[1].toLowerCase() as keyof NonNullable<
      ApiSite["types"]
    >;
    if (types && !(version === 7 && types === "data")) {
      answer(response, site.types?.[types].map((type) => ofVersion(type, version)) ?? []);
      return;
    }
    const [, kindName, by] = /^Get(Content|Media)(AtRoot|ById|ByKey)$/.exec(name) ?? [];
    if (kindName === undefined) {
      refuse(response, 404, version, "No HTTP resource was found.");
      return;
    }
    const kind = kindName.toLowerCase() as Kind;
    const given = searchParams.get("maxLevel");
    const maxLevel = given === null ? undefined : Number(given);
    if (by === "AtRoot") {
      const limit = maxLevel ?? (version === 10 ? Number.POSITIVE_INFINITY : 2);
      answer(
        response,
        site[kind].map((root) => itemOf(root, 1, limit, kind, version)),
      );
      return;
    }
    const found = [...everyNode(site[kind])].find(({ node }) =>
      by === "ById" ? String(node.id) === searchParams.get("id") : node.key === searchParams.get("key"),
    );
    if (found) answer(response, nodeOf(found, maxLevel, kind, version));
    else refuse(response, 404, version, kind === "content" ? "Content not found." : "Media not found.");
  });
}

function* everyNode(nodes: SiteNode[], ancestors: SiteNode[] = []): Generator<Found> {
  for (const node of nodes) {
    yield { node, ancestors };
    yield* everyNode(node.children, [...ancestors, node]);
  }
}

/** The fields of an item, in the order of the version. */
function fieldsOf(node: SiteNode, kind: Kind, version: ApiVersion): object {
  const { id, key, name, url, type, sortOrder, createDate, updateDate } = node;
  if (version === 10) return { id, key, name, url, type, sortOrder, updateDate, createDate };
  const order = version === 8 && kind === "content" ? { sortOrder } : {};
  return { id, key, name, url, type, ...order, createDate, updateDate };
}

function itemOf(node: SiteNode, level: number, limit: number, kind: Kind, version: ApiVersion): object {
  const fields = fieldsOf(node, kind, version);
  if (level >= limit) return fields;
  return {
    ...fields,
    children: node.children.map((child) => itemOf(child, level + 1, limit, kind, version)),
  };
}

function nodeOf(
  { node, ancestors }: Found,
  maxLevel: number | undefined,
  kind: Kind,
  version: ApiVersion,
): object {
  const level = ancestors.length + 1;
  const { children, ...fields } = itemOf(node, level, maxLevel ?? level + 1, kind, version) as {
    children?: object[];
  };
  const below = children && { children };
  const { properties } = node;
  // Up to version 8, media list ancestors with their children.
  const hasFatPath = kind === "media" && version < 10;
  const path = ancestors.map((ancestor, i) =>
    itemOf(ancestor, i + 1, hasFatPath ? (maxLevel ?? i + 2) : 0, kind, version),
  );
  return version === 10
    ? { ...fields, path, ...below, properties }
    : { ...fields, ...below, path, properties };
}

function ofVersion(type: object, version: ApiVersion): object {
  if (version === 10) return type;
  const { propertyGroups, allowedTemplates, ...others } = type as Record<string, unknown>;
  return others;
}

function answer(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { "Content-Type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
}

/** Version 7 has no body, 8 JSON with the reason, 10 text. */
function refuse(response: ServerResponse, status: number, version: ApiVersion, reason: string): void {
  if (version === 7) response.writeHead(status).end();
  else if (version === 8)
    response
      .writeHead(status, { "Content-Type": "application/json" })
      .end(JSON.stringify({ Message: reason }));
  else response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8" }).end(reason);
}
