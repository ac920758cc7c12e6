/** Pulls a site into a directory: fetches new and changed nodes, and swaps the new copy in when it is complete. */
import { setMaxListeners } from "node:events";
import { inStaging } from "../copy/lock.ts";
import { publishCopy } from "../copy/publish.ts";
import { refuseOtherFiles, type Staging } from "../copy/staging.ts";
import { IncompleteError, UsageError } from "../errors.ts";
import { MANIFEST_FORMAT, type ManifestTree, readManifest } from "../formats/copy/manifest.ts";
import {
  PULL_STATES_NAME,
  type PullState,
  readPullStates,
  unfinishedPull,
} from "../formats/copy/unfinished-pull.ts";
import { KINDS, type Kind } from "../operations.ts";
import { targetValue } from "../site/source.ts";
import { Client } from "./client.ts";
import { changedTypes, fetchTypes } from "./fetch-types.ts";
import { forgetFiles, pullFiles } from "./files-pull.ts";
import { type Pull, type PullOptions, pullOf } from "./options.ts";
import { KindPull, scopeOf } from "./pull-kind.ts";
import type { PullResult } from "./pull-result.ts";
import { newSummary, pulledLines } from "./pulled-lines.ts";
import { keylessWarning } from "./remote-source.ts";
import { listedAgainWarning } from "./tree-listing.ts";

/**
 * Refreshes the copy if there is one of the same source. If the pull is interrupted, the same command resumes it.
 * @throws UsageError if the directory is not free; DataError if its manifest is malformed; the system's errors, with a path;
 * RemoteError and RefusedError if the site is down; IncompleteError if it has
 * lost too many nodes; NoSuchNodeError; the signal's reason
 */
export async function pullSite(options: PullOptions): Promise<PullResult> {
  const wanted = pullOf(options);
  const { out, kinds, target } = wanted;
  const { source } = scopeOf(wanted.site, kinds[0], target);
  refuseOtherSource(out, kinds, { source, node: targetValue(target) });
  const stop = new AbortController();
  const signal = AbortSignal.any([wanted.signal, stop.signal]);
  return await inStaging(
    out,
    async (staging) => {
      // Each waiting request adds a listener.
      setMaxListeners(0, signal);
      signal.addEventListener("abort", () => wanted.site.dispatcher.destroy());
      return await pullInto(staging, { ...wanted, signal, abort: () => stop.abort() });
    },
    { onWarning: (text) => wanted.onEvent({ type: "warning", text }) },
  );
}

async function pullInto(staging: Staging, pull: Pull): Promise<PullResult> {
  const before = readPullStates(staging.out);
  const state = stateOf(pull, before);
  const kinds: KindPull[] = [];
  try {
    for (const kind of pull.kinds) kinds.push(await KindPull.open(staging, pull, kind, state.fresh));
    const resumed = kinds.filter(({ isResumed }) => isResumed);
    if (resumed.length > 0) {
      const nodes = Object.fromEntries(resumed.map(({ scope, stateCount }) => [scope.kind, stateCount]));
      pull.onEvent({ type: "resumed", startedAt: resumed[0].startedAt, nodes });
    }
    const states = { ...before, ...Object.fromEntries(pull.kinds.map((kind) => [kind, state])) };
    staging.write(PULL_STATES_NAME, JSON.stringify(states));
    const media = pull.files ? kinds.find(({ scope }) => scope.kind === "media") : undefined;
    if (media?.isResumed === false) forgetFiles(staging);
    const client = new Client(pull.site, pull);
    for (const kind of kinds) await kind.run(client);
    if (!pull.allowShrink) refuseToShrink(kinds);
    const types = await fetchTypes(client, pull);
    for (const kind of kinds) await kind.refetch(client, changedTypes(staging.out, kind.scope.kind, types));
    const files = media && (await pullFiles(staging, pull, media, client, state.fresh));
    return await publish(staging, pull, { kinds, files, types });
  } finally {
    // Leaves what the next run can resume from, and nothing if there was no response.
    for (const kind of kinds) {
      if (kind.isResumable) kind.close();
      else {
        kind.forget();
        if (kind.scope.kind === "media") forgetFiles(staging);
      }
    }
    if (Object.keys(readPullStates(staging.out)).length === 0) staging.remove(PULL_STATES_NAME);
  }
}

/**
 * Refuses files that no pull wrote, and the copy of another site, or of another node, since a refresh would remove its nodes.
 * @param kinds the pulled kinds; the copy's other kind must be of the same site, too
 * @throws UsageError; DataError if the manifest is malformed
 */
