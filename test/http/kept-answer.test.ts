/** A long answer is kept when it was taken whole, until another one is. */
import { expect, it } from "vitest";
import { KeptAnswer } from "../../src/http/kept-answer.ts";

const chunks = (...texts: string[]) => texts.map((text) => Buffer.from(text));

it("is found by its tag, and by no other", () => {
  const kept = new KeptAnswer();
  expect(kept.find("a")).toBeUndefined();
  expect([...kept.keep("a", chunks("1", "2"))]).toEqual(chunks("1", "2"));
  expect(kept.find("a")).toEqual(chunks("1", "2"));
  expect(kept.find("b")).toBeUndefined();
  expect([...kept.keep("b", chunks("3"))]).toEqual(chunks("3"));
  expect(kept.find("a")).toBeUndefined();
  expect(kept.find("b")).toEqual(chunks("3"));
});

it("is not kept where its reader left", () => {
  const kept = new KeptAnswer();
  const taken = kept.keep("a", chunks("1", "2"));
  taken.next();
  taken.return();
  expect(kept.find("a")).toBeUndefined();
});

it("is not kept where it has more than 32 MiB", () => {
  const kept = new KeptAnswer();
  const mebibyte = Buffer.alloc(1024 * 1024);
  expect([...kept.keep("a", new Array(33).fill(mebibyte))]).toHaveLength(33);
  expect(kept.find("a")).toBeUndefined();
});
