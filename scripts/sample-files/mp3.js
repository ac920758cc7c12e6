/**
 * Writes a horn's sound as MPEG-2 Audio Layer III (ISO/IEC 13818-3), 16 kHz, one channel, 16 kbit/s: the spectrum of
 * each frame is written as it is to sound, so that nothing needs to be analysed. A frame is 576 samples, 36 ms.
 */

/** Layer III, no checksum; 16 kbit/s at 16 kHz; one channel. */
const HEADER = [0xff, 0xf3, 0x28, 0xc0];
/** 72 x bit rate / sampling rate. */
const FRAME_BYTES = 72;
const SIDE_BYTES = 9;
/** Lines of the spectrum, 13.9 Hz each: a low tone, and those that sound with it. */
const TONES = [8, 16, 25, 33, 42, 59];
/** The first of the lines that nothing stands on, a multiple of four. */
const END = 60;
/** Lines of one band of the filter before the transform. */
const BAND = 18;
/** The standard's exponent that leaves a value as it is; four less is half of it. */
const UNCHANGED = 210;

/**
 * @param {readonly number[]} loudness of each frame, 0 (silence) to 1
 * @returns {Buffer}
 */
export function mp3(loudness) {
  return Buffer.concat(loudness.map((share, index) => frame(share, index)));
}

/**
 * @param {number} share
 * @param {number} index
 */
function frame(share, index) {
  const spectrum = share > 0 ? spectrumOf(index) : [];
  const gain = share > 0 ? Math.round(UNCHANGED - 14 + 4 * Math.log2(share)) : 0;
  // No values above one; no scale factors; one kind of window; values in fours, four bits each.
  const side = [
    [0, 9],
    [spectrum.length, 12],
    [0, 9],
    [gain, 8],
    [0, 9],
    [0, 23],
    [0, 1],
    [1, 1],
  ].flatMap(([value, length]) => bitsOf(value, length));
  const bits = [...side, ...spectrum];
  const bytes = Buffer.alloc(FRAME_BYTES);
  bytes.set(HEADER);
  for (const [at, bit] of bits.entries()) bytes[HEADER.length + (at >> 3)] |= bit << (7 - (at & 7));
  if (bits.length > (FRAME_BYTES - HEADER.length) * 8 || side.length !== SIDE_BYTES * 8) {
    throw new Error(`a frame has no place for ${bits.length} bits`);
  }
  return bytes;
}

/**
 * The lines in fours: which of them sound (table B: four bits, turned over), then their signs.
 * @param {number} index of the frame
 */
function spectrumOf(index) {
  const fours = Array.from({ length: END / 4 }, (_, four) => [0, 1, 2, 3].map((each) => four * 4 + each));
  return fours.flatMap((lines) => {
    const sounding = lines.filter((line) => TONES.includes(line));
    return [
      ...lines.map((line) => (sounding.includes(line) ? 0 : 1)),
      ...sounding.map((line) => sign(line, index)),
    ];
  });
}

/**
 * A steady tone goes on by a quarter of its period each frame, forward or back: its signs come in pairs.
 * @param {number} line
 * @param {number} index of the frame
 */
function sign(line, index) {
  const quarter = (line % BAND) % 2 === 0 ? index : -index;
  return (quarter & 2) === 0 ? 0 : 1;
}

/**
 * @param {number} value
 * @param {number} length
 */
function bitsOf(value, length) {
  return Array.from({ length }, (_, at) => (value >> (length - 1 - at)) & 1);
}
