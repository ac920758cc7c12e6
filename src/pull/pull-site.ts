/** Pulls a site into a directory: crawls, gathers, and puts the copy in its place when it is complete. */
import { setMaxListeners } from "node:events";
import { IncompleteError, OutputError } from "../errors.ts";
import { MANIFEST_FORMAT, type Manifest, readManifest } from "../formats/manifest.ts";
import { PULL_STATES_NAME, type PullState, readPullStates } from "../formats/unfinished-pull.ts";
import type { Kind } from "../operations.ts";
import { type Target, targetValue } from "../source.ts";
import { ChangesFile } from "./changes-file.ts";
import { Crawl } from "./crawl.ts";
import type { KeepOptions } from "./earlier-copy.ts";
import { FilesRun } from "./files-run.ts";
import { madeKeysNote } from "./gathering.ts";
import type { ReplayOptions } from "./journal.ts";
import { KindRun, type RunOptions, scopeOf } from "./kind-run.ts";
import { inWorkplace } from "./lock.ts";
import { Patience, type PatienceOptions } from "./patience.ts";
import { isOfAnother, putManifest, resumeReplacing, setAside } from "./previous-copy.ts";
import type { PullResult } from "./pull-events.ts";
import { Site, type SiteOptions } from "./site.ts";
import { askTypes, changedTypes, putTypes, type TakenTypes } from "./type-files.ts";
import type { Workplace } from "./workplace.ts";

export type PullOptions = PatienceOptions & {
  site: SiteOptions;
  /** The directory that the copy goes to. */
  out: string;
  kinds: readonly Kind[];
  /** The roots, or one node with all below it: then of one kind. */
  target: Target;
  /** How many requests are under way at a time. */
  concurrency: number;
  /** Drops what an unfinished pull has left, and asks for everything, as a first pull does. */
  fresh: boolean;
  /** The share of unchanged nodes that are asked for nevertheless, 0 to 1. Default: none. */
  verify?: number;
  /** Takes it where more than a part of the copy's nodes are gone. */
  allowShrink?: boolean;
  /** Replaces a copy of another source. */
  replace?: boolean;
  /** Also downloads the media files. */
  files: boolean;
  /** The arguments of a command that goes on with the pull, but for source, kinds, node and directory. Default: none. */
  args?: readonly string[];
};

/**
 * A copy of the same source is refreshed: what has changed is asked for, what cannot be had again is kept.
 * @throws UsageError where the directory is not free; DataError where its manifest is malformed; the system's errors, with
 * a path; OutputError where another pull has taken the lock; RemoteError and RefusedError where the site does not go on
 * answering; IncompleteError where it has lost more nodes than may be; NoSuchNodeError; the signal's reason. After each of them
 * the same pull goes on where it stopped.
 */
export async function pullSite(options: PullOptions): Promise<PullResult> {
  const { out, kinds, target, replace = false } = options;
  const { source } = scopeOf(options.site, kinds[0], target);
  const isAnother = isOfAnother(out, kinds, { source, node: targetValue(target) }, replace);
  const stop = new AbortController();
  const onFailure = () => stop.abort();
  const onLost = () =>
    stop.abort(new OutputError(`another pull has taken the lock of this directory (${out})`));
  const work = async (workplace: Workplace) => {
    const signal = AbortSignal.any([options.signal, stop.signal]);
    // Each request that waits for its turn listens.
    setMaxListeners(0, signal);
    signal.addEventListener("abort", () => options.site.dispatcher.destroy());
    const replaces = (await resumeReplacing(workplace)) || isAnother;
    return await pullLocked({ ...options, signal, replaces, onFailure }, workplace);
  };
  return await inWorkplace(out, work, onLost);
}

type LockedOptions = PullOptions & {
  replaces: boolean;
  /** Ends what is under way. */
  onFailure: () => void;
};

