/** The Hono app that answers the operations from a source. It never listens. */
import { Hono } from "hono";
import type { MediaFiles } from "../media/media-files.ts";
import { OPERATIONS, operationPath } from "../operations.ts";
import type { Source } from "../source.ts";
import { shortened } from "../text/visible-text.ts";
import { accessRule } from "./access.ts";
import { type AppContext, type AppEnv, headerOf, hostOf, pathOf } from "./app-context.ts";
import type { Disturb, Disturbance } from "./disturbance.ts";
import { VIEW_NAMES } from "./explorer/explorer-api.ts";
import { ExplorerPage, PAGE_FILES, type PagePath } from "./explorer/explorer-page.ts";
import { type ExplorerOptions, explorerRoutes } from "./explorer/explorer-routes.ts";
import { mediaReply } from "./files.ts";
import { type HomeOptions, healthReply, homeReply, PATHS } from "./home.ts";
import { openapiReply } from "./openapi.ts";
import { operationReply } from "./operation-reply.ts";
import { type Problem, problemReply, wrongMethod } from "./problem.ts";
import type { Reply } from "./reply.ts";
import { type Handler, type ResponderOptions, responder } from "./responder.ts";

export type AppOptions = ResponderOptions &
  HomeOptions & {
    /** Gives the media files, which are served at their own paths. Default: there are none. */
    media?: () => MediaFiles;
    /** Serves media files without the API key, as the original's client asks for them. Default: false. */
    publicFiles?: boolean;
    /** Told the path of each media file that is refused since no key came with the request. Default: nobody is. */
    onFileWithoutKey?: (path: string) => void;
    /** Shows the data to browsers as a page, at the path of the home document. Default: it is not shown. */
    explorer?: ExplorerOptions;
    /** What operations and files meet on purpose. Default: nothing. */
    disturbance?: Disturbance;
    /** Whether the server is about to stop. Default: it never is. */
    isDraining?: () => boolean;
  };

/** How much of a path an error repeats. */
const SHOWN_PATH_LENGTH = 200;

/**
 * Makes the app. All that does not depend on the request is decided here.
 * @param source where answers come from, or what gives it: that is asked once a request, so that no request sees two
 */
export function createApp(source: Source | (() => Source), options: AppOptions): Hono<AppEnv> {
  const current = typeof source === "function" ? source : () => source;
  const { prefix, isDraining = () => false } = options;
  const app = new Hono<AppEnv>({ getPath: (request) => normalPath(pathOf(request.url)) });
  const respond = responder(options);
  const paths = new Set<string>(Object.values(PATHS));
  // A path with one handler and no middleware is answered without a promise.
  for (const [path, handler] of [...operationHandlers(current, options), ...pageHandlers(current, options)]) {
    app.get(path, (context) => respond(context, handler));
    paths.add(path);
  }
  app.get(PATHS.openapi, (context) =>
    respond(context, () => openapiReply(prefix, options.explorer !== undefined)),
  );
  app.get(PATHS.health, (context) => respond(context, () => healthReply(isDraining()), "open"));
  const fileAccess = options.publicFiles && options.apiKey !== undefined ? "open" : "granted";
  const needsKey = options.apiKey !== undefined && !options.publicFiles;
  const mediaAt = mediaHandlers(options);
  app.notFound((context) => {
    const path = pathOf(context.req.url);
    const media = mediaAt(context, path);
    if (media) {
      if (needsKey && headerOf(context, "authorization") === undefined) {
        options.onFileWithoutKey?.(shortened(path, SHOWN_PATH_LENGTH));
      }
      return respond(context, media, fileAccess);
    }
    return respond(context, () => {
      const { method } = context.req;
      return problemReply(paths.has(normalPath(path)) ? wrongMethod(method) : unknownPath(path, prefix));
    });
  });
  return app;
}

/** What answers at the path of each operation. */
function operationHandlers(current: () => Source, { prefix, disturbance }: AppOptions): [string, Handler][] {
  return OPERATIONS.map((operation) => [
    normalPath(operationPath(prefix, operation)),
    disturbed(disturbance?.operation, (context) => operationReply(current(), operation, context)),
  ]);
}

/** What answers at the home's path, and at each of the explorer's where there is one. */
function pageHandlers(current: () => Source, options: AppOptions): [string, Handler][] {
  const page = options.explorer && new ExplorerPage();
  const atHome: Handler = (context) => home(context, page, current(), options);
  if (!page) return [[PATHS.home, atHome]];
  const explorer = explorerRoutes({ ...options, ...options.explorer });
  const files = (Object.keys(PAGE_FILES) as PagePath[]).map((path): [string, Handler] => [
    path,
    (context) => page.file(context, path),
  ]);
  const views = VIEW_NAMES.map((name): [string, Handler] => [
    `/explorer/${name}`,
    (context) => explorer(name, current(), context),
  ]);
  return [[PATHS.home, atHome], ...files, ...views];
}

/** A page for browsers, where there is one, and the document for everybody else. */
function home(
  context: AppContext,
  page: ExplorerPage | undefined,
  source: Source,
  options: HomeOptions,
): Reply | Promise<Reply> {
  if (page?.isWanted(context)) return page.page(context);
  const reply = homeReply(source, options);
  if (page) reply.headers.Vary = "Accept";
  return reply;
}

/** Gives the handler of a request for a media file, where it is one. */
function mediaHandlers(options: AppOptions): (context: AppContext, path: string) => Handler | undefined {
  const deny = accessRule(options);
  return (context, path) => {
    const files = isRead(context.req.method) ? options.media?.() : undefined;
    const file = files?.named(path);
    if (!files || !file) return undefined;
    const access = { host: hostOf(context.req.url), authorization: headerOf(context, "authorization") };
    return disturbed(options.disturbance?.file, () =>
      mediaReply(context, files, file, {
        path: shortened(path, SHOWN_PATH_LENGTH),
        mayKnow: deny(access) === undefined,
      }),
    );
  };
}

/** The handler behind what disturbs it. */
function disturbed(disturb: Disturb | undefined, handler: Handler): Handler {
  if (!disturb) return handler;
  return (context) => disturb(() => handler(context));
}

function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

function unknownPath(path: string, prefix: string): Problem {
  const name = normalPath(path).split("/").at(-1);
  const operation = OPERATIONS.find((candidate) => candidate.name.toLowerCase() === name);
  const paths = OPERATIONS.map((candidate) => operationPath(prefix, candidate));
  return {
    name: "unknown-path",
    detail: operation
      ? `Nothing is served at ${shortened(path, SHOWN_PATH_LENGTH)}: ${operation.name} is at ${operationPath(prefix, operation)}.`
      : `Nothing is served at ${shortened(path, SHOWN_PATH_LENGTH)}. The operations are at ${paths.join(", ")}.`,
  };
}

/** Paths are matched without regard to case or to one slash at the end, as ASP.NET does. */
function normalPath(path: string): string {
  const decoded = (path.includes("%") ? decodedPath(path) : path).toLowerCase();
  return decoded.length > 1 && decoded.endsWith("/") ? decoded.slice(0, -1) : decoded;
}

function decodedPath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
