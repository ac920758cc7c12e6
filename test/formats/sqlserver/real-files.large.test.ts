/** Real backups and data files of SQL Server, if ../shared exists, whole and damaged. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/errors.ts";
import { loadDirectory } from "../../../src/formats/load-directory.ts";
import { openSqlServer } from "../../../src/formats/sqlserver/open-sqlserver.ts";
import { SHARED } from "../../support/repository.ts";
import { temporaryDirectory } from "../../support/temporary.ts";
import { allOf, type Table } from "../bacpac/write-bacpac.ts";
import { scriptOf } from "../sql-script/write-script.ts";
import { PAGE, seal } from "./write-sqlserver.ts";

const FOLDER = join(SHARED, "databases");
const reason = "skipped if ../shared is missing";
/** Copies of each file; changes of one to 64 bits. */
const COPIES = Number(process.env.DAMAGED_COPIES ?? 25);

/** Numbers below 1 that are the same in every run (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** All tables of a file that have rows. */
async function tablesIn(path: string): Promise<Table[]> {
  const reader = await openSqlServer(path, { onProgress: () => {}, warn: () => {} });
  const tables: Table[] = [];
  for (const name of reader.names) {
    const names = reader.columnsOf(name);
    const rows: Record<string, string | number | Uint8Array | null>[] = [];
    await reader.read(name, names, (values) => {
      rows.push(Object.fromEntries(names.map((column, index) => [column, values[index]])));
    });
    const isNumber = (column: string) => rows.some((row) => typeof row[column] === "number");
    const columns = names.map((column) => ({
      name: column,
      type: isNumber(column) ? "int" : "nvarchar(max)",
    }));
    tables.push({ name, columns, rows });
  }
  reader.close();
  return tables;
}

