/** Fetches views from the server; a component that uses a view is drawn again with each answer. */
import { useEffect, useState } from "preact/hooks";
import type { ViewAnswer, ViewName, ViewQuery } from "../http/explorer/explorer-api.ts";
import { chosenCulture } from "./route.ts";

/** The URL of a view in the language that is shown. */
export function shownUrl<V extends ViewName>(view: V, query: ViewQuery<V>): string {
  const given = Object.entries({ ...query, culture: chosenCulture() }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return `/explorer/${view}${given.length > 0 ? `?${new URLSearchParams(given)}` : ""}`;
}

/** @throws Error as `fetchText` */
export async function fetchView<V extends ViewName>(view: V, query: ViewQuery<V>): Promise<ViewAnswer<V>> {
  return JSON.parse(await fetchText(shownUrl(view, query)));
}

/**
 * The answer as text.
 * @throws Error whose message is the detail of the problem, or says that the server does not answer
 */
export async function fetchText(url: string, signal?: AbortSignal): Promise<string> {
  const response = await fetch(url, { headers: { Accept: "application/json" }, signal }).catch(
    (error: unknown) => {
      if (signal?.aborted) throw error;
      throw new Error("The server does not answer. Is it still running?");
    },
  );
  const text = await response.text();
  if (response.ok) return text;
  throw new Error(detailIn(text) ?? `The server answers with ${response.status}.`);
}

/** The detail of a problem document. */
function detailIn(text: string): string | undefined {
  try {
    const { detail } = JSON.parse(text);
    return typeof detail === "string" ? detail : undefined;
  } catch {
    return undefined;
  }
}

type FetchedView<T> = {
  answer?: T;
  problem?: string;
  isLoading: boolean;
  /** The URL that was requested. */
  url: string;
};
export type Answered<V extends ViewName> = FetchedView<ViewAnswer<V>>;

/**
 * Fetches a view. The last answer stays until the next one comes, so that nothing flickers.
 * @param query `undefined` to fetch nothing
 * @param version of the data: if it changes, the view is fetched again
 */
export function useAnswer<V extends ViewName>(
  view: V,
  query: ViewQuery<V> | undefined,
  version: string,
): Answered<V> {
  return useFetched(query === undefined ? "" : shownUrl(view, query), version, JSON.parse);
}

/**
 * Fetches a URL in the same way.
 * @param url empty to fetch nothing
 * @param read makes the answer of the text
 */
export function useFetched<T>(url: string, version: string, read: (text: string) => T): FetchedView<T> {
  const [held, setHeld] = useState<FetchedView<T>>({ url: "", isLoading: true });
  useEffect(() => {
    if (url === "") return;
    const aborted = new AbortController();
    fetchText(url, aborted.signal)
      .then((text) => setHeld({ url, answer: read(text), isLoading: false }))
      .catch((error: unknown) => {
        if (!aborted.signal.aborted) setHeld({ url, problem: (error as Error).message, isLoading: false });
      });
    return () => aborted.abort();
  }, [url, version]);
  return held.url === url ? held : { ...held, url, problem: undefined, isLoading: true };
}
