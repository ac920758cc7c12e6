/** Dates of ISO 8601. */
import { expect, it } from "vitest";
import { instantOfDate, readIsoDate } from "../../src/text/iso-date.ts";

it.each([
  ["2024-01-31", Date.UTC(2024, 0, 31)],
  ["2024-02-29", Date.UTC(2024, 1, 29)],
  ["2000-02-29", Date.UTC(2000, 1, 29)],
  ["2024-01-31T10:20", Date.UTC(2024, 0, 31, 10, 20)],
  ["2024-01-31 10:20:30.1234567", Date.UTC(2024, 0, 31, 10, 20, 30, 123)],
  ["2024-01-31t10:20:30z", Date.UTC(2024, 0, 31, 10, 20, 30)],
  ["2024-01-31T10:20:30+0130", Date.UTC(2024, 0, 31, 8, 50, 30)],
  ["2024-01-31T10:20:30-01:30", Date.UTC(2024, 0, 31, 11, 50, 30)],
  ["0001-01-01T00:00:00", Date.parse("0001-01-01T00:00:00Z")],
])("readIsoDate: %s is the instant %s", (text, instant) => {
  const date = readIsoDate(text);
  expect(date && instantOfDate(date)).toBe(instant);
});

it.each([
  "2024-02-30",
  "2023-02-29",
  "1900-02-29",
  "2024-04-31",
  "2024-13-01",
  "2024-00-10",
  "2024-01-00",
  "2024-01-31T24:00",
  "2024-01-31T10:60",
  "2024-01-31T10:20:60",
  "2024-01-31T10:20+99:00",
  "2024-01-31Z",
  "31.01.2024",
  "2024-01-31x",
  "yesterday",
  "",
])("readIsoDate refuses %j", (text) => {
  expect(readIsoDate(text)).toBeUndefined();
});
