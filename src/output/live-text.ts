/** What is going on, on stderr: drawn in place on a terminal, a line now and then elsewhere. */
import { type Io, sayable, writeError } from "../io.ts";
import { fit } from "./fit.ts";

/** How often it is told where there is no terminal. */
export const PLAIN_MILLISECONDS = 10_000;
const DRAWN_MILLISECONDS = 150;
const DEFAULT_COLUMNS = 80;

/**
 * Tells it until it is stopped.
 * @param tell what to say now
 * @param draw the same for a terminal of so many columns, safe and in lines that fit. Default: `tell`, cut
 * @returns what stops it, and takes away what was drawn
 */
export async function startLiveText(
  tell: () => string,
  io: Io,
  draw = (columns: number) => [fit(sayable(tell(), io), columns)],
): Promise<() => void> {
  if (io.stderr.isTTY !== true) {
    const timer = setInterval(() => writeError(io, tell()), PLAIN_MILLISECONDS).unref();
    return () => clearInterval(timer);
  }
  const { createLogUpdate } = await import("log-update");
  const update = createLogUpdate(io.stderr);
  const redraw = () => update(draw((io.stderr.columns || DEFAULT_COLUMNS) - 1).join("\n"));
  const timer = setInterval(redraw, DRAWN_MILLISECONDS);
  return () => {
    clearInterval(timer);
    update.clear();
    update.done();
  };
}
