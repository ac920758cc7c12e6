/** `ByteBuffer`: appends, grows, and gives its bytes away. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteBuffer, copyBytes } from "../../src/json/byte-buffer.ts";

it("ByteBuffer holds all appended bytes, in any pieces", () => {
  const piece = fc.string({ unit: "grapheme", maxLength: 100 });
  fc.assert(
    fc.property(fc.array(piece), fc.integer({ min: 1, max: 64 }), (pieces, capacity) => {
      const buffer = new ByteBuffer(capacity);
      for (const [i, text] of pieces.entries()) {
        const bytes = Buffer.from(`#${text}`);
        if (i % 3 === 0) buffer.appendText(`#${text}`);
        else if (i % 3 === 1) buffer.appendBytes(bytes);
        else {
          buffer.appendByte(bytes[0]);
          buffer.append(Buffer.from(`..#${text}..`), 3, 2 + bytes.length);
        }
      }
      expect(buffer.bytes.toString("utf8", 0, buffer.length)).toBe(pieces.map((text) => `#${text}`).join(""));
    }),
  );
});

it("ByteBuffer allocates its capacity with the first byte, then doubles", () => {
  const buffer = new ByteBuffer(10);
  expect(buffer.bytes).toHaveLength(0);
  buffer.appendByte(1);
  expect(buffer.bytes).toHaveLength(10);
  buffer.append(Buffer.alloc(9), 0, 9);
  expect(buffer.bytes).toHaveLength(10);
  buffer.appendByte(1);
  expect(buffer.bytes).toHaveLength(20);
  buffer.reserve(80);
  expect(buffer.bytes).toHaveLength(91);
});

describe("ByteBuffer.take", () => {
  it("continues in the same storage if enough is left", () => {
    const buffer = new ByteBuffer(10);
    buffer.appendText("ab");
    const taken = buffer.take(8);
    buffer.appendText("cd");
    expect([String(taken), buffer.bytes.toString("utf8", 0, buffer.length)]).toEqual(["ab", "cd"]);
    expect(buffer.bytes.buffer).toBe(taken.buffer);
  });

  it("gives the storage away if less is left", () => {
    const buffer = new ByteBuffer(10);
    buffer.appendText("ab");
    const taken = buffer.take(9);
    expect([buffer.length, buffer.bytes.length]).toEqual([0, 0]);
    buffer.appendText("cd");
    expect(String(taken)).toBe("ab");
    expect(buffer.bytes.buffer).not.toBe(taken.buffer);
  });
});

it.each([0, 1, 31, 32, 33, 100])("copyBytes copies %i bytes, and no more", (count) => {
  const source = Buffer.from(Array.from({ length: 200 }, (_, i) => i));
  const target = Buffer.alloc(200, 255);
  copyBytes(source, 7, 7 + count, target, 3);
  expect([...target]).toEqual(Array.from({ length: 200 }, (_, i) => (i >= 3 && i < 3 + count ? i + 4 : 255)));
});
