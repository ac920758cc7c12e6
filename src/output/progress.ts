/** Progress on stderr: redrawn on a terminal, otherwise a line every 10 seconds. */
import { type Io, sayable, writeError } from "../io.ts";
import { PULL_PARTS, type PullEvent, type Tally } from "../remote/pull-events.ts";
import { fit } from "./fit.ts";
import { duration } from "./receipt.ts";
import { brush, wantsColor } from "./style.ts";

/** Draws until it is stopped. */
interface Progress {
  add(event: PullEvent): void;
  /** Prints a line above the progress. */
  print(text: string): void;
  /** Erases the text. */
  stop(): void;
}

const BAR_COLUMNS = 24;
/** A request that takes longer is shown. */
const SLOW_MILLISECONDS = 3000;

export async function startProgress(tally: Tally, flags: { color?: boolean }, io: Io): Promise<Progress> {
  const meter = meterOf(tally);
  const chalk = await brush({ color: wantsColor(flags, io.stderr, io.env) });
  const { stop, clear } = await startLiveText(
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
  const print = (text: string) => {
    clear();
    writeError(io, text);
  };
  return { add: meter.add, print, stop };
}

/** Returns the progress of a pull as text. */
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
    /** From 0 to 1: fetched nodes and files of all that are listed so far. */
    share: (): number => {
      const listed = sumOf("listed");
      return listed === 0 ? 0 : Math.min(sumOf("fetched") / listed, 1);
    },
    text: (): string => {
      const { parts, retries } = tally;
      const counts = PULL_PARTS.filter((part) => parts[part].listed > 0).map(
        (part) => `${part} ${parts[part].fetched} of ${parts[part].listed}`,
      );
      const seconds = (performance.now() - started) / 1000;
      const rate = seconds > 0 ? (sumOf("fetched") - sumOf("resumed")) / seconds : 0;
      return [...counts, `${rate.toFixed(1)}/s`, `${retries} retries`, duration(seconds)].join(", ");
    },
    /** The slowest request, and the last retry. */
    troubles: (): string[] => {
      const now = performance.now();
      const [slowest] = [...tally.inFlight].toSorted(([, a], [, b]) => a - b);
      const isSlow = slowest && now - slowest[1] > SLOW_MILLISECONDS;
      const slow = isSlow ? [`slow: ${slowest[0]} for ${duration((now - slowest[1]) / 1000)}`] : [];
      return [...slow, ...(lastRetry && now - lastRetry.at < PLAIN_MILLISECONDS ? [lastRetry.text] : [])];
    },
  };
}

/**
 * Prints on stderr how far the work is.
 * @param work calls the function that it gets with the current text
 */
export async function withLiveText<T>(
  { quiet }: { quiet?: boolean },
  io: Io,
  work: (onProgress: (text: string) => void) => Promise<T>,
): Promise<T> {
  let now = "";
  const live = quiet ? undefined : await startLiveText(() => now, io);
  try {
    return await work((text) => {
      now = text;
    });
  } finally {
    live?.stop();
  }
}

/** The interval if stderr is not a terminal. */
const PLAIN_MILLISECONDS = 10_000;
const DRAWN_MILLISECONDS = 150;
const DEFAULT_COLUMNS = 80;

/**
 * Prints a text on stderr again and again until it is stopped.
 * @param textNow returns the current text
 * @param draw returns safe lines that fit a terminal of so many columns. Default: `textNow`, cut
 * @returns functions that stop, and erase the text on a terminal; and that erase it until it is drawn again
 */
export async function startLiveText(
  textNow: () => string,
  io: Io,
  draw = (columns: number) => [fit(sayable(textNow(), io), columns)],
): Promise<{ stop: () => void; clear: () => void }> {
  if (io.stderr.isTTY !== true || io.messages === "json") {
    const timer = setInterval(() => writeError(io, textNow()), PLAIN_MILLISECONDS).unref();
    return { stop: () => clearInterval(timer), clear: () => {} };
  }
  const { createLogUpdate } = await import("log-update");
  const update = createLogUpdate(io.stderr);
  const redraw = () => update(draw((io.stderr.columns || DEFAULT_COLUMNS) - 1).join("\n"));
  const timer = setInterval(redraw, DRAWN_MILLISECONDS);
  const stop = () => {
    clearInterval(timer);
    update.clear();
    update.done();
  };
  return { stop, clear: () => update.clear() };
}
