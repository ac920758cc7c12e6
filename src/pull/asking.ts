/** How patiently a site is asked, and what may come of it. */
import type { RefusedError } from "../errors.ts";
import type { Fault } from "./node-answer.ts";

/** Why there is no answer, in words, with the status of what came instead. */
export type Refusal = {
  refusal: string;
  status: number | undefined;
  url: string;
  /** What tells this failure from others, where the site has answered so, and may answer otherwise later. */
  mark?: string;
  /** What was thrown, where access was refused. */
  error?: RefusedError;
  /** Whether it was a web page that came. */
  isPage?: boolean;
};

/** An answer that was read, or why there is none. */
export type Asked<T> = { answer: T } | Refusal;

/** Reads a body. A fault that may come from a cut may be another one later. */
export type ReadBody<T> = (body: Buffer) => T | Fault;

/** How patiently something is asked for. What may pass by itself (silence, 429, 502, 503, 504, ...) is always asked for again. */
export type Manner = {
  /** Whether what the application fails is asked for again here, with pauses. */
  isLast: boolean;
  /** How it failed before: the same failure once more is final. */
  mark?: string;
  /** Whether the answer is a long one: what fails after a long time is then final, as is what the application fails. */
  isLong?: boolean;
};

/** A question that is final for what it asks: it is waited for as long as that may help. */
export const PATIENTLY: Manner = { isLast: true };

/** A question for a long answer, which many sites cannot give. */
export const IF_POSSIBLE: Manner = { isLast: false, isLong: true };
