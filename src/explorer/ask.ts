/** Requests to the server. A component that asks for a view is drawn again with each answer. */
import { useEffect, useState } from "preact/hooks";
import type { ViewAnswer, ViewName, ViewQuery } from "../http/explorer/explorer-api.ts";

/** What the server said is wrong, or that it did not answer. */
class AskError extends Error {}

/** The URL of a view. */
export function viewUrl<V extends ViewName>(view: V, query: ViewQuery<V>): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return `/explorer/${view}${given.length > 0 ? `?${new URLSearchParams(given)}` : ""}`;
}

/** @throws AskError */
export async function ask<V extends ViewName>(view: V, query: ViewQuery<V>): Promise<ViewAnswer<V>> {
  return JSON.parse(await askText(viewUrl(view, query)));
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

export type Answered<V extends ViewName> = {
  answer?: ViewAnswer<V>;
  problem?: string;
  isLoading: boolean;
  /** The URL that was asked. */
  url: string;
};

/**
 * Asks for a view. The last answer stays until the next one comes, so that nothing flickers.
 * @param query `undefined` if there is nothing to ask
 * @param version of the data: if it changes, the view is fetched again
 */
export function useAnswer<V extends ViewName>(
  view: V,
  query: ViewQuery<V> | undefined,
  version: string,
): Answered<V> {
  const url = query === undefined ? "" : viewUrl(view, query);
  const [held, setHeld] = useState<Answered<V>>({ url: "", isLoading: true });
  useEffect(() => {
    if (url === "") return;
    const aborted = new AbortController();
    askText(url, aborted.signal)
      .then((text) => setHeld({ url, answer: JSON.parse(text), isLoading: false }))
      .catch((error: unknown) => {
        if (!aborted.signal.aborted)
          setHeld({ url, problem: String((error as Error).message), isLoading: false });
      });
    return () => aborted.abort();
  }, [url, version]);
  return held.url === url ? held : { ...held, url, problem: undefined, isLoading: true };
}
