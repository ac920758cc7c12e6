/** JSON pointers (RFC 6901) that are made step by step. */
import { pointerTo } from "../json/grammar.ts";

/** The pointer to what lies so many steps below another place. Pointers share what they begin with. */
export function pointerBelow(pointer: string, path: readonly (string | number)[]): string {
  let below = pointer;
  for (const step of path) below += isPlain(step) ? `/${step}` : pointerTo(String(step));
  return below;
}

function isPlain(step: string | number): boolean {
  return typeof step === "number" || !(step.includes("~") || step.includes("/"));
}
