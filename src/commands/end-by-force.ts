/** Ends this process where it may not be able to end itself. */
import { EXIT } from "../errors.ts";

type EndingSignal = "SIGINT" | "SIGTERM";

/** Work of other threads. Node waits for it before a process ends: for ever, if it waits for a file that does not open. */
const ELSEWHERE = /^(?:FSReq|MessagePort|Worker)/;

/**
 * Ends at once.
 * @param status the exit status, where it can be had. Default: that of the signal
 */
export function endAtOnce(signal: EndingSignal, status: number = EXIT[signal]): void {
  if (process.getActiveResourcesInfo().some((name) => ELSEWHERE.test(name))) endByForce(signal);
  // Said outright, since to a container's first process a signal without a handler means nothing.
  process.exit(status);
}

/** Ends by the signal itself, for which nothing is waited: a shell shows the same status. */
function endByForce(signal: EndingSignal): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // Still here: a container's first process, which a signal without a handler does not end.
  process.abort();
}
