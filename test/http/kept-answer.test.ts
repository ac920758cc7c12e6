/** A long answer is kept when it is made for the second time in a row and taken whole. */
import { expect, it } from "vitest";
import { KeptAnswer } from "../../src/http/kept-answer.ts";

const chunks = (...texts: string[]) => texts.map((text) => Buffer.from(text));

/** Makes an answer, and takes all of it. */
function make(kept: KeptAnswer, tag: string, answer = chunks(tag, tag)) {
  expect([...kept.take(tag, answer)]).toEqual(answer);
}

it("is found by its tag, and by no other", () => {
  const kept = new KeptAnswer();
  for (const tag of ["a", "a"]) {
    expect(kept.find("a")).toBeUndefined();
    make(kept, tag);
  }
  expect(kept.find("a")).toEqual(chunks("a", "a"));
  expect(kept.find("b")).toBeUndefined();
});

it("stays until another is kept", () => {
  const kept = new KeptAnswer();
  for (const tag of ["a", "a", "b", "c", "b"]) make(kept, tag);
  expect(kept.find("a")).toEqual(chunks("a", "a"));
  make(kept, "b");
  expect(kept.find("a")).toBeUndefined();
  expect(kept.find("b")).toEqual(chunks("b", "b"));
});

it("is not kept where its reader left", () => {
  const kept = new KeptAnswer();
  make(kept, "a");
  for (const _ of kept.take("a", chunks("1", "2"))) break;
  expect(kept.find("a")).toBeUndefined();
});

it("is kept where it has 32 MiB", () => {
  const kept = new KeptAnswer();
  const answer = new Array(32).fill(Buffer.alloc(1024 * 1024));
  for (let time = 0; time < 2; time++) for (const _ of kept.take("a", answer));
  expect(kept.find("a")).toHaveLength(32);
});

it("is not kept where it has more than 32 MiB", () => {
  const kept = new KeptAnswer();
  const mebibyte = Buffer.alloc(1024 * 1024);
  for (let time = 0; time < 2; time++) {
    expect([...kept.take("a", new Array(33).fill(mebibyte))]).toHaveLength(33);
  }
  expect(kept.find("a")).toBeUndefined();
});
