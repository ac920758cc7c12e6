/** What handlers see of a request: Hono's context, and behind node-server Node's own request. */
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/** Without a socket (`app.request()`) there is no Node request. */
export type AppEnv = { Bindings: Partial<HttpBindings> };
export type AppContext = Context<AppEnv>;

/**
 * Node's own request has the headers at hand; the web's would first make an object of all of them.
 * @param name in lower case
 */
export function headerOf({ env, req }: AppContext, name: string): string | undefined {
  const value = env?.incoming ? env.incoming.headers[name] : req.header(name);
  return Array.isArray(value) ? value.join(", ") : value;
}

/** Where the path begins in an absolute URL. */
export function pathStart(url: string): number {
  return url.indexOf("/", url.indexOf("//") + 2);
}

/** The path of an absolute URL, as it is written. */
export function pathOf(url: string): string {
  const query = url.indexOf("?");
  return url.slice(pathStart(url), query < 0 ? undefined : query);
}

/** The query of a URL, without its question mark. */
export function queryOf(url: string): string {
  const query = url.indexOf("?");
  return query < 0 ? "" : url.slice(query + 1);
}

/** The host and port of an absolute URL, as they are written. */
export function hostOf(url: string): string {
  return url.slice(url.indexOf("//") + 2, pathStart(url));
}
