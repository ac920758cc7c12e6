/** Reloading: complete states of a directory only, and only if they load. */

import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { DataError } from "../../src/errors.ts";
import { fingerprint } from "../../src/formats/fingerprint.ts";
import { loadDirectory, reloadDirectory } from "../../src/formats/load-directory.ts";
import { directorySource, WatchedDirectory } from "../../src/formats/watched-directory.ts";
import type { SiteData } from "../../src/site/site-data.ts";
import { textOf } from "../everything.ts";
import { nodeOf, siteDirectory, smallTree } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";
import { turns } from "../support/turns.ts";
import { version7Tables } from "./bacpac/write-bacpac.ts";
import { sdfOf } from "./sdf/write-sdf.ts";
import { dataFile } from "./sqlserver/write-sqlserver.ts";

type Event = { loaded: SiteData } | { broken: unknown };

async function watch(directory: string, onLoad: () => void = () => {}, settleMilliseconds?: number) {
  const events: Event[] = [];
  const load = async () => {
    const data = await reloadDirectory(directory, {});
    onLoad();
    return data;
  };
  const known = await fingerprint(directory);
  let checks = 0;
  const watched = new WatchedDirectory(directorySource(await loadDirectory(directory)), known, {
    fingerprint: () => {
      checks++;
      return fingerprint(directory);
    },
    load,
    onLoaded: (loaded) => events.push({ loaded }),
    onBroken: (broken) => events.push({ broken }),
    pauseMilliseconds: 5,
    settleMilliseconds,
  });
  const running = watched.run();
  onTestFinished(() => {
    watched.close();
    return running;
  });
  const untilEvents = async (count: number) => {
    await expect.poll(() => events.length).toBeGreaterThanOrEqual(count);
    // No more events follow for the same state.
    const before = checks;
    await expect.poll(() => checks).toBeGreaterThan(before + 4);
    expect(events).toHaveLength(count);
    return events[count - 1];
  };
  return { watched, untilEvents };
}

it("WatchedDirectory: serves changed data, keeps the former data if it does not load, and reports that once", async () => {
  const directory = siteDirectory();
  const content = join(directory, "content.json");
  const { watched, untilEvents } = await watch(directory);
  const first = watched.source;
  writeFileSync(content, JSON.stringify(smallTree("Changed")));
  expect(await untilEvents(1)).toHaveProperty("loaded");
  expect(watched.source).not.toBe(first);
  expect(watched.source.snapshot?.version).not.toBe(first.snapshot?.version);
  const second = watched.source;
  writeFileSync(content, '[{"id":1');
  expect(await untilEvents(2)).toEqual({ broken: expect.any(DataError) });
  rmSync(directory, { recursive: true });
  expect(await untilEvents(3)).toEqual({ broken: expect.any(DataError) });
  expect(watched.source).toBe(second);
  const restored = siteDirectory(smallTree("Changed"));
  renameSync(restored, directory);
  expect(await untilEvents(4)).toHaveProperty("loaded");
  expect(watched.source.snapshot?.version).toBe(second.snapshot?.version);
});

it("WatchedDirectory: loads data again that changed during the load, and never serves a mixed state", async () => {
  const directory = siteDirectory();
  let hasChanged = false;
  const { watched, untilEvents } = await watch(directory, () => {
    if (hasChanged) return;
    hasChanged = true;
    writeFileSync(join(directory, "media.json"), JSON.stringify([nodeOf(50, "Images")]));
  });
  writeFileSync(join(directory, "content.json"), JSON.stringify(smallTree("Changed")));
  await untilEvents(1);
  expect(watched.source.snapshot?.site.sizes).toEqual({ content: 4, media: 1 });
});

it("WatchedDirectory: finally loads data that never stops changing", async () => {
  const directory = siteDirectory();
  const content = join(directory, "content.json");
  let version = 0;
  const change = () => {
    writeFileSync(`${content}.new`, JSON.stringify(smallTree(`Version ${++version}`)));
    try {
      renameSync(`${content}.new`, content);
    } catch (error) {
      // Windows replaces no file while it is read: the next change does.
      if (process.platform !== "win32") throw error;
    }
  };
  // More often than it is checked, and again during each load.
  const changing = setInterval(change, 2);
  onTestFinished(() => clearInterval(changing));
  const { watched } = await watch(directory, change, 100);
  for (let loads = 0; loads < 2; loads++) {
    const before = watched.source.snapshot?.version;
    await expect.poll(() => watched.source.snapshot?.version).not.toBe(before);
  }
});

