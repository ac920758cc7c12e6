/** The request as handlers see it: Hono's context, with Node's request if there is a socket. */
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/** Without a socket (`app.request()`) there is no Node request. */
export type AppEnv = { Bindings: Partial<HttpBindings> };
export type AppContext = Context<AppEnv>;

/**
 * Reads Node's headers if possible: Hono's would first copy all of them into an object.
 * @param name in lower case
 */
export function headerOf({ env, req }: AppContext, name: string): string | undefined {
  const value = env?.incoming ? env.incoming.headers[name] : req.header(name);
  return Array.isArray(value) ? value.join(", ") : value;
}

/** The index at which the path of an absolute URL starts. */
export function pathStart(url: string): number {
  return url.indexOf("/", url.indexOf("//") + 2);
}

/** The path of an absolute URL, not decoded. */
export function pathOf(url: string): string {
  const query = url.indexOf("?");
  return url.slice(pathStart(url), query < 0 ? undefined : query);
}

/** The query of a URL, without its question mark. */
export function queryOf(url: string): string {
  const query = url.indexOf("?");
  return query < 0 ? "" : url.slice(query + 1);
}

/** The host and port of an absolute URL, as written. */
export function requestHost(url: string): string {
  return url.slice(url.indexOf("//") + 2, pathStart(url));
}
