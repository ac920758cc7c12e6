/** Paints pictures of simple shapes, without any library. */

/** Whether a point lies in it. The height of a picture is 1, its width whatever its form gives. @typedef {(x: number, y: number) => boolean} Shape */

/** Red, green and blue, 0 to 255. @typedef {readonly [number, number, number]} Color */

/** @typedef {{ shape: Shape, color: Color | ((x: number, y: number) => Color), opacity?: number }} Layer */

/** @typedef {{ width: number, height: number, pixels: Uint8Array }} Picture three bytes a pixel */

/** Points looked at in each direction of a pixel, so that edges are smooth. */
const POINTS = 3;

/**
 * @param {{ width: number, height: number }} size in pixels
 * @param {readonly Layer[]} layers the lowest first
 * @returns {Picture}
 */
export function paint({ width, height }, layers) {
  const pixels = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      pixels.set(pixelOf(column, row, height, layers), (row * width + column) * 3);
    }
  }
  return { width, height, pixels };
}

/**
 * @param {number} column
 * @param {number} row
 * @param {number} height
 * @param {readonly Layer[]} layers
 */
function pixelOf(column, row, height, layers) {
  const sum = [0, 0, 0];
  for (let point = 0; point < POINTS ** 2; point++) {
    const x = (column + ((point % POINTS) + 0.5) / POINTS) / height;
    const y = (row + (Math.floor(point / POINTS) + 0.5) / POINTS) / height;
    const color = colorAt(x, y, layers);
    for (const part of sum.keys()) sum[part] += color[part];
  }
  return sum.map((part) => Math.round(part / POINTS ** 2));
}

/**
 * @param {number} x
 * @param {number} y
 * @param {readonly Layer[]} layers
 * @returns {Color}
 */
function colorAt(x, y, layers) {
  /** @type {Color} */
  let seen = [255, 255, 255];
  for (const { shape, color, opacity = 1 } of layers) {
    if (shape(x, y)) seen = mixed(seen, typeof color === "function" ? color(x, y) : color, opacity);
  }
  return seen;
}

/**
 * @param {Color} from
 * @param {Color} to
 * @param {number} share of `to`, 0 to 1
 * @returns {Color}
 */
function mixed(from, to, share) {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ];
}

/**
 * A colour that changes from top to bottom.
 * @param {Color} top
 * @param {Color} bottom
 * @returns {(x: number, y: number) => Color}
 */
export function fade(top, bottom) {
  return (_x, y) => mixed(top, bottom, Math.min(1, Math.max(0, y)));
}

/** @type {Shape} */
export const everywhere = () => true;

/**
 * @param {number} left
 * @param {number} top
 * @param {number} right
 * @param {number} bottom
 * @returns {Shape}
 */
export function box(left, top, right, bottom) {
  return (x, y) => x >= left && x < right && y >= top && y < bottom;
}

/**
 * @param {number} centerX
 * @param {number} centerY
 * @param {number} radiusX
 * @param {number} radiusY
 * @returns {Shape}
 */
export function oval(centerX, centerY, radiusX, radiusY = radiusX) {
  return (x, y) => ((x - centerX) / radiusX) ** 2 + ((y - centerY) / radiusY) ** 2 < 1;
}

/**
 * What lies below a line.
 * @param {(x: number) => number} line
 * @returns {Shape}
 */
export function below(line) {
  return (x, y) => y >= line(x);
}

/**
 * What lies between a line's two sides, by height.
 * @param {readonly [top: number, bottom: number]} span
 * @param {(y: number) => number} left
 * @param {(y: number) => number} right
 * @returns {Shape}
 */
export function between([top, bottom], left, right) {
  return (x, y) => y >= top && y < bottom && x >= left(y) && x < right(y);
}

/**
 * @param {readonly Shape[]} shapes
 * @returns {Shape} what lies in any of them
 */
export function anyOf(shapes) {
  return (x, y) => shapes.some((shape) => shape(x, y));
}

/**
 * @param {Shape} shape
 * @param {Shape} hole
 * @returns {Shape}
 */
export function without(shape, hole) {
  return (x, y) => shape(x, y) && !hole(x, y);
}

/**
 * Points that look strewn, the same each time.
 * @param {number} count
 * @param {number} seed
 * @returns {(readonly [number, number])[]} 0 to 1 each
 */
export function strewn(count, seed) {
  let state = seed;
  const next = () => {
    // Numerical Recipes' linear congruential generator.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: count }, () => [next(), next()]);
}
