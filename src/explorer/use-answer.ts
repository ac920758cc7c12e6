/** Has a component shown again with what the server answers to it. */
import { useEffect, useState } from "preact/hooks";
import { ask } from "./ask.ts";

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