async function pullLocked(options: LockedOptions, workplace: Workplace): Promise<PullResult> {
  const { onEvent } = options;
  const replay: ReplayOptions = {
    signal: options.signal,
    onDamage: (text) => onEvent({ type: "note", text }),
  };
  const before = readPullStates(workplace.out);
  const state = stateOf(options, before);
  const keep = keepOptions({ ...options, fresh: state.fresh });
  const runs = await openRuns(options, workplace, { ...replay, startsAnew: options.fresh, keep });
  const media = runs.find(({ scope }) => scope.kind === "media");
  let files: FilesRun | undefined;
  try {
    const states = { ...before, ...Object.fromEntries(options.kinds.map((kind) => [kind, state])) };
    workplace.write(PULL_STATES_NAME, JSON.stringify(states));
    if (options.files && media) files = await FilesRun.open(workplace, media, { ...replay, keep });
    const onSend = () => {
      for (const run of runs) run.flush();
    };
    const site = new Site({ ...options.site, onSend }, new Patience(options), onEvent);
    for (const run of runs) run.report(onEvent);
    await crawl(runs, site, options);
    if (!options.allowShrink) refuseToShrink(runs);
    const types = await askTypes(site, options.kinds, onEvent);
    const again = runs.filter((run) => run.reopen(changedTypes(workplace.out, run.scope.kind, types)));
    await crawl(again, site, options);
    await files?.run(media?.urls() ?? [], site, options);
    return await finish({ runs, files, types, workplace }, options);
  } finally {
    leave(runs, files, workplace);
  }
}

/** A pull goes on as it began: what goes on with one that fetches everything does so, too. */
function stateOf(
  { site, kinds, target, fresh, args = [] }: PullOptions,
  before: ReturnType<typeof readPullStates>,
): PullState {
  const { source } = scopeOf(site, kinds[0], target);
  const isSame = (state: PullState | undefined) =>
    state?.source === source && JSON.stringify(state.target) === JSON.stringify(target);
  const goesOnFresh = kinds.some((kind) => isSame(before[kind]) && before[kind]?.fresh);
  return { source, kinds, target, fresh: fresh || goesOnFresh, args };
}

function keepOptions({ replaces, fresh, verify = 0, clock }: LockedOptions): KeepOptions | undefined {
  return replaces ? undefined : { fresh, verify, random: clock?.random ?? Math.random };
}

/** One kind after the other. */
async function crawl(runs: readonly KindRun[], site: Site, options: LockedOptions): Promise<void> {
  for (const { tree, scope, earlier } of runs) {
    await new Crawl(site, tree, { ...options, ...scope, earlier }).run();
  }
}

/** Opens all, or none. */
async function openRuns(
  { site, kinds, target }: PullOptions,
  workplace: Workplace,
  options: RunOptions,
): Promise<KindRun[]> {
  const runs: KindRun[] = [];
  try {
    for (const kind of kinds) runs.push(await KindRun.open(workplace, scopeOf(site, kind, target), options));
  } catch (error) {
    for (const run of runs) run.close();
    throw error;
  }
  return runs;
}

/** Leaves what the next run can go on with, and nothing where no answer came. */
function leave(runs: readonly KindRun[], files: FilesRun | undefined, workplace: Workplace): void {
  files?.close();
  for (const run of runs) {
    if (run.tree.roots !== undefined) run.close();
    else {
      run.forget();
      if (run.scope.kind === "media") FilesRun.forget(workplace);
    }
  }
  if (Object.keys(readPullStates(workplace.out)).length === 0) workplace.remove(PULL_STATES_NAME);
}

type Done = {
  runs: readonly KindRun[];
  files: FilesRun | undefined;
  types: TakenTypes;
  workplace: Workplace;
};

