/** How many of how many are done, on stderr: in place on a terminal, a line now and then elsewhere. */
import { type Io, sayable, writeError } from "../io.ts";
import { fit } from "./fit.ts";

const PLAIN_MILLISECONDS = 10_000;
const DRAWN_MILLISECONDS = 150;
const DEFAULT_COLUMNS = 80;

/**
 * Tells it until it is stopped.
 * @param tell what to say now
 * @returns what stops it, and takes away what was drawn
 */
export async function startCount(tell: () => string, io: Io): Promise<() => void> {
  if (io.stderr.isTTY !== true) {
    const timer = setInterval(() => writeError(io, tell()), PLAIN_MILLISECONDS);
    return () => clearInterval(timer);
  }
  const { createLogUpdate } = await import("log-update");
  const draw = createLogUpdate(io.stderr);
  const timer = setInterval(
    () => draw(fit(sayable(tell(), io), (io.stderr.columns || DEFAULT_COLUMNS) - 1)),
    DRAWN_MILLISECONDS,
  );
  return () => {
    clearInterval(timer);
    draw.clear();
    draw.done();
  };
}
