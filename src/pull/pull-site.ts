/** Pulls a site into a directory: crawls, gathers, and puts the copy in its place when it is complete. */
import { setMaxListeners } from "node:events";
import { IncompleteError, OutputError } from "../errors.ts";
import { MANIFEST_FORMAT, type Manifest, readManifest } from "../formats/manifest.ts";
import type { Kind } from "../operations.ts";
import { missingCount, type OnPullEvent, type PullResult } from "../pull-events.ts";
import type { Target } from "../source.ts";
import { Crawl } from "./crawl.ts";
import { FilesRun } from "./files-run.ts";
import type { ReplayOptions } from "./journal.ts";
import { KindRun, scopeOf } from "./kind-run.ts";
import { Lock } from "./lock.ts";
import { type Clock, Patience } from "./patience.ts";
import { Site, type SiteOptions } from "./site.ts";
import type { Scope } from "./tree-line.ts";
import { askTypes, putTypes, type TakenTypes } from "./type-files.ts";
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
 * @throws UsageError where the directory is not free; DataError where its manifest is malformed; the system's errors, with
 * a path; OutputError where another pull has taken the lock; RemoteError and RefusedError where the site does not go on
 * answering; NoSuchNodeError; the signal's reason. After each of them the same pull goes on where it stopped.
 */
export async function pullSite(options: PullOptions): Promise<PullResult> {
  // One that is malformed is better known before all else is asked for.
  readManifest(options.out);
  const workplace = new Workplace(options.out);
  const stop = new AbortController();
  const lock = await Lock.take(workplace.file("lock"), () =>
    stop.abort(new OutputError(`another pull has taken the lock of this directory (${options.out})`)),
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
  const replay: ReplayOptions = {
    signal: options.signal,
    onDamage: (text) => onEvent({ type: "note", text }),
  };
  const runs = await openRuns(options, workplace, replay);
  const media = runs.find(({ scope }) => scope.kind === "media");
  let files: FilesRun | undefined;
  try {
    if (options.files && media) files = await FilesRun.open(workplace, media, replay);
    const onSend = () => {
      for (const run of runs) run.flush();
    };
    const site = new Site({ ...options.site, onSend }, new Patience(options), onEvent);
    const lacksFilesAlone = runs.every(isDone);
    for (const run of runs) {
      run.report(onEvent);
      await new Crawl(site, run.tree, { ...options, ...run.scope, onFailure }).run();
    }
    refuseToEmpty(runs, workplace);
    await files?.run(media?.urls() ?? [], site, { ...options, onFailure });
    const types = lacksFilesAlone ? {} : await askTypes(site, options.kinds, onEvent);
    const result = await putInPlace({ runs, files, types }, workplace, options);
    finish(runs, files, workplace, result);
    return result;
  } finally {
    for (const run of runs) run.close();
    files?.close();
  }
}

/** Goes on with what an earlier pull has left, unless there is nothing left to do: then a new one begins. */
async function openRuns(
  { site, kinds, target, fresh, files }: PullOptions,
  workplace: Workplace,
  replay: ReplayOptions,
): Promise<KindRun[]> {
  const scopes = kinds.map((kind) => scopeOf(site, kind, target));
  const afresh = () => openAll(scopes, (scope) => KindRun.afresh(workplace.path, scope));
  if (fresh) return await afresh();
  const runs = await openAll(scopes, (scope) => KindRun.open(workplace.path, scope, replay));
  const filesMissing = files && (readManifest(workplace.out)?.files?.failures.length ?? 0) > 0;
  if (filesMissing || !runs.every(isDone)) return runs;
  for (const run of runs) run.close();
  return await afresh();
}

/** Whether an earlier pull has left nothing to be asked for. */
function isDone({ committed, isComplete }: KindRun): boolean {
  return committed && isComplete;
}

/** Opens all, or none. */
async function openAll(
  scopes: readonly Scope[],
  open: (scope: Scope) => Promise<KindRun>,
): Promise<KindRun[]> {
  const runs: KindRun[] = [];
  try {
    for (const scope of scopes) runs.push(await open(scope));
  } catch (error) {
    for (const run of runs) run.close();
    throw error;
  }
  return runs;
}

async function putInPlace(
  { runs, files, types }: { runs: readonly KindRun[]; files: FilesRun | undefined; types: TakenTypes },
  workplace: Workplace,
  { onEvent, signal }: Pick<PullOptions, "onEvent" | "signal">,
): Promise<PullResult> {
  const manifest: Manifest = { ...readManifest(workplace.out), format: MANIFEST_FORMAT };
  const kinds: PullResult["kinds"] = [];
  for (const run of runs) {
    signal.throwIfAborted();
    const { kind } = run.scope;
    const { tree, result, madeKeys } = await run.write(workplace.path);
    manifest[kind] = tree;
    kinds.push(result);
    if (madeKeys > 0) onEvent({ type: "note", text: madeKeysNote(kind, madeKeys) });
  }
  signal.throwIfAborted();
  if (files) manifest.files = await files.putInPlace();
  for (const run of runs) await workplace.put(`${run.scope.kind}.ndjson`);
  await putTypes(workplace, manifest, runs[0].scope.source, types);
  await workplace.putManifest(manifest);
  if (!files || !manifest.files) return { kinds };
  const { bytes, failures } = manifest.files;
  return {
    kinds,
    files: { expected: files.expected, got: files.expected - failures.length, bytes, failures },
  };
}

function madeKeysNote(kind: Kind, count: number): string {
  return count === 1
    ? `1 ${kind} node has no key on the site: it got one made of its id, and is looked up there by its id`
    : `${count} ${kind} nodes have no key on the site: they got keys made of their ids, and are looked up there by id`;
}

/**
 * A site whose index is being rebuilt answers with no nodes for a while.
 * @throws IncompleteError where nodes that the copy holds would give way to none; they are asked for anew the next time
 */
function refuseToEmpty(runs: readonly KindRun[], workplace: Workplace): void {
  const before = readManifest(workplace.out);
  const emptied = runs.filter(
    ({ scope: { kind }, tree }) => tree.size === 0 && (before?.[kind]?.nodes ?? 0) > 0,
  );
  if (emptied.length === 0) return;
  for (const run of emptied) {
    run.close();
    workplace.remove(`${run.scope.kind}.journal`);
  }
  const kinds = emptied.map(
    ({ scope: { kind } }) => `no ${kind} nodes, where the copy holds ${before?.[kind]?.nodes}`,
  );
  throw new IncompleteError(
    `${emptied[0].scope.source} answers with ${kinds.join(", and ")}: nothing was replaced. Ask again later; if the site is empty indeed, pull into another --out`,
  );
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
  if (missingCount(result) > 0) return;
  for (const run of runs) {
    run.close();
    workplace.remove(`${run.scope.kind}.journal`);
  }
  files?.close();
  FilesRun.forget(workplace);
}
