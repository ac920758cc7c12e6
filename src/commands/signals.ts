/** How signals end a command: the first in good order, a second one at once. */
import { EXIT, InterruptedError } from "../errors.ts";
import type { Io } from "../io.ts";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
/** Where signals arrive. */
type SignalIo = Pick<Io, "signals">;
type EndingSignal = (typeof SIGNALS)[number];

/** Work of other threads. Node waits for it before a process ends: for ever, if it waits for a file that does not open. */
const ELSEWHERE = /^(?:FSReq|MessagePort|Worker)/;

/**
 * Runs the work of a command that writes. The first signal aborts the work with an InterruptedError; a second one ends the process.
 * @param message what the error says
 */
export function interruptible<T>(
  io: SignalIo,
  work: (signal: AbortSignal) => Promise<T>,
  message = "interrupted",
): Promise<T> {
  const controller = new AbortController();
  return whileListening(
    io,
    (signal, stopListening) => {
      // Without a listener the next signal does what the system does by default: it ends the process.
      stopListening();
      controller.abort(new InterruptedError(signal, message));
    },
    () => work(controller.signal),
  );
}

/** Runs a server. The first signal aborts it, with the signal's name as the reason; a second one ends the process at once. */
export function stoppable<T>(io: SignalIo, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  return whileListening(
    io,
    (signal) => {
      if (controller.signal.aborted) endAtOnce(io, signal);
      controller.abort(signal);
    },
    () => work(controller.signal),
  );
}

/** Listens for signals until the work has ended, however it ends. */
async function whileListening<T>(
  io: SignalIo,
  onSignal: (signal: EndingSignal, stopListening: () => void) => void,
  work: () => Promise<T>,
): Promise<T> {
  const listener = (signal: NodeJS.Signals) => onSignal(signal as EndingSignal, stopListening);
  const stopListening = () => {
    for (const signal of SIGNALS) signalsOf(io).off(signal, listener);
  };
  for (const signal of SIGNALS) signalsOf(io).on(signal, listener);
  try {
    return await work();
  } finally {
    stopListening();
  }
}

function signalsOf({ signals }: SignalIo): NodeJS.EventEmitter {
  return signals ?? process;
}

/**
 * Ends this process at once, even if a pending system call blocks `process.exit`.
 * @param status the exit status, if known. Default: that of the signal
 */
export function endAtOnce(io: SignalIo, signal: EndingSignal, status: number = EXIT[signal]): void {
  if (signalsOf(io) !== process) return;
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
