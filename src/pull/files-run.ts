/** The pull of media files: what the nodes name, what has been got, and how it is put in its place. */
import { mkdirSync } from "node:fs";
import type { FileFailure, ManifestFiles } from "../formats/manifest.ts";
import { FILES_FOLDER } from "../media/media-files.ts";
import { type Begun, type Downloaded, download } from "./download.ts";
import { type FileEntry, type FileLine, type FileOutcome, isFileLine, putFileList } from "./file-list.ts";
import { FilePlaces, type MediaUrl, type WantedFiles, wantedFiles } from "./file-places.ts";
import { Journal, type ReplayOptions } from "./journal.ts";
import type { KindRun } from "./kind-run.ts";
import { ExhaustedError } from "./patience.ts";
import type { OnPullEvent } from "./pull-events.ts";
import { runWorkers } from "./rounds.ts";
import type { Site } from "./site.ts";
import type { Workplace } from "./workplace.ts";

const JOURNAL_NAME = "files.journal";

/** So many bytes of a file are as good as an answer: the site is there. */
const SUCCESS_BYTES = 1_000_000;

type FilesOptions = ReplayOptions & {
  /** Whether everything is asked for; `undefined` where the files that are there are of another source. */
  keep: { fresh: boolean } | undefined;
};

export class FilesRun {
  readonly #workplace: Workplace;
  readonly #journal: Journal;
  readonly #startedAt = new Date().toISOString();
  /** What has come of each path so far, in this pull or the one that it goes on with. */
  readonly #outcomes = new Map<string, FileOutcome>();
  readonly #places: FilePlaces;
  #wanted: WantedFiles = new Map();
  /** Whether files are asked for that have not changed. */
  readonly #asksAll: boolean;
  #isOpen = true;

  private constructor(workplace: Workplace, keep: FilesOptions["keep"]) {
    this.#workplace = workplace;
    mkdirSync(workplace.file(FILES_FOLDER), { recursive: true });
    this.#asksAll = keep?.fresh ?? true;
    this.#places = new FilePlaces(workplace, keep !== undefined);
    this.#journal = new Journal(workplace.file(JOURNAL_NAME));
  }