function refuseOtherSource(
  out: string,
  kinds: readonly Kind[],
  wanted: Pick<ManifestTree, "source" | "node">,
): void {
  const manifest = readManifest(out);
  if (manifest === undefined && unfinishedPull(out) === undefined)
    refuseOtherFiles(out, "copy of an earlier pull");
  for (const kind of KINDS) {
    const there = manifest?.[kind];
    if (there === undefined) continue;
    if (there.source === wanted.source && (there.node === wanted.node || !kinds.includes(kind))) continue;
    throw new UsageError(
      `${out} holds ${kind} of ${describedSource(there)}, but this is a pull of ${describedSource(wanted)}: use another --out, or remove ${out}`,
    );
  }
}

function describedSource({ source, node }: Pick<ManifestTree, "source" | "node">): string {
  return node === undefined ? source : `${source} (node ${node} only)`;
}

/** A pull that resumes one with --fresh fetches everything, too. */
function stateOf(
  { site, kinds, target, fresh, args }: Pull,
  before: ReturnType<typeof readPullStates>,
): PullState {
  const { source } = scopeOf(site, kinds[0], target);
  const isSame = (state: PullState | undefined) =>
    state?.source === source && JSON.stringify(state.target) === JSON.stringify(target);
  const resumesFresh = kinds.some((kind) => isSame(before[kind]) && before[kind]?.fresh);
  return { source, kinds, target, fresh: fresh || resumesFresh, args };
}

type FetchedSite = {
  kinds: readonly KindPull[];
  files: Awaited<ReturnType<typeof pullFiles>> | undefined;
  types: Awaited<ReturnType<typeof fetchTypes>>;
};

/** Writes the new copy, and swaps it in, the manifest last. */
async function publish(
  staging: Staging,
  { onEvent, signal }: Pull,
  { kinds, files, types }: FetchedSite,
): Promise<PullResult> {
  const before = readManifest(staging.out);
  const summaries = kinds.map((pull) => ({ pull, summary: newSummary() }));
  const isWhole = () => summaries.every(({ summary }) => summary.unlisted.length === 0);
  const { manifest, changes } = await publishCopy(staging, {
    trees: summaries.map(({ pull, summary }) => ({
      kind: pull.scope.kind,
      lines: pulledLines(pull, summary),
      entry: () => {
        const { failures, unlisted, vanished } = summary;
        return {
          source: pull.scope.source,
          node: targetValue(pull.scope.target),
          startedAt: pull.startedAt,
          finishedAt: new Date().toISOString(),
          failures,
          unlisted: unlisted.length > 0 ? unlisted : undefined,
          vanished,
        };
      },
      before: pull.earlier?.index,
    })),
    types,
    typesSource: kinds[0].scope.source,
    stageFiles: files && (() => files.stage(isWhole())),
    manifest: { ...before, format: MANIFEST_FORMAT, redirects: false },
    signal,
  });
  for (const kind of kinds) kind.forget();
  if (files) forgetFiles(staging);
  const result: PullResult = { kinds: [] };
  for (const { pull, summary } of summaries) {
    const { derivedKeys, expected, kept, failures, unlisted, vanished } = summary;
    const { kind } = pull.scope;
    const got = expected - failures.length;
    result.kinds.push({
      kind,
      expected,
      got,
      kept,
      changes: changes.get(kind),
      failures,
      unlisted,
      vanished,
    });
    const again = pull.tree && listedAgainWarning(pull.tree, kind);
    if (again !== undefined) onEvent({ type: "warning", text: again });
    if (derivedKeys > 0) onEvent({ type: "warning", text: keylessWarning(derivedKeys, kind) });
  }
  if (files && manifest.files) {
    const { bytes, failures } = manifest.files;
    result.files = { expected: files.expected, got: files.expected - failures.length, bytes, failures };
  }
  return result;
}

/** A copy with fewer nodes may lose any number of them, but not all. */
const LEAST_NODES = 20;
/** The largest part of the nodes that may be missing. */
const LARGEST_PART = 1 / 5;

/**
 * Drops all fetched nodes, of both kinds: the site may be complete the next time.
 * @throws IncompleteError if too many of the copy's nodes are missing
 */
function refuseToShrink(kinds: readonly KindPull[]): void {
  const shrunk = kinds.flatMap((kind) => {
    const ids = kind.earlier?.index.ids ?? [];
    const missing = ids.filter((id) => !kind.tree?.nodes.has(id) || kind.state(id) === undefined).length;
    const size = kind.tree?.nodes.size ?? 0;
    const isTooMuch =
      missing > 0 && (size === 0 || (ids.length >= LEAST_NODES && missing > ids.length * LARGEST_PART));
    if (!isTooMuch) return [];
    return size === 0
      ? [`no ${kind.scope.kind} nodes, but the copy has ${ids.length}`]
      : [`${kind.scope.kind} nodes without ${missing} of the ${ids.length} in the copy`];
  });
  if (shrunk.length === 0) return;
  for (const kind of kinds) kind.forget();
  throw new IncompleteError(
    `${kinds[0].scope.source} lists ${shrunk.join(", and ")}: nothing was replaced. The site may be rebuilding its index: try again later, or accept the loss with --allow-shrink`,
  );
}
