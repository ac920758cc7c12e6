/** Pulls a site into a directory: crawls, gathers, and puts the copy in its place when it is complete. */
import { setMaxListeners } from "node:events";
import { MANIFEST_FORMAT, type Manifest, readManifest } from "../formats/manifest.ts";
import type { Kind } from "../operations.ts";
import type { OnPullEvent, PullResult } from "../pull-events.ts";
import type { Target } from "../source.ts";
import { Crawl } from "./crawl.ts";
import { FilesRun } from "./files-run.ts";
import { KindRun, scopeOf } from "./kind-run.ts";
import { Lock } from "./lock.ts";
import { type Clock, Patience } from "./patience.ts";
import { Site, type SiteOptions } from "./site.ts";
import { Workplace } from "./workplace.ts";

export type PullOptions = {
  site: SiteOptions;
  /** The directory that the copy goes to. */
  out: string;
  kinds: readonly Kind[];
  /** The roots, or one node with all below it: then of one kind. */
  target: Target;
  /** How many requests are under way at a time. */
  concurrency: number;
  /** Least time between the starts of two requests, in milliseconds. */
  delay: number;
  /** How often one thing is asked for again. */
  retries: number;
  /** Forgets what an earlier pull has left, rather than to go on with it. */
  fresh: boolean;
  /** Also downloads the media files. */
  files: boolean;
  /** Aborted when the pull is to stop; its reason is then thrown. */
  signal: AbortSignal;
  onEvent: OnPullEvent;
  /** Default: the real one. */
  clock?: Clock;
};

/**
 * @throws UsageError where the directory is not free; RemoteError and RefusedError where the site does not go on
 * answering; NoSuchNodeError; the signal's reason. After each of them the same pull goes on where it stopped.
 */
export async function pullSite(options: PullOptions): Promise<PullResult> {
  const workplace = new Workplace(options.out);
  const stop = new AbortController();
  const lock = await Lock.take(workplace.file("lock"), () =>
    stop.abort(new Error("another pull has taken the lock of this directory")),
  );
  try {
    const signal = AbortSignal.any([options.signal, stop.signal]);
    // Each request that waits for its turn listens.
    setMaxListeners(0, signal);
    signal.addEventListener("abort", () => options.site.dispatcher.destroy());
    return await pullLocked({ ...options, signal }, workplace, stop);
  } finally {
    lock.release();
    workplace.close();
  }
}

async function pullLocked(
  options: PullOptions,
  workplace: Workplace,
  stop: AbortController,
): Promise<PullResult> {
  const { onEvent } = options;
  const onFailure = () => stop.abort();
  const runs = openRuns(options, workplace);
  const media = runs.find(({ scope }) => scope.kind === "media");
  const files = options.files && media ? FilesRun.open(workplace, media) : undefined;
  try {
    const onSend = () => {
      for (const run of runs) run.flush();
    };
    const site = new Site({ ...options.site, onSend }, new Patience(options), onEvent);
    for (const run of runs) {
      run.report(onEvent);
      await new Crawl(site, run.tree, { ...options, ...run.scope, onFailure }).run();
    }
    await files?.run(media?.urls() ?? [], site, { ...options, onFailure });
    const result = await putInPlace(runs, files, workplace);
    finish(runs, files, workplace, result);
    return result;
  } finally {
    for (const run of runs) run.close();
    files?.close();
  }
}

/** Goes on with what an earlier pull has left, unless there is nothing left to do: then a new one begins. */
function openRuns({ site, kinds, target, fresh, files }: PullOptions, workplace: Workplace): KindRun[] {
  const scopes = kinds.map((kind) => scopeOf(site, kind, target));
  const afresh = () => scopes.map((scope) => KindRun.afresh(workplace.path, scope));
  if (fresh) return afresh();
  const runs: KindRun[] = [];
  try {
    for (const scope of scopes) runs.push(KindRun.open(workplace.path, scope));
  } catch (error) {
    for (const run of runs) run.close();
    throw error;
  }
  const filesMissing = files && (readManifest(workplace.out)?.files?.failures.length ?? 0) > 0;
  if (filesMissing || !runs.every((run) => run.committed && run.isComplete)) return runs;
  for (const run of runs) run.close();
  return afresh();
}

async function putInPlace(
  runs: readonly KindRun[],
  files: FilesRun | undefined,
  workplace: Workplace,
): Promise<PullResult> {
  const manifest: Manifest = { ...readManifest(workplace.out), format: MANIFEST_FORMAT };
  for (const run of runs) manifest[run.scope.kind] = await run.write(workplace.path);
  if (files) manifest.files = await files.putInPlace();
  for (const run of runs) await workplace.put(`${run.scope.kind}.ndjson`);
  await workplace.putManifest(manifest);
  const kinds = runs.map(({ scope: { kind }, tree, vanished }) => {
    const failures = manifest[kind]?.failures ?? [];
    const expected = tree.size - vanished.length;
    return { kind, expected, got: expected - failures.length, failures, vanished };
  });
  if (!files || !manifest.files) return { kinds };
  const { bytes, failures } = manifest.files;
  return {
    kinds,
    files: { expected: files.expected, got: files.expected - failures.length, bytes, failures },
  };
}

/** What failed is asked for by the next pull; without a failure there is nothing to keep. */
function finish(
  runs: readonly KindRun[],
  files: FilesRun | undefined,
  workplace: Workplace,
  result: PullResult,
): void {
  for (const run of runs) run.commit();
  files?.commit();
  const isWhole = result.kinds.every(({ failures }) => failures.length === 0);
  if (!isWhole || (result.files?.failures.length ?? 0) > 0) return;
  for (const run of runs) {
    run.close();
    workplace.remove(`${run.scope.kind}.journal`);
  }
  files?.close();
  FilesRun.forget(workplace);
}