  /** Goes on with what an earlier run has left, unless the media tree is pulled anew. */
  static async open(
    workplace: Workplace,
    { tree }: Pick<KindRun, "tree">,
    options: FilesOptions,
  ): Promise<FilesRun> {
    if (tree.roots === undefined) FilesRun.forget(workplace);
    const run = new FilesRun(workplace, options.keep);
    try {
      await run.#journal.replay(({ members }) => {
        if (!isFileLine(members)) return false;
        run.#take(members);
        return true;
      }, options);
    } catch (error) {
      run.close();
      throw error;
    }
    return run;
  }

  /** Forgets what an earlier run has left. */
  static forget(workplace: Workplace): void {
    workplace.remove(JOURNAL_NAME);
    workplace.remove(FILES_FOLDER);
  }

  /**
   * Downloads what these `url`s name and is not there yet.
   * @param onFailure called when the site is given up
   */
  async run(
    urls: Iterable<MediaUrl>,
    site: Site,
    options: { concurrency: number; onEvent: OnPullEvent; onFailure: () => void },
  ): Promise<void> {
    this.#wanted = wantedFiles(urls, site.options.baseUrl);
    this.#places.nameAll(this.#wanted.keys());
    const isOpen = (path: string, isKept: boolean) =>
      !this.#isDone(path) && (this.#asksAll || !isKept || !this.#places.isSettled(path));
    const open = [...this.#wanted].filter(([path, { isKept }]) => isOpen(path, isKept));
    const { onEvent } = options;
    const done = this.expected - open.length;
    onEvent({ type: "known", part: "files", count: this.expected });
    if (done > 0) onEvent({ type: "got", part: "files", count: done, resumed: true });
    let next = 0;
    await runWorkers(
      options.concurrency,
      () => open[next++],
      ([path, { url }]) => this.#get(path, url, site, onEvent),
      options.onFailure,
    );
  }

  /**
   * Puts the files in their places, and the list of them.
   * @param isWhole whether all nodes were listed: then a file that none names is of no use any more
   */
  async putInPlace(isWhole: boolean): Promise<ManifestFiles> {
    const entries: FileEntry[] = [];
    const failures: FileFailure[] = [];
    for (const [path, { url }] of this.#wanted) {
      const outcome = this.#outcomes.get(path);
      const entry = await this.#entryOf(path, outcome);
      if (entry) entries.push(entry);
      // What an earlier pull has got is better than nothing, but it does not make up for a failure.
      if (outcome?.state === "failed") failures.push(failureOf(url, outcome));
      else if (!entry) failures.push({ url: url.href, reason: `${url.href} went missing from the copy` });
    }
    for (const entry of await this.#places.dropUnnamed(isWhole)) entries.push(entry);
    return putFileList(this.#workplace, entries, { failures, startedAt: this.#startedAt });
  }

  async #entryOf(path: string, outcome: FileOutcome | undefined): Promise<FileEntry | undefined> {
    if (outcome?.state === "got") return this.#place(path, outcome);
    const kept = await this.#places.keep(path);
    return kept && outcome?.state === "failed" ? { ...kept, isStale: true } : kept;
  }

  async #place(path: string, { state, ...got }: FileOutcome & { state: "got" }): Promise<FileEntry> {
    return { path, file: await this.#places.place(path), ...got };
  }

  /** How many files the nodes name. */
  get expected(): number {
    return this.#wanted.size;
  }

  close(): void {
    if (this.#isOpen) this.#journal.close();
    this.#isOpen = false;
  }

  /** Closes, and leaves nothing for a next run to go on with. */
  forget(): void {
    this.close();
    FilesRun.forget(this.#workplace);
  }

  /** A file counts as had only as long as it is there. */
  #isDone(path: string): boolean {
    const outcome = this.#outcomes.get(path);
    if (outcome?.state === "failed") return true;
    if (outcome?.state === "unchanged") return this.#places.known(path) !== undefined;
    return outcome?.state === "got" && this.#places.isThere(path, outcome.bytes);
  }

  async #get(path: string, url: URL, site: Site, onEvent: OnPullEvent): Promise<void> {
    const outcome: Downloaded =
      url.origin === new URL(site.options.baseUrl).origin
        ? await this.#download(path, url, site, onEvent)
        : { state: "failed", reason: `${url.href} is on another host than the site` };
    // What a site says may repeat the key, and what failed is kept.
    if (outcome.state === "failed")
      outcome.reason = site.options.apiKey?.hide(outcome.reason) ?? outcome.reason;
    this.#note(path, outcome);
    if (outcome.state !== "failed") onEvent({ type: "got", part: "files", count: 1 });
  }

  async #download(path: string, url: URL, site: Site, onEvent: OnPullEvent): Promise<Downloaded> {
    const options = {
      site: site.options,
      path: this.#places.gathered(path),
      known: this.#asksAll ? undefined : this.#places.known(path),
      onBegin: (validators: Begun) => this.#note(path, { state: "begun", validators }),
    };
    try {
      return await site.patience.persist(url.href, async () => {
        let bytes = 0;
        onEvent({ type: "asked", url: url.href });
        const begun = this.#outcomes.get(path);
        try {
          return await download(url, {
            ...options,
            begun: begun?.state === "begun" ? begun.validators : undefined,
            onBytes: (count) => {
              if (bytes % SUCCESS_BYTES > (bytes + count) % SUCCESS_BYTES) site.patience.succeeded();
              bytes += count;
            },
          });
        } finally {
          onEvent({ type: "ended", url: url.href, bytes });
        }
      });
    } catch (error) {
      if (error instanceof ExhaustedError) return { state: "failed", reason: error.message };
      throw error;
    }
  }

  #note(path: string, outcome: FileOutcome): void {
    const line: FileLine = { path, outcome };
    this.#journal.add(line);
    this.#take(line);
  }

  #take({ path, outcome }: FileLine): void {
    this.#outcomes.set(path, outcome);
  }
}

function failureOf(url: URL, { reason, status }: FileOutcome & { state: "failed" }): FileFailure {
  return { url: url.href, reason, status };
}
