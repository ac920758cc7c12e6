/** Measures whether work grows linearly with its input. */

const SMALL = 250;
const TIMES = 32;
/** Measurements before growth counts as a failure, since other work on the machine disturbs single ones. */
const ATTEMPTS = 6;

/**
 * Whether the CPU time grows at most three times as much as the input. Times below some milliseconds are noise.
 * @param grow returns an input of a size
 * @param size the smaller size. Default: 250; the other is 32 times as large
 */
export function growsLinearly(grow: (size: number) => string, work: (text: string) => unknown, size = SMALL) {
  const small = grow(size);
  const large = grow(size * TIMES);
  const timeOf = (text: string) => cpuTime(() => work(text));
  const growth = large.length / small.length;
  return Array.from({ length: ATTEMPTS }).some(() => {
    const ofLarge = timeOf(large);
    // After the large input, since code is slow until it is compiled.
    const ofSmall = Math.max(Math.min(...Array.from({ length: 3 }, () => timeOf(small))), 2);
    return ofLarge < 3 * growth * ofSmall;
  });
}

/** CPU time of this process in milliseconds. */
function cpuTime(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
