/** Writes pictures as PNG (ISO/IEC 15948). */
import { crc32, deflateSync } from "node:zlib";

/** @import { Picture } from "./paint.js" */

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Eight bits a part, red, green and blue. */
const TRUE_COLOR = [8, 2, 0, 0, 0];
/** Each byte stands as its difference from the one above. */
const FILTER_UP = 2;

/**
 * @param {Picture} picture
 * @returns {Buffer}
 */
export function png({ width, height, pixels }) {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let row = 0; row < height; row++) {
    const start = row * (width * 3 + 1);
    rows[start] = FILTER_UP;
    for (let at = 0; at < width * 3; at++) {
      const above = row === 0 ? 0 : pixels[(row - 1) * width * 3 + at];
      rows[start + 1 + at] = pixels[row * width * 3 + at] - above;
    }
  }
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", Buffer.from([...header, ...TRUE_COLOR])),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/**
 * @param {string} type
 * @param {Buffer} data
 */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(data.length, 0);
  numbers.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)]);
}
