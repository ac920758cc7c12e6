/** The Hono app that answers the operations from a source. It never listens. */
import { Hono } from "hono";
import { DELIVERY_BASE, DELIVERY_ROOT } from "../delivery/delivery-paths.ts";
import { KINDS, OPERATIONS, operationPath } from "../operations.ts";
import type { MediaFiles } from "../site/media/media-files.ts";
import type { Source } from "../site/source.ts";
import { shortened } from "../text/visible-text.ts";
import { accessRequest, accessRule } from "./access.ts";
import { type AppContext, type AppEnv, headerOf, pathOf, queryOf } from "./app-context.ts";
import { type DeliveredSite, deliveryRoutes } from "./delivery-routes.ts";
import { VIEW_NAMES } from "./explorer/explorer-api.ts";
import { explorerPage, PAGE, PAGE_FILES, prefersPage } from "./explorer/explorer-page.ts";
import { type ExplorerOptions, explorerRoutes } from "./explorer/explorer-routes.ts";
import type { FaultInjection, InjectFault } from "./fault-injection.ts";
import { mediaReply } from "./files.ts";
import { type HomeOptions, healthReply, homeReply, PATHS } from "./home.ts";
import { openapiReply } from "./openapi.ts";
import { aliasedRequest } from "./operation-aliases.ts";
import { operationReply } from "./operation-reply.ts";
import { type Problem, problemReply, SHOWN_PATH_LENGTH, wrongMethod } from "./problem.ts";
import { type Handler, type ResponderOptions, responder } from "./responder.ts";
import { SITE_LISTS } from "./site-lists.ts";

export type AppOptions = ResponderOptions &
  HomeOptions & {
    /** Returns the media files, which are served at their own paths. Default: none. */
    media?: () => MediaFiles;
    /** Serves media files without the API key, since the API's .NET client requests them without it. Default: false. */
    publicFiles?: boolean;
    /** Called with the path of each media file that is refused since the request has no key. Default: nothing. */
    onFileWithoutKey?: (path: string) => void;
    /** Serves the explorer to browsers, at the path of the home document. Default: no explorer. */
    explorer?: ExplorerOptions;
    /** Gives the site for the Delivery API. Default: the API is not served. */
    delivery?: () => Promise<DeliveredSite>;
    /** Fault injection for operations and files. Default: none. */
    faults?: FaultInjection;
  };

/**
 * Creates the app. Everything that does not depend on the request is decided here.
 * @param source a source, or a function that returns it, called once per request so that no request sees two sources
 */
export function createApp(source: Source | (() => Source), options: AppOptions): Hono<AppEnv> {
  const current = typeof source === "function" ? source : () => source;
  const { prefix, explorer, faults, apiKey, publicFiles = false } = options;
  const handlers = new Map<string, Handler>([
    [PATHS.openapi, () => openapiReply(prefix, explorer !== undefined)],
    [PATHS.home, () => homeReply(current(), options)],
  ]);
  for (const operation of OPERATIONS) {
    handlers.set(
      normalPath(operationPath(prefix, operation)),
      withFaults(faults?.operation, (context) => operationReply(current(), operation, context)),
    );
  }
  for (const { path, reply } of SITE_LISTS) {
    handlers.set(
      normalPath(path(prefix)),
      withFaults(faults?.operation, () => reply(current())),
    );
  }
  for (const [path, handler] of options.delivery ? deliveryRoutes(options.delivery) : []) {
    handlers.set(path, withFaults(faults?.operation, handler));
  }
  if (explorer) {
    const page = explorerPage();
    handlers.set(PATHS.home, (context) => {
      if (prefersPage(context)) return page(context, PAGE);
      const reply = homeReply(current(), options);
      reply.headers.Vary = "Accept";
      return reply;
    });
    for (const [path, file] of Object.entries(PAGE_FILES)) {
      handlers.set(path, (context) => page(context, file));
    }
    const answer = explorerRoutes({ ...options, ...explorer });
    for (const name of VIEW_NAMES) {
      handlers.set(`/explorer/${name}`, (context) => answer(name, current(), context));
    }
  }
  const app = new Hono<AppEnv>({ getPath: (request) => normalPath(pathOf(request.url)) });
  const respond = responder(options);
  // A path with one handler and no middleware is answered without a promise.
  for (const [path, handler] of handlers) app.get(path, (context) => respond(context, handler));
  const deny = accessRule(options);
  const mayKnow = (context: AppContext) => deny(accessRequest(context)) === undefined;
  app.get(PATHS.health, (context) =>
    respond(context, () => healthReply(options.health?.() ?? {}, mayKnow(context)), "open"),
  );
  app.notFound((context) => {
    const { method, url } = context.req;
    const path = pathOf(url);
    const shown = shortened(path, SHOWN_PATH_LENGTH);
    const hasCredentials = headerOf(context, "authorization") ?? headerOf(context, "api-key");
    const isRead = method === "GET" || method === "HEAD";
    const aliased = aliasedRequest(path, queryOf(url));
    if (aliased && isRead) {
      const handler: Handler =
        "name" in aliased
          ? () => problemReply(aliased)
          : (context) => operationReply(current(), aliased.operation, context, aliased.query);
      return respond(context, withFaults(faults?.operation, handler));
    }
    const files = isRead ? options.media?.() : undefined;
    const file = files?.named(path);
    if (!files || !file) {
      const isKnown = aliased || isServed(normalPath(path), handlers) || normalPath(path) === PATHS.health;
      const problem = isKnown ? wrongMethod(method) : unknownPath(path, prefix);
      return respond(context, () => problemReply(problem));
    }
    if (apiKey !== undefined && !publicFiles && hasCredentials === undefined) {
      options.onFileWithoutKey?.(shown);
    }
    const handler = withFaults(faults?.file, () =>
      mediaReply(context, files, file, {
        path: shown,
        mayKnow: mayKnow(context),
      }),
    );
    return respond(context, handler, publicFiles && apiKey !== undefined ? "open" : "granted");
  });
  return app;
}

/** Whether a path is one of these, of which some end in a wildcard. */
function isServed(path: string, handlers: ReadonlyMap<string, Handler>): boolean {
  if (handlers.has(path)) return true;
  return [...handlers.keys()].some((each) => each.endsWith("/*") && path.startsWith(each.slice(0, -1)));
}

/** The handler with fault injection, if there is any. */
function withFaults(inject: InjectFault | undefined, handler: Handler): Handler {
  return inject ? (context) => inject(() => handler(context)) : handler;
}

function unknownPath(path: string, prefix: string): Problem {
  const nothing = `Nothing is served at ${shortened(path, SHOWN_PATH_LENGTH)}`;
  if (normalPath(path).startsWith(`${DELIVERY_ROOT}/`)) {
    const lists = KINDS.map((kind) => `${DELIVERY_BASE}/${kind}`).join(" and ");
    return {
      name: "unknown-path",
      detail: `${nothing}. The Content Delivery API is at ${lists}, with item/PATH, item/KEY and items below.`,
    };
  }
  const name = normalPath(path).split("/").at(-1);
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
function normalPath(path: string): string {
  let decoded = path;
  try {
    if (path.includes("%")) decoded = decodeURI(path);
  } catch {
    // A malformed path is compared as it is.
  }
  return (decoded.length > 1 && decoded.endsWith("/") ? decoded.slice(0, -1) : decoded).toLowerCase();
}
