/** A validator of parsed JSON: describes the shape, and reports each difference by JSON pointer (RFC 6901). */
import { pointerTo } from "./grammar.ts";

/** Reports a fault. */
export type ReportFault = (pointer: string, reason: string) => void;

/**
 * Reports the faults of a value, which is `undefined` if it is missing.
 * @returns the value with defaults
 */
export type Shape = (value: unknown, pointer: string, report: ReportFault) => unknown;

type UnknownMembers = Readonly<Record<string, unknown>>;

/** @returns the first fault of a value, after its pointer; `undefined` if there is none */
export function faultIn(value: unknown, shape: Shape): string | undefined {
  let fault: string | undefined;
  shape(value, "", (pointer, reason) => {
    fault ??= `${pointer} ${reason}`.trimStart();
  });
  return fault;
}

/** @param wanted what a value must be, in words */
export function must(is: (value: unknown) => boolean, wanted: string): Shape {
  return (value, pointer, report) => {
    if (!is(value)) report(pointer, value === undefined ? "is missing" : `must be ${wanted}`);
    return value;
  };
}

export function optional(shape: Shape): Shape {
  return (value, pointer, report) => (value === undefined ? undefined : shape(value, pointer, report));
}

export function listOf(shape: Shape): Shape {
  const array = must(Array.isArray, "an array");
  return (value, pointer, report) => {
    if (Array.isArray(value)) return value.map((item, index) => shape(item, `${pointer}/${index}`, report));
    array(value, pointer, report);
    return [];
  };
}

/** Unknown members are ignored, since later versions may write them. */
export function objectOf(members: Readonly<Record<string, Shape>>): Shape {
  const object = must(isMembers, "an object");
  return (value, pointer, report) => {
    if (!isMembers(value)) return object(value, pointer, report);
    const counting: Record<string, unknown> = { ...value };
    for (const [name, shape] of Object.entries(members)) {
      const own = Object.hasOwn(value, name) ? value[name] : undefined;
      const member = shape(own, pointer + pointerTo(name), report);
      if (member !== undefined) counting[name] = member;
    }
    return counting;
  };
}

/** Whether a value is an object and not an array. */
export function isMembers(value: unknown): value is UnknownMembers {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const TEXT = must((value) => typeof value === "string", "text");
export const DATE = must((value) => typeof value === "string" && !Number.isNaN(Date.parse(value)), "a date");
export const FLAG = must((value) => typeof value === "boolean", "true or false");
export const COUNT = must((value) => Number.isSafeInteger(value) && Number(value) >= 0, "a count");
export const ID = must(
  (value) => Number.isInteger(value) && (Number(value) | 0) === value,
  "a 32-bit integer",
);
