/** UDIs: `parseUdi`, `udiAt` and `writeUdi`. */
import { describe, expect, it } from "vitest";
import { parseUdi, udiAt, writeUdi } from "../../src/site/udi.ts";

const DIGITS = "0123456789abcdef0123456789abcdef";
const KEY = "01234567-89ab-cdef-0123-456789abcdef";

describe("parseUdi", () => {
  it.each<[string, string, string | undefined, string | undefined]>([
    [`umb://document/${DIGITS}`, "document", "content", KEY],
    [`UMB://Media/${DIGITS.toUpperCase()}`, "media", "media", KEY],
    [`umb://document/${KEY}`, "document", "content", KEY],
    [`umb://data-type/${DIGITS}`, "data-type", undefined, KEY],
    ["umb://member", "member", undefined, undefined],
    ["umb://document/", "document", "content", undefined],
    ["umb://stylesheet/site_css", "stylesheet", undefined, undefined],
  ])("reads %s", (text, type, kind, key) => {
    expect(parseUdi(text)).toEqual({ text, type, kind, key });
  });

  it.each([
    "",
    "document",
    `umb://document/${DIGITS} `,
    `x umb://document/${DIGITS}`,
    "umb://",
    "umb:/document",
  ])("refuses %j", (text) => {
    expect(parseUdi(text)).toBeUndefined();
  });
});

it("udiAt reads the UDI at an offset, and no key from 33 digits", () => {
  expect(udiAt(`see umb://media/${DIGITS}, or`, 4)?.key).toBe(KEY);
  expect(udiAt(`umb://media/${DIGITS}0`, 0)?.key).toBeUndefined();
});

it("writeUdi writes what parseUdi reads", () => {
  expect(parseUdi(writeUdi("content", KEY))).toMatchObject({ kind: "content", key: KEY });
  expect(writeUdi("media", KEY)).toBe(`umb://media/${DIGITS}`);
});
