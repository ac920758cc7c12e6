/** `GET /`: what this server is, what it serves, and where. */
import pkg from "../../package.json" with { type: "json" };
import { OPERATIONS, operationPath } from "../operations.ts";
import type { Source } from "../source.ts";
import { jsonReply, type Reply } from "./reply.ts";

/** The paths of documents that are not operations, in lower case. */
export const PATHS = { home: "/", openapi: "/openapi.json", health: "/healthz" } as const;

/** The server as `GET /` describes it. */
export type HomeOptions = {
  /** The path segments before `Migrations`, without slashes around them. */
  prefix: string;
  /** The name of the data, never a whole path. Default: none. */
  dataName?: string;
};

export function homeReply({ edition }: Source, { prefix, dataName }: HomeOptions): Reply {
  return jsonReply(200, {
    name: pkg.name,
    version: pkg.version,
    description: "A read-only stand-in for the migrations API of a CMS site.",
    data: edition && { name: dataName, format: edition.format, nodes: edition.sizes },
    links: {
      operations: Object.fromEntries(
        OPERATIONS.map((operation) => [operation.name, operationPath(prefix, operation)]),
      ),
      openapi: PATHS.openapi,
      health: PATHS.health,
    },
  });
}

/** `GET /healthz`, in the words of the health check format for HTTP APIs. */
export function healthReply(isDraining: boolean): Reply {
  const reply = jsonReply(isDraining ? 503 : 200, { status: isDraining ? "fail" : "pass" });
  reply.headers["Cache-Control"] = "no-store";
  return reply;
}
