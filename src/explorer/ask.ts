/** Asks the server, and tells its problems in its own words. */

/** What the server said is wrong, or that it did not answer. */
class AskError extends Error {}

type Query = Readonly<Record<string, string | number | undefined>>;

/** The URL of a path with a query. */
export function urlOf(path: string, query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}

/** @throws AskError */
export async function ask<T>(url: string, signal?: AbortSignal): Promise<T> {
  return JSON.parse(await askText(url, signal));
}

/**
 * The answer as it is written.
 * @throws AskError
 */
export async function askText(url: string, signal?: AbortSignal): Promise<string> {
  const response = await fetch(url, { headers: { Accept: "application/json" }, signal }).catch(
    (error: unknown) => {
      if (signal?.aborted) throw error;
      throw new AskError("The server does not answer. Is it still running?");
    },
  );
  const text = await response.text();
  if (response.ok) return text;
  throw new AskError(detailIn(text) ?? `The server answers with ${response.status}.`);
}

/** What a problem document says. */
function detailIn(text: string): string | undefined {
  try {
    const { detail } = JSON.parse(text);
    return typeof detail === "string" ? detail : undefined;
  } catch {
    return undefined;
  }
}
