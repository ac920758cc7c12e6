/** What the pictures of the sample show, each by the name of its file. */
import { fogBell, IRON, littleHorn, oldBellower, RUST } from "./instruments.js";
import { anyOf, below, between, box, everywhere, fade, oval, strewn, without } from "./paint.js";

/** @import { Layer, Color, Shape } from "./paint.js" */

/** @type {Color} */
const SNOW = [240, 243, 247];
/** @type {Color} */
const WHITE = [252, 251, 247];

/** @type {Readonly<Record<string, readonly Layer[]>>} */
export const SCENES = {
  "boathouse.jpg": boathouse(),
  "harbour-in-fog.jpg": harbourInFog(),
  "gamle-broelen.jpg": oldBellower(IRON, [250, 214, 150], []),
  "gamle-broelen-rust.jpg": oldBellower(RUST, [186, 190, 196], strewn(110, 7)),
  "lille-tut.png": littleHorn(),
  "storklokka.jpg": fogBell(),
  "aashild.jpg": portrait(),
  "waffles.jpg": waffles(),
  "island.jpg": islandFromTheSea(),
};

/** @returns {Layer[]} */
function boathouse() {
  const roof = between(
    [0.26, 0.5],
    (y) => 0.75 - (y - 0.26) * 1.6,
    (y) => 0.75 + (y - 0.26) * 1.6,
  );
  const flakes = strewn(70, 3).map(([x, y]) => oval(x * 1.5, y * 0.8, 0.006));
  return [
    { shape: everywhere, color: fade([150, 172, 196], [226, 230, 236]) },
    { shape: below((x) => 0.5 - 0.16 * Math.sin(x * 2.4 + 0.4)), color: [196, 206, 218] },
    { shape: box(0.44, 0.46, 1.06, 0.82), color: [164, 40, 34] },
    { shape: anyOf([0.52, 0.6, 0.9, 0.98].map((x) => box(x, 0.46, x + 0.006, 0.82))), color: [132, 30, 26] },
    { shape: roof, color: SNOW },
    { shape: box(0.64, 0.56, 0.86, 0.82), color: [70, 44, 36] },
    { shape: box(0.745, 0.56, 0.755, 0.82), color: [40, 26, 22] },
    { shape: below((x) => 0.81 + 0.03 * Math.sin(x * 5)), color: SNOW },
    { shape: below(() => 0.91), color: fade([70, 92, 112], [40, 58, 76]) },
    { shape: anyOf(flakes), color: WHITE, opacity: 0.9 },
  ];
}

/** @returns {Layer[]} */
function harbourInFog() {
  /** @type {(x: number, y: number, size: number) => Shape} */
  const boat = (x, y, size) =>
    anyOf([
      between(
        [y, y + size * 0.22],
        (at) => x - size * 0.5 + (at - y),
        (at) => x + size * 0.5 - (at - y) * 0.6,
      ),
      box(x - size * 0.02, y - size * 0.9, x + size * 0.02, y),
      box(x + size * 0.08, y - size * 0.24, x + size * 0.34, y),
    ]);
  return [
    { shape: everywhere, color: fade([214, 218, 222], [150, 160, 168]) },
    { shape: below((x) => 0.5 - 0.05 * Math.sin(x * 3)), color: [186, 192, 198], opacity: 0.7 },
    { shape: boat(1.15, 0.56, 0.2), color: [120, 130, 138], opacity: 0.5 },
    { shape: boat(0.38, 0.64, 0.32), color: [92, 102, 112], opacity: 0.7 },
    { shape: boat(0.92, 0.76, 0.46), color: [54, 64, 74], opacity: 0.9 },
    { shape: box(0, 0.9, 1.5, 1), color: [78, 70, 62], opacity: 0.8 },
    { shape: box(0, 0.52, 1.5, 0.6), color: WHITE, opacity: 0.35 },
    { shape: box(0, 0.68, 1.5, 0.73), color: WHITE, opacity: 0.25 },
  ];
}

