/** `longReplies`: long texts are held once for all clients, and no more of them than fit. */
import { expect, it } from "vitest";
import { longReplies } from "../../src/http/reply.ts";

const MEGABYTE = 1024 * 1024;

it("longReplies holds the texts that were sent last, up to 32 MiB, and makes others again", async () => {
  const reply = longReplies();
  const made: string[] = [];
  const send = async (key: string, megabytes: number) => {
    const { length } = await reply(key, () => {
      made.push(key);
      return "x".repeat(megabytes * MEGABYTE);
    });
    expect(length).toBe(megabytes * MEGABYTE);
  };
  await send("a", 20);
  await send("a", 20);
  await send("b", 10);
  await send("a", 20);
  expect(made).toEqual(["a", "b"]);
  await send("c", 15);
  await send("a", 20);
  expect(made).toEqual(["a", "b", "c", "a"]);
  // The last one is held, however long it is.
  await send("d", 40);
  await send("d", 40);
  expect(made).toEqual(["a", "b", "c", "a", "d"]);
});