describe.skipIf(!existsSync(FOLDER))(`SQL Server files: real ones (${reason})`, () => {
  const plain = join(FOLDER, "starter-7.7.bak");

  it.each(["starter-7.7.mdf", "starter-7.7-compressed.bak"])(
    "%s has all that the plain backup has",
    async (name) => {
      const loaded = await allOf(join(FOLDER, name));
      expect(loaded).toEqual(await allOf(plain));
      expect(loaded.answers.length).toBe(24);
    },
  );

  it("a script of its tables has all that the plain backup has, but which pages are protected", async () => {
    const path = join(temporaryDirectory(), "site.sql");
    writeFileSync(path, scriptOf(await tablesIn(plain), false));
    const { protectedNodes, ...loaded } = await allOf(path);
    const { protectedNodes: none, ...expected } = await allOf(plain);
    expect(loaded).toEqual(expected);
    expect([protectedNodes, none]).toEqual([undefined, new Set()]);
  });

  it("starter-7.7.sql is another site of the starter kit, and read whole", async () => {
    const { trees, warnings } = await loadDirectory(join(FOLDER, "starter-7.7.sql"));
    expect([trees.content.size, trees.media.size]).toEqual([12, 11]);
    expect(warnings.map(({ topic }) => topic)).toEqual(["noEditors"]);
  });

  it.each([
    ["starter-7.7.bak", "SQL Server 2008 R2", 24, 17],
    ["empty-7.2-2014.bak", "SQL Server 2014", 0, 0],
  ])("%s is of %s, and sound", async (name, server, content, media) => {
    const { trees, warnings, ...data } = await loadDirectory(join(FOLDER, name));
    expect([data.server, trees.content.size, trees.media.size, warnings]).toEqual([
      server,
      content,
      media,
      [],
    ]);
  });

  const bytesOf = (name: string) => readFileSync(join(FOLDER, name));
  /** A copy of a file with one byte changed. */
  const withByte = (name: string, at: number, byte: number) => {
    const bytes = bytesOf(name);
    bytes[at] = byte;
    return bytes;
  };
  const tape = "starter-7.7.bak";
  /** Where the first set of the backup begins, and the numbers of files in its header. */
  const SET = 1536;
  const STRIPES = 140 + 22 + 20;

  it.each<[string, () => Buffer, string]>([
    [
      "as one of two files",
      () => withByte(tape, STRIPES, 2),
      "of 2 of one backup, and has only a part of each table",
    ],
    ["as a differential backup", () => withByte(tape, SET + 52, 8), "it holds a differential backup"],
    ["cut in its data", () => bytesOf(tape).subarray(0, 1_000_000), "it is truncated"],
    [
      "cut before its end",
      () => bytesOf(tape).subarray(0, 3_818_496),
      "it is truncated or damaged at byte 3818496",
    ],
    [
      "compressed and cut",
      () => bytesOf("starter-7.7-compressed.bak").subarray(0, 1_000_000),
      "it is truncated",
    ],
    [
      "as a data file that is cut",
      () => bytesOf("starter-7.7.mdf").subarray(0, 1_048_576),
      "is missing: the file is truncated or damaged",
    ],
  ])("starter-7.7 %s is refused", async (_, bytes, reason) => {
    const path = join(temporaryDirectory(), "site.bak");
    writeFileSync(path, bytes());
    await expect(loadDirectory(path)).rejects.toThrow(reason);
  });

  it.each<[string, () => Buffer, string]>([
    [
      "twice in one file",
      () => Buffer.concat([bytesOf(tape), bytesOf(tape).subarray(SET)]),
      "holds 2 backups; the last full one is read, of 2017-12-22 17:04:37",
    ],
    [
      "before a differential backup",
      () => Buffer.concat([bytesOf(tape), withByte(tape, SET + 52, 8).subarray(SET)]),
      "holds 2 backups; the last full one is read, of 2017-12-22 17:04:37",
    ],
    ["as a data file that was not closed", notClosed, "was copied while the database was in use"],
  ])("starter-7.7 %s is read with a warning", async (_, bytes, warning) => {
    const path = join(temporaryDirectory(), "site.bak");
    writeFileSync(path, bytes());
    const { warnings, ...loaded } = await allOf(path);
    const { warnings: none, ...expected } = await allOf(plain);
    expect(loaded).toEqual(expected);
    expect([none, warnings.length]).toEqual([[], 1]);
    expect(warnings[0]).toContain(warning);
  });

  function notClosed(): Buffer {
    const bytes = bytesOf("starter-7.7.mdf");
    const boot = bytes.subarray(9 * PAGE, 10 * PAGE);
    boot.writeUInt32LE(0, 132);
    seal(boot);
    return bytes;
  }

  it.each(["starter-7.7.bak", "starter-7.7.mdf"])(
    "%s with random bits changed gives an error or the same",
    async (name) => {
      const whole = readFileSync(join(FOLDER, name));
      const { unread, ...expected } = await allOf(join(FOLDER, name));
      expect(unread?.length).toBeGreaterThan(0);
      const folder = temporaryDirectory();
      const path = join(folder, name);
      let refused = 0;
      for (let copy = 0; copy < COPIES; copy++) {
        const random = randomOf(copy);
        const bytes = Buffer.from(whole);
        const changes = 2 ** Math.floor(random() * 7);
        for (let change = 0; change < changes; change++)
          bytes[Math.floor(random() * bytes.length)] ^= 1 << Math.floor(random() * 8);
        writeFileSync(path, bytes);
        const loaded = await allOf(path).catch((error: unknown) => {
          expect(error, `seed ${copy}`).toBeInstanceOf(DataError);
          refused++;
        });
        if (!loaded) continue;
        // Tables that are only counted, such as users, may be damaged.
        const { unread: _, ...read } = loaded;
        expect(read, `seed ${copy}`).toEqual(expected);
      }
      expect(refused).toBeGreaterThan(COPIES / 10);
      expect(refused).toBeLessThan(COPIES);
    },
  );
});