/** @returns {Layer[]} */
function portrait() {
  return [
    { shape: everywhere, color: fade([174, 206, 222], [120, 158, 178]) },
    { shape: oval(0.5, 1.05, 0.38, 0.36), color: [236, 190, 40] },
    { shape: oval(0.5, 0.42, 0.26, 0.29), color: [206, 206, 210] },
    { shape: oval(0.5, 0.45, 0.185, 0.23), color: [238, 200, 172] },
    { shape: anyOf([oval(0.43, 0.43, 0.022), oval(0.57, 0.43, 0.022)]), color: [48, 74, 92] },
    { shape: without(oval(0.5, 0.53, 0.09, 0.07), box(0, 0, 1, 0.55)), color: [176, 70, 66] },
    { shape: without(oval(0.5, 0.34, 0.28, 0.22), box(0, 0.3, 1, 1)), color: [30, 54, 96] },
    { shape: box(0.22, 0.27, 0.78, 0.31), color: [18, 36, 70] },
  ];
}

/** @returns {Layer[]} */
function waffles() {
  const places = [
    [0.44, 0.34],
    [1.04, 0.3],
    [0.5, 0.72],
    [1.1, 0.7],
  ];
  const disks = anyOf(places.map(([x, y]) => oval(x, y, 0.2, 0.15)));
  /** @type {Color[]} */
  const toppings = [
    [176, 30, 50],
    [250, 246, 232],
    [128, 76, 36],
    [226, 150, 40],
  ];
  return [
    { shape: everywhere, color: [92, 120, 132] },
    { shape: oval(0.76, 0.52, 0.7, 0.46), color: WHITE },
    { shape: oval(0.76, 0.52, 0.6, 0.38), color: [232, 232, 228] },
    { shape: disks, color: [218, 162, 84] },
    { shape: (x, y) => disks(x, y) && (x % 0.06 < 0.014 || y % 0.05 < 0.012), color: [172, 112, 46] },
    ...places.map(([x, y], index) => ({ shape: oval(x, y, 0.07, 0.05), color: toppings[index] })),
  ];
}

/** @returns {Layer[]} */
function islandFromTheSea() {
  const gulls = strewn(26, 11).map(([x, y]) => gull(0.2 + x * 2.3, 0.08 + y * 0.4));
  return [
    { shape: everywhere, color: fade([120, 172, 214], [230, 238, 240]) },
    { shape: below((x) => 0.72 - 0.16 * Math.exp(-(((x - 1.5) / 0.5) ** 2))), color: [86, 108, 74] },
    { shape: below((x) => 0.74 - 0.05 * Math.exp(-(((x - 0.9) / 0.3) ** 2))), color: [110, 108, 98] },
    {
      shape: between(
        [0.22, 0.6],
        (y) => 1.6 - 0.03 - y * 0.02,
        (y) => 1.6 + 0.03 + y * 0.02,
      ),
      color: WHITE,
    },
    { shape: box(1.565, 0.17, 1.635, 0.23), color: [176, 36, 36] },
    { shape: box(1.25, 0.56, 1.42, 0.62), color: [164, 40, 34] },
    { shape: below(() => 0.72), color: fade([52, 96, 128], [22, 52, 80]) },
    {
      shape: anyOf([0.78, 0.86, 0.94].map((y) => box(0.3 + y, y, 1.1 + y, y + 0.006))),
      color: [120, 158, 178],
    },
    { shape: anyOf(gulls), color: WHITE },
  ];
}

/**
 * @param {number} x
 * @param {number} y
 * @returns {Shape}
 */
function gull(x, y) {
  return (atX, atY) =>
    Math.abs(atX - x) < 0.035 && Math.abs(atY - y - Math.abs(Math.abs(atX - x) - 0.018)) < 0.005;
}
