/** The text of a node: its members, and its form in answers and files. */
import { describe, expect, it } from "vitest";
import { ByteBuffer } from "../../src/json/byte-buffer.ts";
import {
  appendLine,
  decodedText,
  idIn,
  keyOfNodeText,
  memberIn,
  nodeJson,
  nodeTextIn,
  parseNodeText,
  readLineHead,
  textOfObject,
  withoutParentNames,
} from "../../src/json/node-text.ts";

const KEY = "01234567-89ab-cdef-0123-456789abcdef";
const OBJECT = `{"id":-42,"key":"${KEY}","name":"Käse","big":9007199254740993,"properties":{"name":{}}}`;
const text = textOfObject(Buffer.from(OBJECT));

it("NodeText is the object without its closing brace, as bytes and as a string", () => {
  expect(String(text)).toBe(OBJECT.slice(0, -1));
  expect(nodeJson(textOfObject(OBJECT))).toBe(OBJECT);
  expect(nodeJson(decodedText(text))).toBe(OBJECT);
  expect(Buffer.from(decodedText(text)).equals(text)).toBe(true);
  expect(parseNodeText(text)).toEqual(JSON.parse(OBJECT));
  expect(String(nodeTextIn(Buffer.from(`..${text}..`), 2, 2 + text.length))).toBe(String(text));
});

it("idIn and keyIn return the id and the key", () => {
  expect(idIn(text)).toBe(-42);
  expect(idIn(textOfObject(Buffer.from('{"id":-2147483648,"key":"x"}')))).toBe(-2147483648);
  expect(keyOfNodeText(text)).toBe(KEY);
});

it.each([
  ["id", -42],
  ["name", "Käse"],
  ["properties", { name: {} }],
  ["nothing", undefined],
])("memberIn returns the member %s", (name, value) => {
  expect(memberIn(text, name)).toEqual(value);
});

describe("NodeText: a line of NDJSON", () => {
  it.each([
    [undefined, `${OBJECT}\n`],
    [{ id: 7 }, `{"parentId":7,${OBJECT.slice(1)}\n`],
    [{ id: -1 }, `{"parentId":-1,${OBJECT.slice(1)}\n`],
    [{ id: 7, key: KEY }, `{"parentId":7,"parentKey":"${KEY}",${OBJECT.slice(1)}\n`],
  ])("has the parent %j first (appendLine), and readLineHead finds what follows", (parent, line) => {
    const out = new ByteBuffer();
    out.appendText("before\n");
    appendLine(out, text, parent);
    expect(out.bytes.toString("utf8", 0, out.length)).toBe(`before\n${line}`);
    const head = readLineHead(line);
    expect(head).toMatchObject({ id: -42, parentId: parent?.id });
    expect(line.slice((head?.start ?? 0) + 1)).toBe(`${OBJECT.slice(1)}\n`);
  });

  it.each(['{"id":1}', '{"id":1,"key":"x"}', '{"parentKey":"x","id":1}', ""])(
    "readLineHead refuses %j",
    (line) => expect(readLineHead(line)).toBeUndefined(),
  );

  it.each([
    ['{"id":1,"parentId":5,"name":"a"}', '{"id":1,"name":"a"'],
    ['{"id":1,"parentKey":"x","parentId":[{}],"name":"a"}', '{"id":1,"name":"a"'],
    ['{"id":1,"own":{"parentId":5}}', '{"id":1,"own":{"parentId":5}'],
    ['{"id":1,"name":"parentId"}', '{"id":1,"name":"parentId"'],
  ])("has no other parent (withoutParentNames): %s", (object, expected) => {
    const before = textOfObject(Buffer.alloc(100_000, object).subarray(0, object.length));
    const found = withoutParentNames(before);
    expect(String(found)).toBe(expected);
    // A copy, so that the larger buffer can be freed.
    expect(found.buffer).not.toBe(before.buffer);
  });
});
