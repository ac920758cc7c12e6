/** Lists that importers request beside the operations: grid editors; members and users, which are not served. */
import { ALIAS_BASE, API_SEGMENT } from "../operations.ts";
import type { Source } from "../site/source.ts";
import { jsonReply, type Reply } from "./reply.ts";

type SiteList = {
  path: (prefix: string) => string;
  /** The operation's id and description in the OpenAPI document. */
  id: string;
  summary: string;
  reply: (source: Source) => Reply;
};

/** Names the objects that an empty list leaves out. */
export const NOT_SERVED_HEADER = "Migrations-Not-Served";

/** Members and users are personal data. An empty list lets an importer continue; an error would stop it. */
function notServed(what: "members" | "users"): Reply {
  const reply = jsonReply(200, []);
  reply.headers[NOT_SERVED_HEADER] = what;
  return reply;
}

export const SITE_LISTS: readonly SiteList[] = [
  {
    path: () => `${ALIAS_BASE}grid/editors`,
    id: "GetGridEditors",
    summary: "The grid editors of the site's configuration",
    reply: (source) => jsonReply(200, source.gridEditors ?? []),
  },
  {
    path: (prefix) => `/${prefix}/${API_SEGMENT}/GetAllMembers`,
    id: "GetAllMembers",
    summary: "An empty list: members are personal data and not served",
    reply: () => notServed("members"),
  },
  {
    path: () => `${ALIAS_BASE}users`,
    id: "GetUsers",
    summary: "An empty list: users are personal data and not served",
    reply: () => notServed("users"),
  },
];
