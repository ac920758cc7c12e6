/** Ends a command that writes in good order where a signal tells it to. */
import { InterruptedError } from "../errors.ts";

/**
 * Aborted with an InterruptedError by the first SIGINT or SIGTERM; a second one ends the process.
 * @param message what the error says
 */
export function interruption(message = "interrupted"): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => controller.abort(new InterruptedError(signal, message)));
  }
  return controller.signal;
}