async function finish(done: Done, options: LockedOptions): Promise<PullResult> {
  const { runs, workplace } = done;
  const before = options.replaces ? { hasPrevious: true } : readManifest(workplace.out);
  const manifest: Manifest = { ...before, format: MANIFEST_FORMAT, redirects: false };
  const changes = new ChangesFile(workplace);
  try {
    const result = await writeKinds({ runs, changes, manifest }, options);
    options.signal.throwIfAborted();
    await putInPlace({ ...done, changes, manifest }, result, options.replaces);
    return result;
  } finally {
    changes.close();
  }
}

/** What is written of a copy before it is put in its place. `manifest` is changed. */
type Written = Pick<Done, "runs"> & { changes: ChangesFile; manifest: Manifest };

async function writeKinds(
  { runs, changes, manifest }: Written,
  { onEvent, signal }: LockedOptions,
): Promise<PullResult> {
  const result: PullResult = { kinds: [] };
  for (const run of runs) {
    signal.throwIfAborted();
    const { tree, result: ofKind, madeKeys } = await run.write();
    const { kind } = ofKind;
    manifest[kind] = tree;
    const changed = run.earlier && (await changes.add(kind, run.earlier.index, tree.sha256));
    result.kinds.push(changed ? { ...ofKind, changes: changed } : ofKind);
    if (madeKeys > 0) onEvent({ type: "note", text: madeKeysNote(kind, madeKeys) });
  }
  return result;
}

/** @param result changed: it gets what has come of the files */
async function putInPlace(
  { runs, files, types, workplace, changes, manifest }: Done & Written,
  result: PullResult,
  replaces: boolean,
): Promise<void> {
  // Windows replaces no file that is open, and the earlier copy is read as a link to what gives way.
  for (const run of runs) run.close();
  if (replaces) await setAside(workplace);
  if (files) {
    manifest.files = await files.putInPlace(result.kinds.every(({ unlisted }) => unlisted.length === 0));
    const { bytes, failures } = manifest.files;
    result.files = { expected: files.expected, got: files.expected - failures.length, bytes, failures };
  }
  await changes.put();
  for (const run of runs) await workplace.put(`${run.scope.kind}.ndjson`);
  await putTypes(workplace, manifest, runs[0].scope.source, types);
  await putManifest(workplace, manifest, result);
  // Nothing of what was gathered is of use any more.
  for (const run of runs) run.forget();
  files?.forget();
}

/** A copy that holds fewer nodes may lose any number of them, but not all. */
const LEAST_NODES = 20;
/** The largest part of the others that may go. */
const LARGEST_PART = 1 / 5;

/**
 * What was found is then forgotten, of the other kind too: the site may be another one when it is asked again.
 * @throws IncompleteError where more of the nodes that a copy holds would go
 */
function refuseToShrink(runs: readonly KindRun[]): void {
  const shrunk = runs.flatMap((run) => {
    const held = run.earlier?.index.size ?? 0;
    const gone = goneCount(run);
    const isTooMuch =
      gone > 0 && (run.tree.nodes.size === 0 || (held >= LEAST_NODES && gone > held * LARGEST_PART));
    return isTooMuch ? [{ run, held, gone }] : [];
  });
  if (shrunk.length === 0) return;
  for (const run of runs) run.forget();
  const found = shrunk.map(({ run: { scope, tree }, held, gone }) =>
    tree.nodes.size === 0
      ? `no ${scope.kind} nodes, where the copy holds ${held}`
      : `${scope.kind} nodes without ${gone} of the ${held} that the copy holds`,
  );
  throw new IncompleteError(
    `${shrunk[0].run.scope.source} answers with ${found.join(", and ")}: nothing was replaced. Ask again later, as its index may be being rebuilt; if they are gone indeed, --allow-shrink takes it`,
  );
}

function goneCount({ earlier, tree }: KindRun): number {
  let gone = 0;
  for (const id of earlier?.index.ids ?? []) {
    const state = tree.nodes.get(id)?.state;
    if (state === undefined || state === "vanished") gone++;
  }
  return gone;
}
