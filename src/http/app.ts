/** The Hono app that answers the operations from a source. It never listens. */
// Hono's middleware is not used: `basicAuth` sends no `charset`, `cors` answers the preflights of all origins, `etag` reads the
// body that a version of the data makes unnecessary, and `compress` leaves the entity tag as it is. Steps return a reply at
// once if they can: one promise more costs a look-up a tenth.
import { Hono } from "hono";
import { DELIVERY_BASE, DELIVERY_ROOT } from "../delivery/delivery-paths.ts";
import { ALIAS_BASE, API_SEGMENT, KINDS, OPERATIONS, operationPath } from "../operations.ts";
import type { MediaFiles } from "../site/media/media-files.ts";
import type { Source } from "../site/source.ts";
import { percentDecoded } from "../text/path-text.ts";
import { shortened } from "../text/visible-text.ts";
import { accessTo, hasCredentials } from "./access.ts";
import { type AppEnv, pathOf } from "./app-context.ts";
import { deliveryRoutes } from "./delivery-routes.ts";
import { VIEW_NAMES } from "./explorer/explorer-api.ts";
import { explorerPage, PAGE, PAGE_FILES, prefersPage } from "./explorer/explorer-page.ts";
import { type ExplorerOptions, explorerRoutes } from "./explorer/explorer-routes.ts";
import type { FaultInjection } from "./fault-injection.ts";
import { mediaReply } from "./files.ts";
import { type HomeOptions, healthReply, homeReply } from "./home.ts";
import { openapiReply } from "./openapi.ts";
import { ALIAS_PATHS, aliasReply } from "./operation-aliases.ts";
import { operationReply } from "./operation-reply.ts";
import { type Problem, problemReply, SHOWN_PATH_LENGTH, wrongMethod } from "./problem.ts";
import { longReplies, redirectReply, type Step } from "./reply.ts";
import { type ResponderOptions, responder } from "./responder.ts";
import { SITE_LISTS } from "./site-lists.ts";

export type AppOptions = ResponderOptions &
  HomeOptions & {
    /** Returns the media files, which are served at their own paths. */
    media: () => MediaFiles;
    /** Serves media files without the API key, since the API's .NET client requests them without it. */
    publicFiles: boolean;
    /** Called with the path of each media file that is refused since the request has no key. */
    onFileWithoutKey: (path: string) => void;
    /** Serves the explorer to browsers, at the path of the home document; `undefined`: no explorer. */
    explorer: ExplorerOptions | undefined;
    /** Fault injection for operations and files. */
    faults: FaultInjection;
  };

/** A client that requests nothing for longer has probably finished, in milliseconds. */
const CLIENT_PAUSE = 1000;

/**
 * Creates the app. Each route names its steps in their order; what all responses get (CORS, caching, compression, the log) is
 * in `responder.ts`. Paths are in lower case, since `routedPath` converts the paths of requests to lower case.
 * @param current returns the source, called once per request so that no request sees two sources
 */
export function createApp(current: () => Source, options: AppOptions): Hono<AppEnv> {
  const { prefix, explorer, apiKey, publicFiles } = options;
  const app = new Hono<AppEnv>({ getPath: (request) => routedPath(pathOf(request.url)) });
  const respond = responder(options);
  const longReply = longReplies();
  const { access, mayRead } = accessTo(options);
  /** When a client requested something that is no part of the explorer. */
  let lastRequest = Number.NEGATIVE_INFINITY;
  const forClients: Step = (_, next) => {
    if (explorer) lastRequest = performance.now();
    return options.faults.operation(next);
  };

  const page = explorerPage();
  app.get(
    "/",
    respond(access, (context) => {
      if (explorer && prefersPage(context)) return page(context, PAGE);
      return homeReply(current(), options, explorer && { Vary: "Accept" });
    }),
  );
  app.get(
    "/openapi.json",
    respond(access, () => openapiReply(prefix)),
  );
  app.get(
    "/healthz",
    respond((context) => healthReply(options.health(), mayRead(context))),
  );

  for (const operation of OPERATIONS) {
    app.get(
      routedPath(`/${prefix}/${API_SEGMENT}/${operation.name}`),
      respond(access, forClients, (context) => operationReply(current(), operation, context)),
    );
  }
  for (const alias of ALIAS_PATHS) {
    app.get(
      routedPath(`${ALIAS_BASE}${alias.path}${alias.hasValue ? ":value" : ""}`),
      respond(access, forClients, (context) => aliasReply(current(), alias, context)),
    );
  }
  for (const { path, reply } of SITE_LISTS) {
    app.get(
      routedPath(path(prefix)),
      respond(access, forClients, () => reply(current())),
    );
  }
  for (const [path, answer] of deliveryRoutes(current, longReply)) {
    app.get(path, respond(access, forClients, answer));
  }
  if (explorer) {
    app.get(
      "/explorer",
      respond(access, () => redirectReply(302, "/")),
    );
    for (const [path, file] of Object.entries(PAGE_FILES)) {
      app.get(
        path,
        respond(access, (context) => page(context, file)),
      );
    }
    const hasClients = () => performance.now() - lastRequest < CLIENT_PAUSE;
    const answer = explorerRoutes({ ...options, ...explorer, hasClients, longReply });
    for (const name of VIEW_NAMES) {
      app.get(
        `/explorer/${name}`,
        respond(access, (context) => answer(name, current(), context)),
      );
    }
  }

  // Media files have the paths that the data says, so that no route names them.
  app.notFound(
    respond((context) => {
      const { method, url } = context.req;
      const path = pathOf(url);
      const files = options.media();
      const file = files.named(path);
      const isWrong = method !== "GET" && method !== "HEAD";
      if (!file || isWrong) {
        const isServed = file !== undefined || app.router.match("GET", routedPath(path))[0].length > 0;
        const problem = isWrong && isServed ? wrongMethod(method) : unknownPath(path, prefix);
        return access(context, () => problemReply(problem));
      }
      const shown = shortened(path, SHOWN_PATH_LENGTH);
      if (apiKey !== undefined && !publicFiles && !hasCredentials(context)) options.onFileWithoutKey(shown);
      const sent = () => mediaReply(context, files, file, { path: shown, mayKnow: mayRead(context) });
      const faulty = () => options.faults.file(sent);
      return publicFiles && apiKey !== undefined ? faulty() : access(context, faulty);
    }),
  );
  return app;
}

function unknownPath(path: string, prefix: string): Problem {
  const nothing = `Nothing is served at ${shortened(path, SHOWN_PATH_LENGTH)}`;
  if (routedPath(path).startsWith(`${DELIVERY_ROOT}/`)) {
    const lists = KINDS.map((kind) => `${DELIVERY_BASE}/${kind}`).join(" and ");
    return {
      name: "unknown-path",
      detail: `${nothing}. The Content Delivery API is at ${lists}, with item/PATH, item/KEY and items below.`,
    };
  }
  const name = routedPath(path).split("/").at(-1);
  const operation = OPERATIONS.find((candidate) => candidate.name.toLowerCase() === name);
  const hint = operation
    ? `: ${operation.name} is at ${operationPath(prefix, operation)}.`
    : `. The operations are at ${OPERATIONS.map((each) => operationPath(prefix, each)).join(", ")}.`;
  return {
    name: "unknown-path",
    detail: `${nothing}${hint}`,
  };
}

/** Paths are matched without regard to case or to one slash at the end, as ASP.NET does. */
function routedPath(path: string): string {
  const decoded = percentDecoded(path, decodeURI);
  return (decoded.length > 1 && decoded.endsWith("/") ? decoded.slice(0, -1) : decoded).toLowerCase();
}
