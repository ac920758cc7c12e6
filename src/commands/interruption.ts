/** Ends a command that writes in good order where a signal tells it to. */
import { InterruptedError } from "../errors.ts";

/** Aborted with an InterruptedError by the first SIGINT or SIGTERM; a second one ends the process. */
export function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => controller.abort(new InterruptedError(signal, "interrupted")));
  }
  return controller.signal;
}
