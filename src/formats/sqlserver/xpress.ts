/** Inflates XPRESS with Huffman codes (MS-XCA, 2.2), in which SQL Server compresses backups. */

const SYMBOLS = 512;
/** Symbols below are bytes; those above are copies of bytes before. */
const LITERALS = 256;
/** The lengths of the codes, 4 bits for each symbol. */
const TABLE_BYTES = SYMBOLS / 2;
const LONGEST_CODE = 15;
const CODES = 1 << LONGEST_CODE;
/** The shortest copy. */
const SHORTEST = 3;
/**
 * @param bytes of a chunk
 * @param size how many inflated bytes are needed
 * @returns `undefined` if the bytes are no such chunk
 */
export function inflateXpress(bytes: Buffer, size: number): Buffer | undefined {
  const codes = codeTable(bytes);
  if (!codes) return undefined;
  const out = Buffer.allocUnsafeSlow(size);
  const word = (at: number) => (at + 1 < bytes.length ? bytes[at] | (bytes[at + 1] << 8) : 0);
  let at = TABLE_BYTES + 4;
  // The next 32 bits, of which at least 16 were read.
  let bits = ((word(at - 4) << 16) | word(at - 2)) >>> 0;
  let spare = 16;
  const skip = (count: number) => {
    bits = (bits << count) >>> 0;
    spare -= count;
    if (spare >= 0) return;
    bits = (bits | (word(at) << -spare)) >>> 0;
    at += 2;
    spare += 16;
  };
  let end = 0;
  while (end < size) {
    if (at > bytes.length + 4) return undefined;
    const code = codes[bits >>> (32 - LONGEST_CODE)];
    skip(code & 15);
    const symbol = code >> 4;
    if (symbol < LITERALS) {
      out[end++] = symbol;
      continue;
    }
    let length = symbol & 15;
    if (length === 15) {
      // Longer lengths are bytes at the read position, not bits.
      length += bytes[at++];
      if (length === 15 + 255) {
        length = word(at);
        at += 2;
      }
    }
    const distanceBits = (symbol - LITERALS) >> 4;
    const distance = (1 << distanceBits) + (distanceBits > 0 ? bits >>> (32 - distanceBits) : 0);
    skip(distanceBits);
    if (distance > end) return undefined;
    // The copy can overlap itself.
    const stop = Math.min(end + length + SHORTEST, size);
    for (; end < stop; end++) out[end] = out[end - distance];
  }
  return out;
}

/** The symbol (times 16) and the length of the code that each 15 bits begin with; `undefined` if the codes are not complete. */
function codeTable(bytes: Buffer): Uint16Array | undefined {
  if (bytes.length < TABLE_BYTES) return undefined;
  const table = new Uint16Array(CODES);
  let next = 0;
  // Codes are given in the order of their lengths, then of symbols.
  for (let length = 1; length <= LONGEST_CODE; length++) {
    for (let symbol = 0; symbol < SYMBOLS; symbol++) {
      if (((bytes[symbol >> 1] >> (4 * (symbol & 1))) & 15) !== length) continue;
      const end = next + (1 << (LONGEST_CODE - length));
      if (end > CODES) return undefined;
      table.fill((symbol << 4) | length, next, end);
      next = end;
    }
  }
  return next === CODES ? table : undefined;
}
