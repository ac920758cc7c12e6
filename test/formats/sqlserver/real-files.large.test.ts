/** Real backups and data files of SQL Server, if ../shared exists, whole and damaged. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/errors.ts";
import { loadDirectory } from "../../../src/formats/load-directory.ts";
import { SHARED } from "../../support/repository.ts";
import { temporaryDirectory } from "../../support/temporary.ts";
import { allOf } from "../bacpac/write-bacpac.ts";

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
