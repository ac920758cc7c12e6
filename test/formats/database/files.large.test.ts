/** The files of a database: logs in every state, writes while the file is read, and files that are not databases. */
import { once } from "node:events";
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { describe, expect, it, onTestFinished } from "vitest";
import { DataError } from "../../../src/errors.ts";
import { loadDatabase } from "../../../src/formats/database/load-database.ts";
import { Findings } from "../../../src/site/findings.ts";
import { everyAnswer } from "../../everything.ts";
import { logOf } from "./plain-log.ts";
import { emptyDatabase, SiteDatabase, writeAtRest } from "./site-database.ts";

/** A site of one page, in states that follow each other: each renames it, and adds pages. */
function states(count: number, pageSize = 1024): Buffer[] {
  const site = new SiteDatabase(`pragma page_size = ${pageSize}; vacuum;`);
  site.type("page", { text: "Umbraco.TextBox" });
  const images: Buffer[] = [];
  for (let state = 0; state < count; state++) {
    for (let page = 0; page < 6; page++) {
      const values = [{ alias: "text", column: "textValue", value: `state ${state} `.repeat(40) }];
      site.page("page", { name: `Page ${state}.${page}`, values });
    }
    site.run("update umbracoContentVersion set text = ? where nodeId = 1003 and current = 0", [
      `State ${state}`,
    ]);
    images.push(Buffer.from(site.image));
  }
  return images;
}

/** The name of the first page, which is that of the state, and the number of pages. */
async function stateOf(path: string): Promise<string> {
  const findings = new Findings();
  const { trees, types } = await loadDatabase(path, {}, findings);
  types(findings);
  findings.throwErrors(path);
  if (!trees.content) throw new Error("errors were not reported");
  const [first] = everyAnswer(trees.content);
  return `${first?.name}, ${trees.content.size} pages`;
}

const expectedState = (state: number) => `State ${state}, ${(state + 1) * 6} pages`;

/** Sets the version numbers in the header that a database with a write-ahead log has. */
function logged(image: Buffer): Buffer {
  const made = Buffer.from(image);
  made.fill(2, 18, 20);
  return made;
}

function write(main: Buffer, log?: Buffer): string {
  return writeAtRest({ "site.db": main, ...(log ? { "site.db-wal": log } : {}) });
}

const messageOf = (loading: Promise<unknown>) =>
  loading.then(
    () => "it loads",
    (error: unknown) => {
      expect(error).toBeInstanceOf(DataError);
      return (error as DataError).message;
    },
  );

describe("loadDatabase: the write-ahead log", () => {
  const images = states(3).map(logged);
  const log = logOf(images);
  /** The end of each transaction in the log. */
  const ends = [1, 2, 3].map((count) => logOf(images.slice(0, count)).length);

  it("is applied up to its last complete transaction, if truncated at any position", async () => {
    const frame = 24 + 1024;
    const cuts = new Set([0, 1, 31, 32, 33, log.length]);
    for (let at = 32; at < log.length; at += frame)
      for (const shift of [-1, 0, 24, 500]) cuts.add(at + shift);
    for (let seed = 7; cuts.size < 60; seed = (seed * 48_271) % 0x7fffffff) cuts.add(seed % log.length);
    for (const cut of [...cuts].filter((each) => each <= log.length)) {
      const whole = ends.filter((end) => end <= cut && end > 32).length;
      expect(await stateOf(write(images[0], log.subarray(0, cut))), `cut at ${cut}`).toBe(
        expectedState(whole),
      );
    }
  });

  it("is applied up to the first frame with a wrong checksum", async () => {
    for (const [offset, whole] of [
      [40, 0],
      [ends[1] - 3, 0],
      [ends[1] + 12, 1],
      [ends[1] + 20, 1],
      [log.length - 1, 1],
    ]) {
      const flipped = Buffer.from(log);
      flipped[offset] ^= 0x10;
      expect(await stateOf(write(images[0], flipped)), `flipped at ${offset}`).toBe(expectedState(whole));
    }
  });

  it("is applied without frames that an earlier use left after its end", async () => {
    const earlier = logOf(images, 3);
    const now = logOf(images.slice(0, 2), 9);
    expect(earlier.length).toBeGreaterThan(now.length);
    const reused = Buffer.concat([now, earlier.subarray(now.length)]);
    expect(await stateOf(write(images[0], reused))).toBe(expectedState(1));
  });

  it("may be big-endian", async () => {
    expect(await stateOf(write(images[0], logOf(images, 7, "big-endian")))).toBe(expectedState(2));
  });

  it("may have all the data, with a file of one empty page", async () => {
    const empty = logged(Buffer.from(emptyPage(1024)));
    const all = logOf([empty, images[2]]);
    expect(await stateOf(write(empty, all))).toBe(expectedState(2));
    expect(await messageOf(stateOf(write(empty)))).toMatch(
      /site\.db cannot be read: it is one empty page, since its data is in the log beside it, .*site\.db-wal, which is missing: copy both together$/,
    );
    expect(await messageOf(stateOf(write(empty, all.subarray(0, 3000))))).toMatch(
      /it is one empty page, since its data is in the log beside it, .*site\.db-wal, which has no complete transaction$/,
    );
  });

  it("of another file is an error if that can be detected", async () => {
    const [small] = states(1, 512);
    expect(await messageOf(stateOf(write(small, log)))).toMatch(
      /the log beside it is another's: its pages are of 1024 bytes, not of 512$/,
    );
    const other = emptyDatabase();
    other.run(
      "pragma page_size = 1024; vacuum; create table notes (text); insert into notes values ('mine')",
    );
    expect(await messageOf(stateOf(write(Buffer.from(other.export()), log.subarray(0, ends[1]))))).toMatch(
      /cannot be read: it is (?:damaged|cut off)/,
    );
  });
});

