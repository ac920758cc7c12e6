/** The instruments that the sample's pictures show. */
import { anyOf, below, between, box, everywhere, fade, oval } from "./paint.js";

/** @import { Layer, Color } from "./paint.js" */

/** @type {Color} */
export const IRON = [38, 40, 46];
/** @type {Color} */
export const RUST = [146, 78, 40];
/** @type {Color} */
const BRASS = [208, 160, 62];

/**
 * A trumpet, taller than its keeper.
 * @param {Color} metal
 * @param {Color} sky
 * @param {readonly (readonly [number, number])[]} spots of rust
 * @returns {Layer[]}
 */
export function oldBellower(metal, sky, spots) {
  const pipe = between(
    [0.12, 0.9],
    (y) => 0.28 - 0.02 - 0.2 * (1 - y) ** 3,
    (y) => 0.28 + 0.02 + 0.2 * (1 - y) ** 3,
  );
  const rust = anyOf(spots.map(([x, y]) => oval(0.1 + x * 0.36, 0.15 + y * 0.7, 0.014)));
  return [
    { shape: everywhere, color: fade(sky, [236, 232, 222]) },
    { shape: below((x) => 0.86 + 0.02 * Math.sin(x * 9)), color: [104, 116, 92] },
    { shape: pipe, color: metal },
    { shape: (x, y) => pipe(x, y) && rust(x, y), color: [190, 112, 60] },
    { shape: oval(0.28, 0.13, 0.17, 0.055), color: metal },
    { shape: oval(0.28, 0.13, 0.145, 0.04), color: [14, 14, 18] },
    { shape: box(0.17, 0.86, 0.39, 0.92), color: [120, 112, 104] },
    { shape: box(0.552, 0.7, 0.618, 0.9), color: [44, 66, 104] },
    { shape: oval(0.585, 0.67, 0.032), color: [226, 182, 150] },
    { shape: box(0.55, 0.63, 0.62, 0.652), color: [30, 34, 48] },
  ];
}

/** @returns {Layer[]} */
export function littleHorn() {
  const bell = between(
    [0.3, 0.7],
    (y) => 0.86 + ((y - 0.5) / 0.2) ** 2 * 0.18,
    () => 1.08,
  );
  return [
    { shape: everywhere, color: [28, 66, 110] },
    { shape: oval(0.66, 0.5, 0.44), color: [40, 86, 138] },
    { shape: box(0.36, 0.46, 0.92, 0.54), color: BRASS },
    { shape: bell, color: BRASS },
    { shape: oval(1.08, 0.5, 0.05, 0.2), color: [120, 84, 24] },
    { shape: oval(0.3, 0.5, 0.1, 0.12), color: [170, 34, 34] },
    { shape: box(0.5, 0.54, 0.54, 0.72), color: [150, 112, 40] },
    { shape: box(0.42, 0.72, 0.62, 0.75), color: [150, 112, 40] },
  ];
}

/** @returns {Layer[]} */
export function fogBell() {
  const side = (/** @type {number} */ y) => 0.14 + 0.02 * Math.sin(y * 6) + 0.22 * (y - 0.3) ** 2 * 3.2;
  const body = between(
    [0.3, 0.76],
    (y) => 0.5 - side(y),
    (y) => 0.5 + side(y),
  );
  const shine = between(
    [0.34, 0.74],
    (y) => 0.52 - side(y) * 0.8,
    (y) => 0.52 - side(y) * 0.6,
  );
  return [
    { shape: everywhere, color: fade([92, 100, 106], [58, 62, 66]) },
    { shape: box(0.1, 0.12, 0.9, 0.2), color: [96, 66, 40] },
    { shape: anyOf([box(0.12, 0.12, 0.2, 1), box(0.8, 0.12, 0.88, 1)]), color: [82, 56, 34] },
    { shape: box(0.46, 0.2, 0.54, 0.3), color: IRON },
    { shape: oval(0.5, 0.32, 0.155, 0.07), color: [178, 128, 58] },
    { shape: body, color: [178, 128, 58] },
    { shape: shine, color: [232, 196, 120] },
    { shape: oval(0.5, 0.8, 0.05), color: IRON },
    { shape: box(0.2, 0.74, 0.8, 0.77), color: [140, 98, 42] },
  ];
}
