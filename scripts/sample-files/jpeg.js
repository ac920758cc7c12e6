/** Writes pictures as baseline JPEG (ITU-T T.81), colours at full resolution. */
import { AC_LENGTHS, AC_VALUES, COLOR, DC_LENGTHS, DC_VALUES, LIGHT, ZIGZAG } from "./jpeg-tables.js";

/** @import { Picture } from "./paint.js" */

/** A code and its length in bits. @typedef {readonly [code: number, length: number]} Code */

const COSINES = Array.from({ length: 64 }, (_, at) => {
  const [place, frequency] = [at >> 3, at & 7];
  return (Math.cos(((2 * place + 1) * frequency * Math.PI) / 16) * (frequency === 0 ? Math.SQRT1_2 : 1)) / 2;
});

/**
 * @param {Picture} picture
 * @param {number} quality 1 to 100, as in the Independent JPEG Group's scale
 * @returns {Buffer}
 */
export function jpeg({ width, height, pixels }, quality) {
  const tables = [scaled(LIGHT, quality), scaled(spread(COLOR), quality)];
  const bits = new BitWriter();
  const codes = { dc: codesOf(DC_LENGTHS, DC_VALUES), ac: codesOf(AC_LENGTHS, AC_VALUES) };
  const before = [0, 0, 0];
  for (let top = 0; top < height; top += 8) {
    for (let left = 0; left < width; left += 8) {
      for (const [part, block] of blocksAt({ width, height, pixels }, left, top).entries()) {
        const coefficients = transformed(block, tables[Math.min(part, 1)]);
        writeBlock(coefficients, before[part], codes, bits);
        before[part] = coefficients[0];
      }
    }
  }
  return Buffer.concat([...headers(width, height, tables), bits.end(), Buffer.from([0xff, 0xd9])]);
}

/** @param {readonly number[]} corner the finest frequencies of colour; all others are as coarse as can be */
function spread(corner) {
  return Array.from({ length: 64 }, (_, at) =>
    (at & 7) < 4 && at >> 3 < 4 ? corner[(at >> 3) * 4 + (at & 7)] : 99,
  );
}

/**
 * @param {readonly number[]} table
 * @param {number} quality
 */
function scaled(table, quality) {
  const scale = quality < 50 ? 5000 / quality : 200 - quality * 2;
  return table.map((step) => Math.min(255, Math.max(1, Math.floor((step * scale + 50) / 100))));
}

/**
 * The three blocks at a place: light, blue, red (JFIF). Beyond its edge a picture goes on as it ends.
 * @param {Picture} picture
 * @param {number} left
 * @param {number} top
 */
function blocksAt({ width, height, pixels }, left, top) {
  const blocks = [new Float64Array(64), new Float64Array(64), new Float64Array(64)];
  for (let at = 0; at < 64; at++) {
    const x = Math.min(left + (at & 7), width - 1);
    const y = Math.min(top + (at >> 3), height - 1);
    const [red, green, blue] = pixels.subarray((y * width + x) * 3);
    blocks[0][at] = 0.299 * red + 0.587 * green + 0.114 * blue - 128;
    blocks[1][at] = -0.168736 * red - 0.331264 * green + 0.5 * blue;
    blocks[2][at] = 0.5 * red - 0.418688 * green - 0.081312 * blue;
  }
  return blocks;
}

/**
 * The cosine transform of a block, rows then columns, in steps of the table and in zigzag order.
 * @param {Float64Array} block
 * @param {readonly number[]} table
 */
function transformed(block, table) {
  const columns = alongRows(alongRows(block));
  return ZIGZAG.map((place) => Math.round(columns[place] / table[place]));
}

/**
 * The one-dimensional transform of each row, turned over, so that two make the whole.
 * @param {Float64Array} block
 */
function alongRows(block) {
  const turned = new Float64Array(64);
  for (let row = 0; row < 8; row++) {
    for (let frequency = 0; frequency < 8; frequency++) {
      let sum = 0;
      for (let place = 0; place < 8; place++) sum += block[row * 8 + place] * COSINES[place * 8 + frequency];
      turned[frequency * 8 + row] = sum;
    }
  }
  return turned;
}

