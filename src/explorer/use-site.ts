/** What is served, asked again from time to time where it may change. */
import { useEffect, useState } from "preact/hooks";
import type { ExplorerSite } from "../http/explorer/explorer-answers.ts";
import { ask } from "./ask.ts";

/** How long to wait between two questions, in milliseconds. */
const PAUSE = 2000;

export function useSite(): { site: ExplorerSite | undefined; problem: string | undefined } {
  const [site, setSite] = useState<ExplorerSite>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      try {
        const answer = await ask<ExplorerSite>("/explorer/site");
        setProblem(undefined);
        setSite((before) => (before?.version === answer.version ? before : answer));
        if (answer.isWatched) timer = setTimeout(lookIfSeen, PAUSE);
      } catch (error) {
        setProblem((error as Error).message);
        timer = setTimeout(look, PAUSE);
      }
    };
    // A page that nobody sees asks nothing.
    const lookIfSeen = () => {
      if (document.hidden) addEventListener("visibilitychange", look, { once: true });
      else look();
    };
    look();
    return () => clearTimeout(timer);
  }, []);
  return { site, problem };
}
