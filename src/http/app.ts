/** The Hono app that answers the six operations from a source. It never listens. */
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { OPERATIONS, type Operation, operationFor, operationPath, otherKind } from "../operations.ts";
import { describeTarget, type Lookup, type Source } from "../source.ts";
import { type AccessOptions, accessRule } from "./access.ts";
import { readLookup } from "./lookup.ts";
import { type Problem, problemReply } from "./problem.ts";
import { type Reply, toResponse } from "./reply.ts";

/** What happened to one request, told when its answer has been handed over. */
export type Exchange = {
  method: string;
  /** Path and query, as they were asked for. */
  target: string;
  status: number;
  /** Bytes of the body. */
  bytes: number;
  milliseconds: number;
};

export type AppOptions = AccessOptions & {
  /** The path segments before `Migrations`, without slashes around them. */
  prefix: string;
  /** Told of each exchange. Default: nobody is. */
  onExchange?: (exchange: Exchange) => void;
  /** Told of each fault of the program. Default: nobody is. */
  onFault?: (error: unknown) => void;
};

/** Under node-server the app sees Node's own request too. */
export type AppEnv = { Bindings: Partial<HttpBindings> };
type AppContext = Context<AppEnv>;
type Handler = (context: AppContext) => Reply | Promise<Reply>;

const ALLOWED_METHODS = "GET, HEAD";
/** How much of a path an error repeats. */
const SHOWN_PATH_LENGTH = 200;

/** Makes the app. All that does not depend on the request is decided here. */
export function createApp(source: Source, options: AppOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ getPath: (request) => normalPath(pathOf(request.url)) });
  const operations = new Map(
    OPERATIONS.map((operation) => [normalPath(operationPath(options.prefix, operation)), operation]),
  );
  const respond = responder(options);
  // A path with one handler and no middleware is answered without a promise.
  for (const [path, operation] of operations) {
    app.get(path, (context) => respond(context, () => answerOperation(source, operation, context.req.url)));
  }
  app.notFound((context) =>
    respond(context, () => {
      const path = pathOf(context.req.url);
      const isOperation = operations.has(normalPath(path));
      return problemReply(isOperation ? wrongMethod(context.req.method) : unknownPath(path, options.prefix));
    }),
  );
  return app;
}

/** Makes the function that every request goes through: it asks whether access is granted, and accounts for the answer. */
function responder(options: AppOptions) {
  const deny = accessRule(options);
  const { onExchange, onFault } = options;
  return (context: AppContext, handler: Handler): Response | Promise<Response> => {
    const started = performance.now();
    const { url, method } = context.req;
    const finish = (reply: Reply) =>
      toResponse(reply, method, (bytes) =>
        onExchange?.({
          method,
          target: url.slice(pathStart(url)),
          status: reply.status,
          bytes,
          milliseconds: performance.now() - started,
        }),
      );
    const fail = (error: unknown) => {
      onFault?.(error);
      return finish(problemReply({ name: "internal", detail: "The server has met a fault of its own." }));
    };
    try {
      const problem = deny({ host: hostOf(url), authorization: authorizationOf(context) });
      const reply = problem ? problemReply(problem) : handler(context);
      return reply instanceof Promise ? reply.then(finish).catch(fail) : finish(reply);
    } catch (error) {
      return fail(error);
    }
  };
}

function answerOperation(source: Source, operation: Operation, url: string): Reply | Promise<Reply> {
  const query = url.indexOf("?");
  const lookup = readLookup(operation, query < 0 ? "" : url.slice(query + 1));
  if ("name" in lookup) return problemReply(lookup);
  const answer = source.answer(lookup);
  if (answer instanceof Promise)
    return answer.then((body) => (body ? found(body) : noSuchNode(source, lookup)));
  return answer ? found(answer) : noSuchNode(source, lookup);
}

function found(body: Reply["body"]): Reply {
  return { status: 200, type: "application/json; charset=utf-8", body };
}

async function noSuchNode(source: Source, { kind, target }: Lookup): Promise<Reply> {
  const other = otherKind(kind);
  const isOther = (await source.answer({ kind: other, target, maxLevel: 0 })) !== undefined;
  const hint = isOther ? ` A ${other} node has it: try ${operationFor(other, target.by).name}.` : "";
  return problemReply({
    name: "no-such-node",
    detail: `There is no ${describeTarget(kind, target)}.${hint}`,
  });
}

function wrongMethod(method: string): Problem {
  return {
    name: "method-not-allowed",
    detail: `${method} is not allowed here: the operations are read with GET or HEAD.`,
    headers: { Allow: ALLOWED_METHODS },
  };
}

function unknownPath(path: string, prefix: string): Problem {
  const name = normalPath(path).split("/").at(-1);
  const operation = OPERATIONS.find((candidate) => candidate.name.toLowerCase() === name);
  const shown = path.length > SHOWN_PATH_LENGTH ? `${path.slice(0, SHOWN_PATH_LENGTH)}…` : path;
  const paths = OPERATIONS.map((candidate) => operationPath(prefix, candidate));
  return {
    name: "unknown-path",
    detail: operation
      ? `Nothing is served at ${shown}: ${operation.name} is at ${operationPath(prefix, operation)}.`
      : `Nothing is served at ${shown}. The operations are at ${paths.join(", ")}.`,
  };
}

/** Where the path begins in an absolute URL. */
function pathStart(url: string): number {
  return url.indexOf("/", url.indexOf("//") + 2);
}

function pathOf(url: string): string {
  const query = url.indexOf("?");
  return url.slice(pathStart(url), query < 0 ? undefined : query);
}

function hostOf(url: string): string {
  return url.slice(url.indexOf("//") + 2, pathStart(url));
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

/** Node's own request has the header at hand; the web's would first make an object of all of them. */
function authorizationOf({ env, req }: AppContext): string | undefined {
  return env?.incoming ? env.incoming.headers.authorization : req.header("Authorization");
}