describe("loadDatabase: reading", () => {
  it("changes and creates no file", async () => {
    const images = states(2).map(logged);
    const path = write(images[0], logOf(images));
    const folder = dirname(path);
    const facts = () =>
      readdirSync(folder)
        .sort()
        .map((name) => [
          name,
          statSync(join(folder, name)).mtimeMs,
          readFileSync(join(folder, name)).toString("hex"),
        ]);
    const before = facts();
    chmodSync(folder, 0o555);
    onTestFinished(() => chmodSync(folder, 0o755));
    await stateOf(path);
    expect(facts()).toEqual(before);
  });

  it("returns one state of a database that is written to meanwhile, or reports the writes", async () => {
    const images = states(2).map((image, _, all) =>
      Buffer.concat([image, Buffer.alloc(all[1].length - image.length)]),
    );
    const path = write(images[0]);
    const script = `
      const { openSync, writeSync } = require("node:fs");
      const { workerData: { path, images, stop } } = require("node:worker_threads");
      const file = openSync(path, "r+");
      for (let turn = 1; Atomics.load(stop, 0) === 0; turn++) {
        const image = images[turn % 2];
        // From the last page to the first, as a checkpoint may write them: the header, whose change counter shows the change, is last.
        for (let at = image.length - 1024; at >= 0; at -= 1024) writeSync(file, image, at, 1024, at);
        Atomics.wait(stop, 0, 0, Math.random() * 40);
      }`;
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const writer = new Worker(script, { eval: true, workerData: { path, images, stop } });
    await once(writer, "online");
    const seen = new Set<string>();
    for (let turn = 0; turn < 12; turn++)
      seen.add(await stateOf(path).catch((error: Error) => error.message));
    Atomics.store(stop, 0, 1);
    await once(writer, "exit");
    const allowed = [expectedState(0), expectedState(1)];
    for (const state of seen) {
      if (!allowed.includes(state))
        expect(state).toMatch(/^\S+ cannot be read: it was written to at each of \d+ readings: /);
    }
    expect([...seen].some((state) => allowed.includes(state))).toBe(true);
  });

  it("reports a fault of a recently written file only if the fault persists", async () => {
    const [before, after] = states(2);
    const torn = Buffer.concat([before.subarray(0, 4096), after.subarray(4096)]);
    const path = write(after);
    writeFileSync(path, torn);
    const persisting = messageOf(stateOf(path));
    expect(await persisting).toMatch(/cannot be read: it is (?:damaged|cut off)/);
    writeFileSync(path, torn);
    const loading = stateOf(path);
    setTimeout(() => writeFileSync(path, after), 100);
    expect(await loading).toBe(expectedState(1));
  });

  it("waits while a rollback journal is in use, and reports a journal that persists", async () => {
    const [image] = states(1);
    const path = write(image);
    const journal = `${path}-journal`;
    writeFileSync(journal, Buffer.from("d9d505f920a163d70000", "hex"));
    expect(await messageOf(stateOf(path))).toBe(
      `${path} cannot be read: a transaction is under way or was interrupted: ${journal} exists`,
    );
    const waiting = stateOf(path);
    // SQLite's journal mode PERSIST overwrites the header of the journal with zeros.
    writeFileSync(journal, Buffer.alloc(512));
    expect(await waiting).toBe(expectedState(0));
  });
});

