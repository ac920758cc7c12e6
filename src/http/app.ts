/** The Hono app that answers the six operations from a source. It never listens. */
import { Hono } from "hono";
import type { MediaFiles } from "../media-files.ts";
import { OPERATIONS, operationPath } from "../operations.ts";
import type { Source } from "../source.ts";
import { shortened } from "../visible-text.ts";
import { type AppEnv, pathOf } from "./app-context.ts";
import type { Disturb } from "./disturbance.ts";
import { fileResponse, requestedFile } from "./files.ts";
import { type HomeOptions, healthReply, homeReply, PATHS } from "./home.ts";
import { KeptAnswer } from "./kept-answer.ts";
import { openapiReply } from "./openapi.ts";
import { operationReply } from "./operation-reply.ts";
import { type Problem, problemReply } from "./problem.ts";
import { type Handler, type ResponderOptions, responder } from "./responder.ts";

export type AppOptions = ResponderOptions &
  HomeOptions & {
    /** Gives the media files that are served at their own paths. Default: none. */
    files?: () => MediaFiles | undefined;
    /** Serves media files without the API key, as the original's client asks for them. Default: false. */
    publicFiles?: boolean;
    /** Called before each operation. Default: nothing disturbs them. */
    disturb?: Disturb;
    /** Whether the server is about to stop. Default: it never is. */
    isDraining?: () => boolean;
  };

const ALLOWED_METHODS = "GET, HEAD";
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
  const kept = new KeptAnswer();
  const paths = new Set<string>(Object.values(PATHS));
  // A path with one handler and no middleware is answered without a promise.
  for (const operation of OPERATIONS) {
    const path = normalPath(operationPath(prefix, operation));
    const handler = disturbed(options.disturb, (context) =>
      operationReply(current(), operation, context, kept),
    );
    app.get(path, (context) => respond(context, handler));
    paths.add(path);
  }
  app.get(PATHS.home, (context) => respond(context, () => homeReply(current(), options)));
  app.get(PATHS.openapi, (context) => respond(context, () => openapiReply(prefix)));
  app.get(PATHS.health, (context) => respond(context, () => healthReply(isDraining()), "open"));
  const fileAccess = options.publicFiles && options.apiKey !== undefined ? "open" : "granted";
  app.notFound((context) => {
    const { raw, url, method } = context.req;
    const file = requestedFile(options.files?.(), raw);
    if (file !== undefined) return respond(context, () => fileResponse(file, raw), fileAccess);
    return respond(context, () => {
      const path = pathOf(url);
      return problemReply(paths.has(normalPath(path)) ? wrongMethod(method) : unknownPath(path, prefix));
    });
  });
  return app;
}

/** The handler behind what disturbs it. */
function disturbed(disturb: Disturb | undefined, handler: Handler): Handler {
  if (!disturb) return handler;
  return async (context) => {
    const problem = await disturb();
    return problem ? problemReply(problem) : handler(context);
  };
}

function wrongMethod(method: string): Problem {
  return {
    name: "method-not-allowed",
    detail: `${method} is not allowed here: what is served is read with GET or HEAD.`,
    headers: { Allow: ALLOWED_METHODS },
  };
}

function unknownPath(path: string, prefix: string): Problem {
  const name = normalPath(path).split("/").at(-1);
  const operation = OPERATIONS.find((candidate) => candidate.name.toLowerCase() === name);
  const shown = shortened(path, SHOWN_PATH_LENGTH);
  const paths = OPERATIONS.map((candidate) => operationPath(prefix, candidate));
  return {
    name: "unknown-path",
    detail: operation
      ? `Nothing is served at ${shown}: ${operation.name} is at ${operationPath(prefix, operation)}.`
      : `Nothing is served at ${shown}. The operations are at ${paths.join(", ")}.`,
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
