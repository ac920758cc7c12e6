/** Shared by the tests of pull: sites, and a pull in the process of the test. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { DirectorySource } from "../../src/formats/directory-source.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { KINDS, type Kind } from "../../src/operations.ts";
import { createDispatcher } from "../../src/remote/http-client.ts";
import type { PullOptions } from "../../src/remote/options.ts";
import { type PullEvent, Tally } from "../../src/remote/pull-events.ts";
import { pullSite } from "../../src/remote/pull-site.ts";
import { type DataNode, everyNode, expectedNode, expectedRoots } from "../oracle.ts";
import { virtualClock } from "../support/clock.ts";
import { appOf, keyOf, serverOf } from "../support/site.ts";
import { temporaryDirectory } from "../support/temporary.ts";

export const PREFIX = "platform/module";

/** The timeout of slow tests, in milliseconds, which only ends tests that hang. */
export const PATIENT = { timeout: 300_000 };

/** Media nodes that have these urls. */
export function mediaNodes(urls: (string | undefined)[]): DataNode[] {
  return urls.map((url, i) => ({
    id: i + 1,
    key: keyOf(i + 1),
    name: `Media ${i + 1}`,
    url,
    updateDate: "2016-03-01T10:00:05",
    properties: {},
    children: [],
  }));
}

/** Serves a data directory until the test ends. */
export async function servedSite(data: string): Promise<string> {
  const app = appOf({ prefix: PREFIX }, new DirectorySource(await loadDirectory(data)));
  return (await serverOf(app)).url;
}

/** Pulls, and returns the result with the events. */
export async function pulled(baseUrl: string, out: string, options: Partial<PullOptions> = {}) {
  const tally = new Tally();
  const events: PullEvent[] = [];
  const result = await pullSite({
    site: { baseUrl, prefix: PREFIX, timeout: 30, dispatcher: createDispatcher({ timeout: 30 }) },
    out,
    kinds: KINDS,
    target: { by: "root" },
    concurrency: 4,
    delay: 0,
    retries: 6,
    fresh: false,
    files: false,
    signal: new AbortController().signal,
    clock: virtualClock(),
    onEvent: (event) => {
      tally.add(event);
      events.push(event);
    },
    ...options,
  });
  return { result, tally, events };
}

/** Pulls into a new directory, which it returns, too. */
export async function newCopy(baseUrl: string, options: Partial<PullOptions> = {}) {
  const out = temporaryDirectory();
  return { out, ...(await pulled(baseUrl, out, options)) };
}

/** The copy that a pull makes of a data directory while that is served. */
export async function copyOf(data: string): Promise<string> {
  return (await newCopy(await servedSite(data))).out;
}

/** The bytes of the files that a pull of an unchanged site leaves unchanged. */
export function nodeFiles(directory: string): string[] {
  return KINDS.map((kind) => readFileSync(join(directory, `${kind}.ndjson`), "utf8"));
}

/**
 * Expects the six operations to answer from a directory according to the rules for these roots.
 * @param expectedMissing the number of nodes, lists and files that the pull reports as missing
 */
export async function expectAnswers(
  directory: string,
  roots: Record<Kind, DataNode[]>,
  expectedMissing = 0,
): Promise<void> {
  const { trees, missing } = await loadDirectory(directory);
  expect(missing).toBe(expectedMissing);
  const source = new DirectorySource({ trees });
  const text = (answer: ReturnType<DirectorySource["answer"]>) =>
    answer && Buffer.concat(answer instanceof Uint8Array ? [answer] : [...answer]).toString();
  for (const kind of KINDS) {
    const root = { by: "root" } as const;
    for (const maxLevel of [1, 3, 100]) {
      const expected = JSON.stringify(expectedRoots(roots[kind], maxLevel));
      expect(text(source.answer({ kind, target: root, maxLevel }))).toBe(expected);
    }
    for (const { node, ancestors } of everyNode(roots[kind])) {
      const expected = JSON.stringify(expectedNode(node, ancestors));
      expect(text(source.answer({ kind, target: { by: "id", id: node.id } }))).toBe(expected);
      expect(text(source.answer({ kind, target: { by: "key", key: node.key } }))).toBe(expected);
    }
  }
}

/** Expects a copy to answer as the site does, with the bytes of a fresh pull. */
export async function expectFresh(url: string, out: string, content: DataNode[]): Promise<void> {
  await expectAnswers(out, { content, media: [] });
  const fresh = temporaryDirectory();
  await pulled(url, fresh);
  expect(nodeFiles(out)).toEqual(nodeFiles(fresh));
}
