/** Reads width and height from the header of a PNG, GIF, JPEG or WebP file. */

type ImageSize = { width: number; height: number };

/** Bytes that hold the size in practice: metadata of JPEG files comes before it. */
export const IMAGE_HEADER_LENGTH = 256 * 1024;

/**
 * @param bytes the start of the file
 * @returns in pixels; `undefined` if the format is another one, or the header is cut or damaged
 */
export function imageSize(bytes: Buffer): ImageSize | undefined {
  try {
    if (bytes.toString("latin1", 1, 4) === "PNG") {
      return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    }
    if (bytes.toString("latin1", 0, 4) === "GIF8") {
      return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
    }
    if (bytes.readUInt16BE(0) === 0xffd8) return jpegSize(bytes);
    return bytes.toString("latin1", 8, 12) === "WEBP" ? webpSize(bytes) : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The frame header is a marker from C0 to CF, except C4 (tables), C8 and CC (ITU-T T.81, table B.1). */
function jpegSize(bytes: Buffer): ImageSize | undefined {
  let at = 2;
  while (bytes.readUInt8(at) === 0xff) {
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) at++;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    } else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** RFC 9649: lossy, lossless and extended files keep their size in different places. */
function webpSize(bytes: Buffer): ImageSize | undefined {
  const format = bytes.toString("latin1", 12, 16);
  if (format === "VP8X") return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (format === "VP8 ")
    return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (format !== "VP8L") return undefined;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