describe("loadDatabase: a file that is not a complete database of the CMS", () => {
  const [image] = states(1);
  const other = emptyDatabase();
  other.run("create table notes (text)");
  const renamed = new SiteDatabase();
  renamed.run("alter table umbracoDocument rename column published to isPublished; drop table cmsTemplate");
  const utf16 = emptyDatabase();
  utf16.run("pragma encoding = 'UTF-16le'; create table umbracoNode (id)");

  it.each([
    ["an empty file", Buffer.alloc(0), "the file is empty"],
    [
      "an encrypted file",
      Buffer.from(image).fill(0x5a, 0, 100),
      "it is not an SQLite database, or it is encrypted",
    ],
    ["text", Buffer.from("Umbraco ".repeat(1000)), "it is not an SQLite database, or it is encrypted"],
    ["a file cut off within its header", image.subarray(0, 60), "it is cut off within its header"],
    [
      "a file that is cut off",
      image.subarray(0, image.length - 1),
      `it is cut off: it holds ${image.length / 1024 - 1} of ${image.length / 1024} pages`,
    ],
    [
      "a file with a damaged header",
      Buffer.from(image).fill(3, 16, 18),
      "its header is damaged: pages of 771 bytes",
    ],
    [
      "a database of another program",
      Buffer.from(other.export()),
      "it is another program's: it has 1 tables, and none of them is umbracoNode",
    ],
    ["a database without tables", Buffer.from(emptyPage(1024)), "it holds no tables"],
    [
      "a database with an unknown schema",
      Buffer.from(renamed.image),
      "its schema is none of Umbraco 10 to 18: there is no umbracoDocument.published, cmsTemplate",
    ],
    [
      "a database that is not UTF-8",
      Buffer.from(utf16.export()),
      "its text is not UTF-8, as the CMS writes it",
    ],
    [
      "a database whose first page is invalid",
      Buffer.from(image).fill(0, 100, 101),
      "it is damaged: sqlite_schema: database disk image is malformed (Tree 1 page 1: btreeInitPage() returns error code 11)",
    ],
  ])("%s is reported in one line", async (_, bytes, reason) => {
    const path = write(bytes);
    expect(await messageOf(stateOf(path))).toBe(`${path} cannot be read: ${reason}`);
  });

  it.each([
    ["umbracoContentVersion", "text"],
    ["umbracoPropertyData", "textValue"],
  ])("of which more than 1 GB is to be read, by a default of %s.%s, is refused", async (table, column) => {
    const site = new SiteDatabase();
    site.type("page", { title: "Umbraco.Integer" });
    for (let page = 0; page < 1200; page++) {
      site.page("page", { name: "Page", values: [{ alias: "title", column: "intValue", value: 1 }] });
    }
    site.run(`
      alter table ${table} drop column ${column};
      alter table ${table} add column ${column} default '${"x".repeat(900_000)}'`);
    const path = write(Buffer.from(site.image));
    expect(await messageOf(stateOf(path))).toBe(
      `${path} cannot be read: the data that is read of it takes more than 1 GB`,
    );
  });

  it("whose pages form a cycle is reported", async () => {
    const circle = Buffer.from(image);
    for (let at = 0; at < circle.length; at += 1024) {
      const start = at === 0 ? 100 : 0;
      if (circle[at + start] !== 5) continue;
      circle.writeUInt32BE(at / 1024 + 1, at + start + 8);
    }
    expect(await messageOf(stateOf(write(circle)))).toMatch(/cannot be read: it is damaged: sqlite_schema: /);
  });

  it("with random faults (fixed seed) either loads or is reported in one line", async () => {
    let seed = 20_240_305;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
      return Math.floor((seed / 0x80000000) * below);
    };
    const images = states(2).map(logged);
    const log = logOf(images);
    let [loaded, reported] = [0, 0];
    for (let turn = 0; turn < 80; turn++) {
      const [main, beside] = [Buffer.from(images[0]), Buffer.from(log)];
      for (let flips = random(6); flips >= 0; flips--) {
        // Most faults are in headers of pages, which affect most.
        const page = random(main.length / 1024) * 1024;
        main[random(2) === 0 ? page + random(100) : random(main.length)] = random(256);
      }
      if (random(4) === 0) beside[random(beside.length)] ^= 1 << random(8);
      const cut = random(8) === 0 ? main.subarray(0, random(main.length)) : main;
      const message = await messageOf(stateOf(write(cut, random(2) === 0 ? beside : undefined)));
      if (message === "it loads") loaded++;
      else {
        reported++;
        expect(message.split("\n")[0]).toMatch(/site\.db (?:cannot be read: |does not load: )/);
      }
    }
    expect(loaded).toBeGreaterThan(0);
    expect(reported).toBeGreaterThan(0);
  });
});

/** A database file without data. */
function emptyPage(pageSize: number): Buffer {
  const database = emptyDatabase();
  database.run(`pragma page_size = ${pageSize}; create table t (a); drop table t; vacuum`);
  return Buffer.from(database.export());
}
