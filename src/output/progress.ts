/** What happens, on stderr: redrawn in place on a terminal, otherwise a line every 10 seconds; for a pull, its progress. */
import { type Io, sayable, writeError } from "../io.ts";
import { PARTS, type PullEvent, type Tally } from "../pull/pull-events.ts";
import { fit } from "./fit.ts";
import { duration } from "./receipt.ts";
import { brush, wantsColor } from "./style.ts";

/** Draws until it is stopped. */
interface Progress {
  add(event: PullEvent): void;
  /** Takes away what was drawn. */
  stop(): void;
}

const BAR_COLUMNS = 24;
/** A request that takes longer is shown. */
const SLOW_MILLISECONDS = 3000;

export async function startProgress(tally: Tally, flags: { color?: boolean }, io: Io): Promise<Progress> {
  const meter = meterOf(tally);
  const chalk = await brush({ color: wantsColor(flags, io.stderr, io.env) });
  const stop = await startLiveText(
    () => [meter.text(), ...meter.troubles()].join("; "),
    io,
    (columns) => {
      const filled = Math.round(meter.share() * BAR_COLUMNS);
      const bar = chalk.green("█".repeat(filled)) + chalk.dim("░".repeat(BAR_COLUMNS - filled));
      const text = fit(meter.text(), Math.max(columns - BAR_COLUMNS - 1, BAR_COLUMNS));
      const troubles = meter.troubles().map((line) => chalk.dim(fit(sayable(line, io), columns)));
      return [`${bar} ${text}`, ...troubles];
    },
  );
  return { add: meter.add, stop };
}

/** Turns the tally into words. */
function meterOf(tally: Tally) {
  const started = performance.now();
  let lastRetry: { text: string; at: number } | undefined;
  const sumOf = (name: "listed" | "fetched" | "resumed") =>
    Object.values(tally.parts).reduce((sum, part) => sum + part[name], 0);
  return {
    add: (event: PullEvent): void => {
      if (event.type !== "retry") return;
      const text = `again in ${event.seconds.toFixed(1)} s: ${event.reason}`;
      lastRetry = { text, at: performance.now() };
    },
    /** From 0 to 1: of what is known so far, how much is done. */
    share: (): number => {
      const listed = sumOf("listed");
      return listed === 0 ? 0 : Math.min(sumOf("fetched") / listed, 1);
    },
    text: (): string => {
      const { parts, retries } = tally;
      const counts = PARTS.filter((part) => parts[part].listed > 0).map(
        (part) => `${part} ${parts[part].fetched} of ${parts[part].listed}`,
      );
      const seconds = (performance.now() - started) / 1000;
      const rate = seconds > 0 ? (sumOf("fetched") - sumOf("resumed")) / seconds : 0;
      return [...counts, `${rate.toFixed(1)}/s`, `${retries} retries`, duration(seconds)].join(", ");
    },
    /** What is being waited for. */
    troubles: (): string[] => {
      const now = performance.now();
      const [slowest] = [...tally.inFlight].toSorted(([, a], [, b]) => a - b);
      const isSlow = slowest && now - slowest[1] > SLOW_MILLISECONDS;
      const slow = isSlow ? [`slow: ${slowest[0]} for ${duration((now - slowest[1]) / 1000)}`] : [];
      return [...slow, ...(lastRetry && now - lastRetry.at < PLAIN_MILLISECONDS ? [lastRetry.text] : [])];
    },
  };
}

/** How often it is told where there is no terminal. */
const PLAIN_MILLISECONDS = 10_000;
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
