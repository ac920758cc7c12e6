/** The pull of media files: which ones the nodes name, what was downloaded, and how it is put in place. */
import { mkdirSync } from "node:fs";
import type { FileFailure, ManifestFiles } from "../formats/manifest.ts";
import { FILES_FOLDER } from "../media/media-files.ts";
import { RetriesExhaustedError } from "../sources/retry.ts";
import type { Client } from "./client.ts";
import { inPreorder } from "./copy-lines.ts";
import { type Begun, type Downloaded, download } from "./download.ts";
import type { CopyUse } from "./earlier-copy.ts";
import {
  type FileEntry,
  type FileOutcome,
  FilePlaces,
  isFileOutcome,
  type MediaUrl,
  putFileList,
  type WantedFiles,
  wantedFiles,
} from "./file-places.ts";
import type { Pull } from "./options.ts";
import { runPool } from "./pool.ts";
import type { KindPull } from "./pull-kind.ts";
import { ResponseLog } from "./response-log.ts";
import type { Staging } from "./staging.ts";

const LOG_NAME = "files.responses";

/** So many bytes of a file are as good as a response: the site is up. */
const SUCCESS_BYTES = 1_000_000;

export class FilesPull {
  readonly #staging: Staging;
  readonly #pull: Pull;
  readonly #media: KindPull;
  readonly #log: ResponseLog;
  readonly #startedAt = new Date().toISOString();
  /** The outcome of each path so far, in this run or the ones before. */
  readonly #outcomes: Map<string, FileOutcome>;
  readonly #places: FilePlaces;
  readonly #fetchesAll: boolean;
  #wanted: WantedFiles = new Map();

  private constructor(
    staging: Staging,
    pull: Pull,
    media: KindPull,
    {
      copy,
      log,
      outcomes,
    }: { copy: CopyUse | undefined; log: ResponseLog; outcomes: Map<string, FileOutcome> },
  ) {
    this.#staging = staging;
    this.#pull = pull;
    this.#media = media;
    this.#log = log;
    this.#outcomes = outcomes;
    this.#fetchesAll = copy?.fetchesAll ?? true;
    this.#places = new FilePlaces(staging, copy !== undefined);
  }

  /**
   * Resumes what an earlier run has left, unless the media tree is pulled anew.
   * @param copy how the copy that is there is used; `undefined` if it is of another source
   */
  static async open(
    staging: Staging,
    pull: Pull,
    media: KindPull,
    copy: CopyUse | undefined,
  ): Promise<FilesPull> {
    if (!media.isResumed) FilesPull.forget(staging);
    mkdirSync(staging.file(FILES_FOLDER), { recursive: true });
    const outcomes = new Map<string, FileOutcome>();
    const log = await ResponseLog.open(
      staging.file(LOG_NAME),
      (key, text) => {
        const outcome = readOutcome(text);
        if (outcome) outcomes.set(decodeURIComponent(key), outcome);
        return outcome !== undefined;
      },
      { signal: pull.signal, onDamage: (text) => pull.onEvent({ type: "note", text }) },
    );
    return new FilesPull(staging, pull, media, { copy, log, outcomes });
  }

  /** Leaves nothing for the next run. */
  static forget(staging: Staging): void {
    staging.remove(LOG_NAME);
    staging.remove(FILES_FOLDER);
  }

  /** Downloads the files that the media nodes name and that are not there yet. */
  async run(client: Client): Promise<void> {
    this.#wanted = wantedFiles(this.#urls(), client.site.baseUrl);
    this.#places.nameAll(this.#wanted.keys());
    const todo = [...this.#wanted].filter(
      ([path, { isKept }]) =>
        !this.#isDone(path) && (this.#fetchesAll || !isKept || !this.#places.isSettled(path)),
    );
    const { onEvent, concurrency, abort } = this.#pull;
    const done = this.expected - todo.length;
    onEvent({ type: "known", part: "files", count: this.expected });
    if (done > 0) onEvent({ type: "got", part: "files", count: done, resumed: true });
    let next = 0;
    await runPool(
      concurrency,
      () => todo[next++],
      ([path, { url }]) => this.#fetch(client, path, url),
      abort,
    );
  }

