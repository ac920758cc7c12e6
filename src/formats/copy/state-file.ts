/** Small JSON files that hold the state of a command: a crash can have cut one, which then counts as missing. */
import { readFileSync } from "node:fs";
import { faultIn, type Shape } from "../../json/shape.ts";

/** @returns `undefined` if the file is missing, cannot be read, or holds anything else than the shape */
export function readState<T>(path: string, shape: Shape): T | undefined {
  try {
    const state: unknown = JSON.parse(readFileSync(path, "utf8"));
    return faultIn(state, shape) === undefined ? (state as T) : undefined;
  } catch {
    return undefined;
  }
}
