/** Shows how far a long load is, on stderr. */
import type { LoadProgress } from "../formats/data-format.ts";
import type { Io } from "../io.ts";

/** Shorter loads show nothing. */
const LONG_MILLISECONDS = 1000;
const MEGABYTE = 1_000_000;

/** @param load calls the function that it gets while it loads */
export async function withLoadProgress<T>(
  { quiet }: { quiet?: boolean },
  io: Io,
  load: (onProgress: LoadProgress) => Promise<T>,
): Promise<T> {
  // Node loads `performance` when it is first used, and every look-up would wait for it.
  const started = Date.now();
  let text = "";
  let stop: Promise<() => void> | undefined;
  try {
    return await load(({ file, done, total }) => {
      const megabytes = (bytes: number) => (bytes / MEGABYTE).toFixed();
      text = `reading ${file}: ${megabytes(done)} of ${megabytes(total)} MB`;
      if (!quiet && Date.now() - started > LONG_MILLISECONDS) stop ??= showText(() => text, io);
    });
  } finally {
    (await stop)?.();
  }
}

async function showText(text: () => string, io: Io): Promise<() => void> {
  // Most loads are short and need none of it.
  const { startLiveText } = await import("../output/progress.ts");
  return (await startLiveText(text, io)).stop;
}
