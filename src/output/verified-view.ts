/** What following addresses has come to: how many of what, then those that are not simply there. */
import { Chalk } from "chalk";
import type { AddressedNode } from "../analysis/urls/site-urls.ts";
import { isLost, OUTCOMES, type Outcome, type Trace } from "../analysis/urls/trace-outcome.ts";
import { fit } from "./fit.ts";
import type { ViewLook } from "./style.ts";
import type { UrlRow } from "./url-rows.ts";

/** An address that was asked for. */
export type VerifiedUrl = {
  outcome: Outcome;
  /** As the old site has it. */
  url: string;
  /** Where it was asked for. */
  asked: string;
  /** Where it is to lead, where that is known. */
  expected?: string;
  node: AddressedNode;
  trace: Trace;
};

/** What people read of each. */
const WORDS: Readonly<Record<Outcome, string>> = {
  there: "there",
  redirected: "redirected",
  chain: "redirected more than once",
  elsewhere: "redirected elsewhere",
  "front-page": "sent to the front page",
  missing: "missing",
  loop: "in a loop",
  error: "failed",
  timeout: "timed out",
};

/** Yields the lines. */
export function* verifiedLines(
  verified: readonly VerifiedUrl[],
  { color, columns = Number.POSITIVE_INFINITY }: ViewLook,
): Generator<string> {
  const chalk = new Chalk({ level: color ? 1 : 0 });
  const counts = OUTCOMES.map((outcome) => ({
    outcome,
    count: verified.filter((each) => each.outcome === outcome).length,
  })).filter(({ count }) => count > 0);
  const heads = counts.map(({ outcome, count }) => `${count} ${WORDS[outcome]}`);
  if (heads.length === 0) yield "none asked for";
  yield* listedIn(heads, columns).map((line) => line.replace(/[0-9]+/g, (count) => chalk.bold(count)));
  for (const { outcome } of counts.filter(isTold)) {
    yield "";
    yield (isLost(outcome) ? chalk.red : chalk.yellow)(WORDS[outcome]);
    for (const each of verified)
      if (each.outcome === outcome) yield fit(`  ${each.url}${wayOf(each)}`, columns);
  }
}

/** Whether each address of the kind is shown, and not their count alone. */
function isTold({ outcome }: { outcome: Outcome }): boolean {
  return outcome !== "there" && outcome !== "redirected";
}

/** Behind each other, with commas, in lines of at most so many columns. */
function listedIn(parts: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    // A comma behind it has to have room, too.
    if (last !== undefined && `${last}, ${part},`.length <= columns) lines[lines.length - 1] += `, ${part}`;
    else lines.push(part);
  }
  return lines.map((line, i) => (i < lines.length - 1 ? `${line},` : line));
}

/** Each hop; of where one leads on the site that is asked, the path alone. */
function wayOf({ asked, trace: { hops, failure }, expected }: VerifiedUrl): string {
  const { origin } = new URL(asked);
  const shown = (url: string) => (url.startsWith(`${origin}/`) ? url.slice(origin.length) : url);
  const way = hops
    .map(({ status, location }) => (location ? ` ${status} → ${shown(location)}` : ` ${status ?? ""}`))
    .join("");
  const wanted = expected === undefined ? "" : ` (expected ${expected})`;
  return `${way.trimEnd()}${failure ? ` (${failure.reason})` : wanted}`;
}

export function verifiedRow({
  outcome,
  url,
  asked,
  expected,
  node,
  trace,
}: VerifiedUrl): UrlRow & { hops: Trace["hops"] } {
  const last = trace.hops.at(-1);
  return {
    outcome,
    url,
    asked,
    ...(expected === undefined ? {} : { expected }),
    ...(last?.status === undefined ? {} : { status: last.status }),
    ...(last && { final: last.url }),
    ...(trace.failure && { reason: trace.failure.reason }),
    kind: node.kind,
    id: node.id,
    key: node.key,
    name: node.name,
    hops: trace.hops,
  };
}