/**
 * @param {readonly number[]} coefficients
 * @param {number} before the first coefficient of the block before
 * @param {{ dc: Map<number, Code>, ac: Map<number, Code> }} codes
 * @param {BitWriter} bits
 */
function writeBlock(coefficients, before, { dc, ac }, bits) {
  writeNumber(coefficients[0] - before, 0, dc, bits);
  const last = coefficients.findLastIndex((coefficient) => coefficient !== 0);
  let zeros = 0;
  for (const coefficient of coefficients.slice(1, last + 1)) {
    if (coefficient === 0) {
      zeros++;
      continue;
    }
    for (; zeros > 15; zeros -= 16) bits.add(codeFor(0xf0, ac));
    writeNumber(coefficient, zeros, ac, bits);
    zeros = 0;
  }
  if (last < 63) bits.add(codeFor(0, ac));
}

/**
 * A number behind so many zeros: the code for both, then the number's own bits (tables F.1 and F.2).
 * @param {number} number
 * @param {number} zeros
 * @param {Map<number, Code>} codes
 * @param {BitWriter} bits
 */
function writeNumber(number, zeros, codes, bits) {
  const size = 32 - Math.clz32(Math.abs(number));
  bits.add(codeFor(zeros * 16 + size, codes));
  if (size > 0) bits.add([number < 0 ? number + 2 ** size - 1 : number, size]);
}

/**
 * @param {number} value
 * @param {Map<number, Code>} codes
 */
function codeFor(value, codes) {
  const code = codes.get(value);
  if (!code) throw new Error(`there is no code for ${value}`);
  return code;
}

/**
 * @param {readonly number[]} lengths
 * @param {readonly number[]} values
 * @returns {Map<number, Code>} (annex C)
 */
function codesOf(lengths, values) {
  const codes = new Map();
  let code = 0;
  let at = 0;
  for (const [index, count] of lengths.entries()) {
    for (let each = 0; each < count; each++) codes.set(values[at++], [code++, index + 1]);
    code *= 2;
  }
  return codes;
}

/**
 * @param {number} width
 * @param {number} height
 * @param {readonly (readonly number[])[]} tables
 */
function headers(width, height, tables) {
  const parts = [1, 2, 3].flatMap((part) => [part, 0x11, Math.min(part - 1, 1)]);
  return [
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, [...Buffer.from("JFIF\0"), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    segment(
      0xdb,
      tables.flatMap((table, index) => [index, ...ZIGZAG.map((place) => table[place])]),
    ),
    segment(0xc0, [8, height >> 8, height & 255, width >> 8, width & 255, 3, ...parts]),
    segment(0xc4, [0x00, ...DC_LENGTHS, ...DC_VALUES, 0x10, ...AC_LENGTHS, ...AC_VALUES]),
    segment(0xda, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0]),
  ];
}

/**
 * @param {number} marker
 * @param {readonly number[]} bytes
 */
function segment(marker, bytes) {
  const length = bytes.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...bytes]);
}

/** Bits, the highest first; a byte of ones is followed by one of zeros, since it would be a marker. */
class BitWriter {
  /** @type {number[]} */
  #bytes = [];
  #held = 0;
  #count = 0;

  /** @param {Code} code */
  add([code, length]) {
    this.#held = (this.#held << length) | code;
    this.#count += length;
    for (; this.#count >= 8; this.#count -= 8) {
      const byte = (this.#held >> (this.#count - 8)) & 255;
      this.#bytes.push(byte);
      if (byte === 255) this.#bytes.push(0);
    }
    this.#held &= (1 << this.#count) - 1;
  }

  /** Fills the last byte with ones. */
  end() {
    if (this.#count > 0) this.add([(1 << (8 - this.#count)) - 1, 8 - this.#count]);
    return Buffer.from(this.#bytes);
  }
}
