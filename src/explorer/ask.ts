/** Asks the server, and tells its problems in its own words; has a component shown again with what is answered to it. */
import { useEffect, useState } from "preact/hooks";

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

export type Answered<T> = { answer?: T; problem?: string; isLoading: boolean };

type Held<T> = Answered<T> & { url: string };

/**
 * What was answered before stays until the next answer comes, so that nothing flickers.
 * @param url `undefined` where nothing is asked
 * @param version asked again where it differs
 */
export function useAnswer<T>(url: string | undefined, version: string): Answered<T> {
  const [held, setHeld] = useState<Held<T>>({ url: "", isLoading: true });
  useEffect(() => {
    if (url === undefined) return;
    const aborted = new AbortController();
    ask<T>(url, aborted.signal)
      .then((answer) => setHeld({ url, answer, isLoading: false }))
      .catch((error: unknown) => {
        if (!aborted.signal.aborted)
          setHeld({ url, problem: String((error as Error).message), isLoading: false });
      });
    return () => aborted.abort();
  }, [url, version]);
  return held.url === url ? held : { ...held, problem: undefined, isLoading: true };
}
