/** The receipt of a pull: nodes and files expected and fetched, requests and time, and every failure. */
import { join } from "node:path";
import { MANIFEST_NAME } from "../formats/copy/manifest.ts";
import type { Tally } from "../remote/pull-events.ts";
import type { KindResult, PullResult } from "../remote/pull-result.ts";
import { counted } from "../text/counted.ts";
import { visible } from "../text/visible-text.ts";

/** The requests and the time that a pull took. */
type Cost = { tally: Tally; seconds: number };

const UNCHANGED = "unchanged (not fetched again)";
/** Counts that are printed even if they are 0. */
const ALWAYS_PRINTED = new Set(["new", "changed", "removed", UNCHANGED]);

/** The number of printed failures with the same reason. */
const EXAMPLES = 3;

const UNITS = ["B", "kB", "MB", "GB", "TB"];

/**
 * @param out the directory that was written
 */
export function receiptLines(result: PullResult, out: string, cost: Cost): string[] {
  const parts = [
    ...result.kinds.map(({ kind, expected, got }) => `${kind}: ${got} of ${counted(expected, "node")}`),
    ...(result.files
      ? [`files: ${result.files.got} of ${result.files.expected}, ${sizeInWords(result.files.bytes)}`]
      : []),
  ];
  const changes = result.kinds.flatMap(changesLine);
  const { requests, retries, bytes } = cost.tally;
  const vanished = result.kinds
    .filter(({ vanished }) => vanished.length > 0)
    .map(({ kind, vanished }) => `vanished meanwhile: ${kind} ${vanished.join(", ")}`);
  return [
    visible(`wrote ${out}`),
    ...parts,
    ...changes,
    `${requests} requests, ${retries} retries, ${sizeInWords(bytes)} received, ${duration(cost.seconds)}`,
    ...vanished,
    ...acceptedLine(result),
    ...failureLines(result, out),
  ];
}

/** The receipt for scripts; a kind has `changes` if there was an earlier copy. */
export function receiptJson(result: PullResult, out: string, { tally, seconds }: Cost) {
  const { requests, retries, bytes } = tally;
  return { out, ...result, cost: { requests, retries, bytes, seconds } };
}

/** The differences from the earlier copy, if there was one. */
function changesLine({ kind, changes, kept, got, failures }: KindResult): string[] {
  if (changes === undefined) return [];
  const { added, ...others } = changes;
  const readAgain = got - added;
  const isAllRead = kept === 0 && readAgain > 0;
  if (isAllRead && failures.length === 0 && Object.values(changes).every((count) => count === 0)) {
    return [`${kind}: ${readAgain} read again, none differ`];
  }
  const counts = Object.entries({
    new: added,
    ...others,
    failed: failures.length,
    ...(isAllRead ? { "read again": readAgain } : { [UNCHANGED]: kept }),
  });
  const printed = counts.filter(([name, count]) => count > 0 || ALWAYS_PRINTED.has(name));
  return [`${kind}: ${printed.map(([name, count]) => `${count} ${name}`).join(", ")}`];
}

/** The number of failures that are accepted. */
function acceptedLine({ accepted = 0 }: PullResult): string[] {
  return accepted > 0 ? [`accepted as missing: ${counted(accepted, "node or file", "nodes or files")}`] : [];
}

/** A node, a list of children or a file that could not be fetched, with the requested URL. */
type FailureLine = { outcome: string; subject: string; plural: string; url: string; reason: string };

function failureLines({ kinds, files }: PullResult, out: string): string[] {
  const nodes = kinds.flatMap(({ kind, failures }) =>
    failures.map(({ id, reason, url, recordedAt }) => {
      const outcome = recordedAt === undefined ? "missing" : `not fetched, kept as of ${recordedAt}`;
      return { outcome, subject: `${kind} ${id}: `, plural: `${kind} nodes`, url, reason };
    }),
  );
  const lists = kinds.flatMap(({ kind, unlisted }) =>
    unlisted.map(({ id, reason, url }) =>
      id === undefined
        ? { outcome: "roots not listed", subject: `${kind}: `, plural: kind, url, reason }
        : {
            outcome: "children not listed",
            subject: `${kind} ${id}: `,
            plural: `${kind} nodes`,
            url,
            reason,
          },
    ),
  );
  const media = (files?.failures ?? []).map(({ url, reason, status }) => {
    const outcome = status === undefined ? "missing" : "not on the site";
    return { outcome, subject: "file ", plural: "files", url, reason };
  });
  return groupedByReason([...nodes, ...lists, ...media])
    .flatMap((group) => groupLines(group, out))
    .map(visible);
}

/** Groups by reason without its URL, in the order of the first failure of each group. */
function groupedByReason(failures: readonly FailureLine[]): FailureLine[][] {
  const groups = new Map<string, FailureLine[]>();
  for (const failure of failures) {
    const reason = failure.reason.replaceAll(failure.url, "");
    const key = JSON.stringify([failure.outcome, failure.plural, reason]);
    const group = groups.get(key);
    if (group) group.push(failure);
    else groups.set(key, [failure]);
  }
  return [...groups.values()];
}

function groupLines(group: readonly FailureLine[], out: string): string[] {
  const examples = group
    .slice(0, EXAMPLES)
    // Most reasons begin with the URL already.
    .map(
      ({ outcome, subject, reason, url }) =>
        `${outcome}: ${subject}${reason.includes(url) ? "" : `${url}: `}${reason}`,
    );
  const rest = group.length - examples.length;
  if (rest === 0) return examples;
  const [{ outcome, plural }] = group;
  const names = rest === 1 ? plural.replace(/s$/, "") : plural;
  return [
    ...examples,
    `${outcome}: ${rest} more ${names} for the same reason, all in ${join(out, MANIFEST_NAME)}`,
  ];
}

/** A number of bytes with three digits. */
export function sizeInWords(bytes: number): string {
  const unit = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  return `${Number((bytes / 1000 ** unit).toPrecision(3))} ${UNITS[unit]}`;
}

/** Seconds as `1.2 s`, `3:05` or `2:03:05`. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, i) => (i === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}
