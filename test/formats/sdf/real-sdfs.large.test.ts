/** Real databases of SQL Server Compact, whole and with bits that have flipped. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DataError } from "../../../src/errors.ts";
import { SHARED } from "../../support/repository.ts";
import { temporaryDirectory } from "../../support/temporary.ts";
import { allOf } from "../bacpac/write-bacpac.ts";

const FOLDER = join(SHARED, "databases");
const NAMES = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith(".sdf")) : [];
/** How many copies of each are damaged. */
const COPIES = 40;

/** Numbers from 0 to below a limit, the same in each run. */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

describe.skipIf(NAMES.length === 0)(
  "loadDirectory: real .sdf files (skipped if ../shared is missing)",
  () => {
    it.each([
      ["coop-7.2.sdf", "7", 9, 1],
      ["fanoe-7.3.sdf", "7", 17, 0],
      ["showcase-6.sdf", "6", 9, 0],
      ["starter-7.12.sdf", "7", 24, 17],
      ["starter-8.18.sdf", "8", 24, 17],
    ])("reads %s of version %s: %i pages, %i media items", async (name, version, pages, media) => {
      const { answers, trees, ...site } = await allOf(join(FOLDER, name));
      expect([site.version, answers.length, JSON.parse(trees[1]).length > 0]).toEqual([
        version,
        pages,
        media > 0,
      ]);
      expect(site.types.content.length).toBeGreaterThan(3);
    });

    it.each(NAMES)("gives no other value of %s, however its bits flip", async (name) => {
      const whole = readFileSync(join(FOLDER, name));
      const expected = JSON.stringify(await allOf(join(FOLDER, name)));
      const below = randomNumbers(whole.length);
      const path = join(temporaryDirectory(), name);
      const outcomes = { equal: 0, refused: 0 };
      for (let copy = 0; copy < COPIES; copy++) {
        const bytes = Buffer.from(whole);
        for (let flips = 2 ** below(7); flips > 0; flips--) bytes[below(bytes.length)] ^= 1 << below(8);
        writeFileSync(path, bytes);
        const read = await allOf(path).catch((error: unknown) => error);
        if (read instanceof Error) {
          expect(read).toBeInstanceOf(DataError);
          expect(read.message).toContain(`${path} cannot be read: `);
          outcomes.refused++;
        } else {
          expect(JSON.stringify(read)).toBe(expected);
          outcomes.equal++;
        }
      }
      expect(outcomes.equal + outcomes.refused).toBe(COPIES);
      expect(outcomes.refused).toBeGreaterThan(0);
    });
  },
);
