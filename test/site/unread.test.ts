/** What is not read, in words. */
import { expect, it } from "vitest";
import { unreadInWords } from "../../src/site/unread.ts";

it.each([
  ["members", 1, "1 member"],
  ["members", 3, "3 members"],
  ["files in MemberTypes", 1, "1 file in MemberTypes"],
  ["nodes in the recycle bin", 1, "1 node in the recycle bin"],
  ["nodes with restricted public access", 1, "1 node with restricted public access"],
  ["records of Umbraco Forms", 1, "1 record of Umbraco Forms"],
  ["member groups", 1, "1 member group"],
  ["nodes left out", 1, "1 node left out"],
  ["Umbraco Forms", 1, "1 Umbraco Form"],
])("unreadInWords: %s, %d", (what, count, words) => {
  expect(unreadInWords({ what, count })).toBe(words);
});
