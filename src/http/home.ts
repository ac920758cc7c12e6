/** The documents beside the operations: `GET /` lists what the server has and where, `GET /healthz` its health. */
import pkg from "../../package.json" with { type: "json" };
import { DELIVERY_BASE, DELIVERY_DOCUMENT } from "../delivery/delivery-paths.ts";
import { OPERATIONS, operationPath } from "../operations.ts";
import type { Source } from "../site/source.ts";
import { jsonReply, type Reply } from "./reply.ts";

/** Paths in lower case. */
export const PATHS = { home: "/", openapi: "/openapi.json", health: "/healthz" } as const;

/** What `GET /` contains beside the operations. */
export type HomeOptions = {
  /** The path segments before `Migrations`, without slashes around them. */
  prefix: string;
  /** The name of the data, never a whole path. Default: none. */
  dataName?: string;
};

export function homeReply({ snapshot }: Source, { prefix, dataName }: HomeOptions): Reply {
  return jsonReply(200, {
    name: pkg.name,
    version: pkg.version,
    description: "The migrations API of a CMS site, read-only, from local data.",
    data: snapshot && { name: dataName, format: snapshot.site.format, nodes: snapshot.site.sizes },
    links: {
      operations: Object.fromEntries(
        OPERATIONS.map((operation) => [operation.name, operationPath(prefix, operation)]),
      ),
      delivery: snapshot && { base: DELIVERY_BASE, openapi: DELIVERY_DOCUMENT },
      openapi: PATHS.openapi,
      health: PATHS.health,
    },
  });
}

/** `GET /healthz`, in the format of application/health+json. */
export function healthReply(isDraining: boolean): Reply {
  const reply = jsonReply(isDraining ? 503 : 200, { status: isDraining ? "fail" : "pass" });
  reply.headers["Cache-Control"] = "no-store";
  return reply;
}
