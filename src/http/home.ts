/** The documents beside the operations: `GET /` lists what the server has and where, `GET /healthz` its health. */
import pkg from "../../package.json" with { type: "json" };
import { DELIVERY_BASE, DELIVERY_DOCUMENT } from "../delivery/delivery-paths.ts";
import { OPERATIONS, operationPath } from "../operations.ts";
import type { Source } from "../site/source.ts";
import { VERSION } from "../version.ts";
import { jsonReply, type Reply } from "./reply.ts";

/** What `GET /` contains beside the operations. */
export type HomeOptions = {
  /** The path segments before `Migrations`, without slashes around them. */
  prefix: string;
  /** The name of the data, never a whole path. */
  dataName: string;
  /** Returns the state of the server. */
  health: () => Health;
};

/** The state of a server. */
type Health = {
  /** When the data that is served was loaded. */
  loadedAt: Date;
  /** Why changed data could not be loaded. */
  failure?: string;
  /** When a change of the data was seen that is not served yet; `undefined` if there is none. */
  changedAt?: Date | undefined;
  /** Whether the server is about to stop. */
  isDraining?: boolean;
};

/** @param headers added to the headers of JSON */
export function homeReply(
  { snapshot }: Source,
  { prefix, dataName, health }: HomeOptions,
  headers: Record<string, string> = {},
): Reply {
  const reply = jsonReply(200, {
    name: pkg.name,
    version: VERSION,
    description: "The migrations API of a CMS site, read-only, from local data.",
    data: snapshot && {
      name: dataName,
      format: snapshot.site.format,
      nodes: snapshot.site.sizes,
      version: snapshot.version,
      loadedAt: health().loadedAt,
    },
    links: {
      operations: Object.fromEntries(
        OPERATIONS.map((operation) => [operation.name, operationPath(prefix, operation)]),
      ),
      delivery: snapshot && { base: DELIVERY_BASE, openapi: DELIVERY_DOCUMENT },
      openapi: "/openapi.json",
      health: "/healthz",
    },
  });
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

/**
 * `GET /healthz`, in the format of application/health+json (draft-inadarei-api-health-check-06).
 * @param mayKnow whether the client may read the data, and so the reason for a failure, which can quote the data
 */
export function healthReply({ loadedAt, failure, changedAt, isDraining }: Health, mayKnow: boolean): Reply {
  const status = isDraining ? "fail" : failure === undefined ? "pass" : "warn";
  const reason = mayKnow ? failure : "requests with the API key get the reason";
  const reply = jsonReply(isDraining ? 503 : 200, {
    status,
    ...(status === "pass" &&
      changedAt && {
        output: "changed data is being loaded, and the earlier data is still served",
        checks: { data: [{ status, time: loadedAt, changedAt }] },
      }),
    ...(status === "warn" && {
      output: `reloading failed, so the earlier data is still served: ${reason}`,
      checks: { data: [{ status, time: loadedAt }] },
    }),
  });
  reply.headers["Cache-Control"] = "no-store";
  return reply;
}