it("WatchedDirectory: takes the fingerprint of data files only, in any folder", async () => {
  const directory = siteDirectory();
  const first = await fingerprint(directory);
  writeFileSync(join(directory, "notes.txt"), "nothing");
  expect(await fingerprint(directory)).toBe(first);
  writeFileSync(join(directory, "content.json"), JSON.stringify(smallTree("Same!")));
  const second = await fingerprint(directory);
  expect(second).not.toBe(first);
  const file = join(directory, "content.json");
  expect(await fingerprint(file)).toBe(await fingerprint(file));
  expect(await fingerprint(join(directory, "missing"))).not.toBe(await fingerprint(file));
});

it("WatchedDirectory: keeps the former data if the types do not load", async () => {
  const directory = siteDirectory();
  const { watched, untilEvents } = await watch(directory);
  const first = watched.source;
  writeFileSync(join(directory, "content-types.json"), "[{");
  expect(await untilEvents(1)).toEqual({ broken: expect.any(DataError) });
  expect(watched.source).toBe(first);
  rmSync(join(directory, "content-types.json"));
  expect(await untilEvents(2)).toHaveProperty("loaded");
});

it("WatchedDirectory: a check that a busy machine delays does not delay the next one", async () => {
  const directory = siteDirectory();
  const data = await loadDirectory(directory);
  let checks = 0;
  let state = "before";
  let late = 0;
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + late);
  onTestFinished(() => clock.mockRestore());
  const watched = new WatchedDirectory(directorySource(data), state, {
    fingerprint: async () => {
      // A pause that follows this check takes longer than a test may.
      if (++checks === 3) late = 60_000;
      return state;
    },
    load: async () => data,
    onLoaded: () => {},
    onBroken: () => {},
    pauseMilliseconds: 5,
  });
  const running = watched.run();
  while (checks < 5) await turns(1);
  expect(watched.changedAt).toBeUndefined();
  state = "after";
  while (watched.changedAt === undefined) await turns(1);
  while (watched.changedAt !== undefined) await turns(1);
  watched.close();
  await running;
});

it("WatchedDirectory: follows an .sdf in a site folder, and keeps the former data while one is half written", async () => {
  const site = (name: string) =>
    sdfOf(version7Tables(`<root id="-1"><page id="1050" nodeName="${name}" isDoc="" /></root>`));
  const directory = dataDirectory({ "App_Data/Umbraco.sdf": site("First") });
  const file = join(directory, "App_Data", "Umbraco.sdf");
  const { watched, untilEvents } = await watch(directory);
  const nameOf = async () => {
    const answer = await watched.source.answer({ kind: "content", target: { by: "id", id: 1050 } });
    return JSON.parse(textOf(answer ?? [])).name;
  };
  expect(await nameOf()).toBe("First");
  writeFileSync(file, site("Second"));
  expect(await untilEvents(1)).toHaveProperty("loaded");
  expect(await nameOf()).toBe("Second");
  const third = site("Third");
  writeFileSync(file, third.subarray(0, third.length / 2));
  const { broken } = (await untilEvents(2)) as { broken: DataError };
  expect(broken.message).toMatch(/Umbraco\.sdf cannot be read: .* cut off$/);
  expect(await nameOf()).toBe("Second");
  writeFileSync(file, third);
  expect(await untilEvents(3)).toHaveProperty("loaded");
  expect(await nameOf()).toBe("Third");
});

it("WatchedDirectory: keeps the former data while an .mdf was copied that is open", async () => {
  const site = (name: string, isClosed: boolean) =>
    dataFile(version7Tables(`<root id="-1"><page id="1050" nodeName="${name}" isDoc="" /></root>`), {
      isClosed,
    });
  const directory = dataDirectory({ "App_Data/Umbraco.mdf": site("First", false) });
  const file = join(directory, "App_Data", "Umbraco.mdf");
  const { watched, untilEvents } = await watch(directory);
  writeFileSync(file, site("Second", false));
  const { broken } = (await untilEvents(1)) as { broken: DataError };
  expect(broken.message).toMatch(/^Umbraco\.mdf was copied while the database was in use: /);
  expect(watched.source.snapshot?.site.trees.content.size).toBe(1);
  writeFileSync(file, site("Third", true));
  expect(await untilEvents(2)).toHaveProperty("loaded");
});
