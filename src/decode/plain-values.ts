/** Decodes texts, numbers, booleans and dates. */

import type { StoredValue } from "../site/values/stored-value.ts";
import { readIsoDate } from "../text/iso-date.ts";
import { type DecodedValue, JsonText } from "./decoded-value.ts";
import type { Decode } from "./decoding.ts";

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const BOOLEANS: readonly string[] = ["1", "0", "true", "false"];

/** Texts stay as they are stored, also if they hold JSON. */
export const text: Decode = ({ value }) => value.string ?? value.compact;

export const boolean: Decode = (at, decoding) => {
  const written = at.value.text.trim().toLowerCase();
  if (!BOOLEANS.includes(written)) decoding.report(at, "malformed-value", at.value.text);
  return written === "1" || written === "true";
};

/** Numbers keep their digits; a number of old versions can have a comma as decimal separator. */
export const number: Decode = (at, decoding) => {
  const written = at.value.text.trim().replace(/^(-?\d+),(\d+)$/, "$1.$2");
  const digits = numberOf(written);
  if (digits !== undefined) return digits;
  decoding.report(at, "malformed-value", at.value.text);
  return at.value.text;
};

/** A number as it is written; `undefined` if the text is no number. */
export function numberOf(written: string): JsonText | undefined {
  if (!NUMBER.test(written)) return undefined;
  // JSON allows no zeros before a number.
  return new JsonText(written.replace(/^(-?)0+(?=\d)/, "$1"));
}

const TIME = /^(\d\d:\d\d(?::\d\d)?)(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?$/;

/** The parts of a stored date, which is a text, or an object with a `date` from version 17 on. */
type DateParts = { date: string; time: string; offset: string };

const dateWith =
  (written: (parts: DateParts) => string): Decode =>
  (at, decoding) => {
    const entered = at.value.entered();
    const stored = (entered.memberText("date") ?? entered.text).trim();
    const read = readIsoDate(stored);
    if (read) {
      const { day, minute = "00:00", second = "00", zone = "" } = read;
      return written({ date: day, time: `${minute}:${second}`, offset: zone });
    }
    const [, alone] = TIME.exec(stored) ?? [];
    if (alone !== undefined && written === asTime) return withSeconds(alone);
    decoding.report(at, "malformed-value", stored);
    return at.value.text;
  };

function withSeconds(clock: string): string {
  return clock.length === 5 ? `${clock}:00` : clock;
}

const asTime = ({ time }: DateParts) => time;

/** Dates as they are stored, without zone: `2026-01-01T06:02:00`. */
export const dateTime = dateWith(({ date, time }) => `${date}T${time}`);
export const dateTimeWithZone = dateWith(({ date, time, offset }) => `${date}T${time}${offset}`);
/** Labels alone have a zone: `2026-01-01T06:02:00Z`. */
export const dateTimeInUtc = dateWith(({ date, time, offset }) => `${date}T${time}${offset || "Z"}`);
export const dateOnly = dateWith(({ date }) => date);
export const time = dateWith(asTime);

/** The editor stores nothing. */
export const nothing: Decode = () => null;

/** Members are not given, as in the Delivery API. */
export const UNSUPPORTED = "(unsupported)";
export const member: Decode = () => UNSUPPORTED;

/** The JSON of a value, also of a text that holds an object or an array. */
export const json: Decode = ({ value }) => parsed(value);

/** The JSON of a value, also of a text that holds an object or an array. */
export function parsed(value: StoredValue): DecodedValue {
  const entered = value.entered();
  return entered.string ?? (entered.isNull ? null : new JsonText(entered.compact));
}