  /**
   * Puts the files and the list of them in place.
   * @param isWhole whether all nodes were listed: only then does a file go that none names
   */
  async putInPlace(isWhole: boolean): Promise<ManifestFiles> {
    const entries: FileEntry[] = [];
    const failures: FileFailure[] = [];
    for (const [path, { url }] of this.#wanted) {
      const outcome = this.#outcomes.get(path);
      const entry = await this.#entryOf(path, outcome);
      if (entry) entries.push(entry);
      // The copy's file is better than nothing, but it does not make up for a failure.
      if (outcome?.state === "failed") {
        failures.push({ url: url.href, reason: outcome.reason, status: outcome.status });
      } else if (!entry) failures.push({ url: url.href, reason: `${url.href} went missing from the copy` });
    }
    for (const entry of await this.#places.dropUnnamed(isWhole)) entries.push(entry);
    return putFileList(this.#staging, entries, { failures, startedAt: this.#startedAt });
  }

  /** How many files the nodes name. */
  get expected(): number {
    return this.#wanted.size;
  }

  /** Closing again does nothing. */
  close(): void {
    this.#log.close();
  }

  /** Closes, and leaves nothing for the next run. */
  forget(): void {
    this.close();
    FilesPull.forget(this.#staging);
  }

  async #entryOf(path: string, outcome: FileOutcome | undefined): Promise<FileEntry | undefined> {
    if (outcome?.state === "got") {
      const { state: _, ...got } = outcome;
      return { path, file: await this.#places.place(path), ...got };
    }
    const kept = await this.#places.keep(path);
    return kept && outcome?.state === "failed" ? { ...kept, isStale: true } : kept;
  }

  /** The `url` of each node that has one, and whether the node is unchanged since the copy was made. */
  *#urls(): Generator<MediaUrl> {
    for (const { id } of inPreorder(this.#media)) {
      const url = this.#media.member(id, "url");
      if (typeof url === "string") yield { url, isKept: this.#media.state(id)?.isKept === true };
    }
  }

  /** A file counts as downloaded only while it is there. */
  #isDone(path: string): boolean {
    const outcome = this.#outcomes.get(path);
    if (outcome?.state === "failed") return true;
    if (outcome?.state === "unchanged") return this.#places.known(path) !== undefined;
    return outcome?.state === "got" && this.#places.isThere(path, outcome.bytes);
  }

  async #fetch(client: Client, path: string, url: URL): Promise<void> {
    const { apiKey, baseUrl } = client.site;
    const outcome: Downloaded =
      url.origin === new URL(baseUrl).origin
        ? await this.#download(client, path, url)
        : { state: "failed", reason: `${url.href} is on another host than the site` };
    // A response may repeat the key, and failures are stored.
    if (outcome.state === "failed") outcome.reason = apiKey?.hide(outcome.reason) ?? outcome.reason;
    this.#note(path, outcome);
    if (outcome.state !== "failed") this.#pull.onEvent({ type: "got", part: "files", count: 1 });
  }

  async #download({ site, retry }: Client, path: string, url: URL): Promise<Downloaded> {
    const { onEvent } = this.#pull;
    try {
      return await retry.run(url.href, async () => {
        let bytes = 0;
        onEvent({ type: "asked", url: url.href });
        const before = this.#outcomes.get(path);
        try {
          return await download(url, {
            site,
            path: this.#places.gathered(path),
            begun: before?.state === "begun" ? before.validators : undefined,
            known: this.#fetchesAll ? undefined : this.#places.known(path),
            onBegin: (validators: Begun) => this.#note(path, { state: "begun", validators }),
            onBytes: (count) => {
              if (bytes % SUCCESS_BYTES > (bytes + count) % SUCCESS_BYTES) retry.succeeded();
              bytes += count;
            },
          });
        } finally {
          onEvent({ type: "ended", url: url.href, bytes });
        }
      });
    } catch (error) {
      if (error instanceof RetriesExhaustedError) return { state: "failed", reason: error.message };
      throw error;
    }
  }

  #note(path: string, outcome: FileOutcome): void {
    this.#log.append(encodeURIComponent(path), JSON.stringify(outcome));
    this.#outcomes.set(path, outcome);
  }
}

function readOutcome(text: Buffer): FileOutcome | undefined {
  try {
    const outcome: unknown = JSON.parse(text.toString());
    return isFileOutcome(outcome) ? outcome : undefined;
  } catch {
    return undefined;
  }
}
