/** How verbs are shown: a sign and a colour each. */
import type { ChalkInstance } from "chalk";
import type { Verb } from "../analysis/compare-rules.ts";

const SIGNS: Readonly<
  Record<Verb, { sign: string; color: "green" | "red" | "blue" | "cyan" | "magenta" | "yellow" }>
> = {
  added: { sign: "+", color: "green" },
  gone: { sign: "-", color: "red" },
  moved: { sign: ">", color: "blue" },
  renamed: { sign: '"', color: "cyan" },
  retyped: { sign: ":", color: "magenta" },
  reordered: { sign: "#", color: "blue" },
  changed: { sign: "~", color: "yellow" },
};

/** The sign, painted. It takes one column. */
export function signOf(verb: Verb, chalk: ChalkInstance): string {
  const { sign, color } = SIGNS[verb];
  return chalk[color](sign);
}
