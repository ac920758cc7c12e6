/** How signals end a command: the first in good order, a second one at once. */
import { EXIT, InterruptedError } from "../errors.ts";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
type EndingSignal = (typeof SIGNALS)[number];

/** Work of other threads. Node waits for it before a process ends: for ever, if it waits for a file that does not open. */
const ELSEWHERE = /^(?:FSReq|MessagePort|Worker)/;

/**
 * For a command that writes. Aborted with an InterruptedError by the first signal; a second one ends the process.
 * @param message what the error says
 */
export function interruption(message = "interrupted"): AbortSignal {
  const controller = new AbortController();
  for (const signal of SIGNALS) {
    process.once(signal, () => controller.abort(new InterruptedError(signal, message)));
  }
  return controller.signal;
}

/** For a server. Aborted by the first signal, with its name as the reason; a second one ends the process at once. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (controller.signal.aborted) endAtOnce(signal);
      controller.abort(signal);
    });
  }
  return controller.signal;
}

/**
 * Ends at once, also where this process may not be able to end itself.
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
