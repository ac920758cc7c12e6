/** `ApiKey.hide` of long texts: the time grows with the length. */
import { describe, expect, it } from "vitest";
import { ApiKey } from "../../src/access/api-key.ts";

it("ApiKey.hide is fast for a text that almost contains the key", () => {
  const key = new ApiKey("a".repeat(200));
  expect(key.hide(`${"a".repeat(199)}b`.repeat(500))).toHaveLength(100_000);
});

describe("ApiKey.hide takes less than 50 ms for 15,000 characters", () => {
  const LENGTH = 15_000;
  const characters = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(i + 0x20));
  const escapes = [
    "%25",
    "%2525",
    "%61",
    "\\u",
    "\\u0061",
    "\\\\u0061",
    '\\"',
    "\\/",
    "&#0",
    "&#x0",
    "&#97;",
    "&#x61",
    "&amp;",
    "%3d",
    "…",
  ];

  it.each([
    ["an ordinary key", "s3cret-key-0123", [...characters, ...escapes]],
    ["a key of backslashes", `${"\\".repeat(20)}x`, escapes],
    ["a key of semicolons, which entities may omit", `${";".repeat(20)}x`, escapes],
    ["a key of percent signs", `${"%".repeat(20)}x`, escapes],
  ])("of any repeated character or escape: %s", (_, text, units) => {
    const key = new ApiKey(text);
    for (const unit of units) {
      for (const repeated of [unit, text.slice(0, -1) + unit]) {
        const hostile = repeated.repeat(LENGTH / repeated.length);
        const times = [0, 0].map(() => processorTime(() => key.hide(hostile)));
        expect(Math.min(...times), `${repeated}, repeated`).toBeLessThan(50);
      }
    }
  });
});

/** CPU time in milliseconds. */
function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
