/** A figure: what one side does as a multiple of what the other does, the two measured in turn in one run. */

/**
 * What the median of the ratios is to be.
 * @typedef {{ atLeast: number } | { atMost: number } | { below: number }} Goal
 */

/**
 * @typedef {object} Claim
 * @property {string} what the job that both sides do, or ours alone where the other is a fixed size
 * @property {string} against the other side
 * @property {Goal} [goal] absent where nothing is promised
 * @property {"/s" | "ms" | "µs" | "MB" | "packages" | "requests"} unit that of the samples' values
 */

/**
 * One measurement of one side. For servers it also tells their CPU time for a request, in microseconds, and how much of
 * one processor they were using (1 is all of it: the load was not what held them back), where the system tells.
 * @typedef {{ value: number, cpu?: number, busy?: number }} Sample
 */

/** @typedef {{ ours: Sample[], other: Sample[] }} Samples */

/** @typedef {Claim & Samples & { ratios: number[], median: number, lowest: number, highest: number }} Figure */

/**
 * Measures two sides in turn. Each round begins with the other side, so that a drift of the machine's speed favours none.
 * @param {number} rounds
 * @param {() => Promise<Sample>} ours
 * @param {() => Promise<Sample>} other
 * @returns {Promise<Samples>}
 */
export async function inTurn(rounds, ours, other) {
  /** @type {Samples} */
  const samples = { ours: [], other: [] };
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) samples.ours.push(await ours());
    samples.other.push(await other());
    if (round % 2 === 1) samples.ours.push(await ours());
  }
  return samples;
}

/**
 * @param {Claim} claim
 * @param {Samples} samples as many of ours as of the other
 * @returns {Figure}
 */
export function figureOf(claim, { ours, other }) {
  const ratios = ours.map(({ value }, round) => value / other[round].value);
  const spread = { median: median(ratios), lowest: Math.min(...ratios), highest: Math.max(...ratios) };
  return { ...claim, ...spread, ratios, ours, other };
}

/**
 * A figure whose sides are measured but once, since another round would give the same.
 * @param {Claim} claim
 * @param {number} ours
 * @param {number} other
 */
export function figureOfTwo(claim, ours, other) {
  return figureOf(claim, { ours: [{ value: ours }], other: [{ value: other }] });
}

/** @param {number[]} values at least one */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** @param {Figure} figure @returns {boolean | undefined} where there is a goal */
export function isReached({ goal, median: middle }) {
  if (goal === undefined) return undefined;
  if ("atLeast" in goal) return middle >= goal.atLeast;
  return "atMost" in goal ? middle <= goal.atMost : middle < goal.below;
}
