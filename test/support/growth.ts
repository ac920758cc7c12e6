/** Measures whether work grows linearly with its input. */

const SMALL = 250;
const TIMES = 32;
/** Measurements before growth counts as a failure, since other work on the machine disturbs single ones. */
const ATTEMPTS = 6;

/**
 * Whether the CPU time grows at most five times as much as the input. Times below some milliseconds are noise.
 * @param grow returns an input of a size
 * @param size the smaller size. Default: 250; the other is 32 times as large
 */
export function growsLinearly(grow: (size: number) => string, work: (text: string) => unknown, size = SMALL) {
  const small = grow(size);
  const large = grow(size * TIMES);
  const allowed = () =>
    (large.length / small.length) *
    5 *
    Math.max(
      cpuTime(() => work(small)),
      2,
    );
  return Array.from({ length: ATTEMPTS }).some(() => cpuTime(() => work(large)) < allowed());
}

/** CPU time of this process in milliseconds. */
function cpuTime(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
