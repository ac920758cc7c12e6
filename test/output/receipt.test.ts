/** The receipt of a pull, line by line. */
import { join } from "node:path";
import { expect, it } from "vitest";
import { duration, receiptLines, sizeInWords } from "../../src/output/receipt.ts";
import { Tally } from "../../src/remote/pull-events.ts";
import type { KindResult, PullResult } from "../../src/remote/pull-result.ts";

const WHOLE: KindResult = {
  kind: "content",
  expected: 3,
  got: 3,
  kept: 0,
  failures: [],
  unlisted: [],
  vanished: [],
};
const URL = "http://site.example/ById?id=2";

const COST = "0 requests, 0 retries, 0 B received, 0.0 s";

/** The receipt without what the pull cost. */
const receiptOf = (kind: Partial<KindResult>, files?: PullResult["files"]) =>
  receiptLines({ kinds: [{ ...WHOLE, ...kind }], ...(files && { files }) }, "copy", {
    tally: new Tally(),
    seconds: 0,
  }).filter((line) => line !== COST);

it.each<[what: string, result: Partial<KindResult>, line: string]>([
  [
    "a node, with the URL if the reason does not contain it",
    { failures: [{ id: 2, url: URL, reason: "answered 500" }] },
    `missing: content 2: ${URL}: answered 500`,
  ],
  [
    "a node, with the URL once if the reason contains it",
    { failures: [{ id: 2, url: URL, reason: `${URL} answered 500` }] },
    `missing: content 2: ${URL} answered 500`,
  ],
  [
    "a node whose earlier record is kept",
    { failures: [{ id: 2, url: URL, reason: `${URL} answered 500`, recordedAt: "2026-01-02T03:04:05Z" }] },
    `not fetched, kept as of 2026-01-02T03:04:05Z: content 2: ${URL} answered 500`,
  ],
  [
    "a list of children",
    { unlisted: [{ id: 2, url: URL, reason: "is too long" }] },
    `children not listed: content 2: ${URL}: is too long`,
  ],
  [
    "the list of roots",
    { unlisted: [{ url: URL, reason: "is too long" }] },
    `roots not listed: content: ${URL}: is too long`,
  ],
  ["nodes that vanished during the pull", { vanished: [4, 5] }, "vanished meanwhile: content 4, 5"],
])("receiptLines lists %s", (_what, result, line) => {
  expect(receiptOf(result)).toEqual(["wrote copy", "content: 3 of 3 nodes", line]);
});

it.each<[what: string, status: number | undefined, line: string]>([
  ["that the site does not have", 404, "not on the site: file /media/a.jpg: answered 404"],
  ["that could not be fetched", undefined, "missing: file /media/a.jpg: answered 404"],
])("receiptLines lists a file %s", (_what, status, line) => {
  const failures = [{ url: "/media/a.jpg", reason: "answered 404", ...(status && { status }) }];
  expect(receiptOf({}, { expected: 2, got: 1, bytes: 1500, failures }).slice(2)).toEqual([
    "files: 1 of 2, 1.5 kB",
    line,
  ]);
});

it("receiptLines groups failures by reason, with three examples and the file that lists the others", () => {
  const file = (i: number, reason: string, status?: number) => ({
    url: `/media/${i}.jpg`,
    reason: `/media/${i}.jpg ${reason}`,
    ...(status && { status }),
  });
  const failures = [
    ...Array.from({ length: 161 }, (_, i) => file(i, "answered 404", 404)),
    ...Array.from({ length: 4 }, (_, i) => file(200 + i, "answered 403")),
    file(300, "answered with a web page"),
  ];
  const nodes = Array.from({ length: 5 }, (_, i) => ({
    id: i,
    url: `/ById?id=${i}`,
    reason: "answered 500",
  }));
  const all = join("copy", "manifest.json");
  expect(receiptOf({ failures: nodes }, { expected: 200, got: 34, bytes: 0, failures }).slice(3)).toEqual([
    "missing: content 0: /ById?id=0: answered 500",
    "missing: content 1: /ById?id=1: answered 500",
    "missing: content 2: /ById?id=2: answered 500",
    `missing: 2 more content nodes for the same reason, all in ${all}`,
    "not on the site: file /media/0.jpg answered 404",
    "not on the site: file /media/1.jpg answered 404",
    "not on the site: file /media/2.jpg answered 404",
    `not on the site: 158 more files for the same reason, all in ${all}`,
    "missing: file /media/200.jpg answered 403",
    "missing: file /media/201.jpg answered 403",
    "missing: file /media/202.jpg answered 403",
    `missing: 1 more file for the same reason, all in ${all}`,
    "missing: file /media/300.jpg answered with a web page",
  ]);
});

it("receiptLines counts the differences from the earlier copy, rare ones only if there are any", () => {
  const changes = { added: 1, removed: 0, moved: 0, renamed: 2, retyped: 0, reordered: 0, changed: 0 };
  expect(receiptOf({ changes, kept: 3 })).toContain(
    "content: 1 new, 0 removed, 2 renamed, 0 changed, 3 unchanged (not fetched again)",
  );
});

it("receiptLines counts the requests and bytes, and the time", () => {
  const tally = Object.assign(new Tally(), { requests: 7, retries: 1, bytes: 123_456 });
  expect(receiptLines({ kinds: [WHOLE] }, "copy", { tally, seconds: 61 })).toContain(
    "7 requests, 1 retries, 123 kB received, 1:01",
  );
});

it.each([
  [0, "0 B"],
  [999, "999 B"],
  [1000, "1 kB"],
  [1_234_567, "1.23 MB"],
  [2e15, "2000 TB"],
])("sizeInWords: %d bytes are %s", (bytes, words) => {
  expect(sizeInWords(bytes)).toBe(words);
});

it.each([
  [1.25, "1.3 s"],
  [59.9, "59.9 s"],
  [60, "1:00"],
  [185, "3:05"],
  [7385, "2:03:05"],
])("duration: %d seconds are %s", (seconds, words) => {
  expect(duration(seconds)).toBe(words);
});
