/** Finds the most of a row that stands in its order already, so that the fewest are told as moved within it. */

/**
 * @param row distinct numbers
 * @returns the numbers of a longest part that rises, not necessarily side by side
 */
export function longestRise(row: readonly number[]): Set<number> {
  /** For each length the place at which a rise so long ends lowest, and for each place the one before it. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  row.forEach((value, place) => {
    let low = 0;
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (row[ends[middle]] < value) low = middle + 1;
      else high = middle;
    }
    before[place] = ends[low - 1];
    ends[low] = place;
  });
  const rise = new Set<number>();
  for (let place = ends.at(-1); place !== undefined; place = before[place]) rise.add(row[place]);
  return rise;
}
