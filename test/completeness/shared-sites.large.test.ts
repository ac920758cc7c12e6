/** `checkImport` over the shared sites: an import that keeps everything has no losses, and each planted loss is found on its page alone. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkImport, type ImportCheck } from "../../src/completeness/check-import.ts";
import { hasLosses } from "../../src/completeness/check-page.ts";
import type { ImportRow } from "../../src/completeness/import-listing.ts";
import { umbracoImport } from "../../src/completeness/umbraco-import.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { countIn } from "../../src/site/map-entries.ts";
import { createSite } from "../../src/site/site.ts";
import { SHARED } from "../support/repository.ts";
import { EMPTY_SITES, sharedSites } from "../support/shared-sites.ts";

const SITES = sharedSites("corpus", "databases", "sites").filter((name) => !EMPTY_SITES.includes(name));

/** Changes a row; `undefined` if it has nothing of that kind. */
type Plant = (row: ImportRow) => ImportRow | undefined;

const WORD = /[\p{L}]{9,}/u;

/** A word that occurs once, outside of addresses, and so is not found elsewhere. */
function rareWord({ name = "", text = "" }: ImportRow): string | undefined {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const counts = new Map<string, number>();
  for (const word of words) countIn(counts, word.toLowerCase());
  const isRare = (word: string) => counts.get(word) === 1 && !name.toLowerCase().includes(word);
  const outside = text.replace(/\S+\/\S+/g, " ").match(/[\p{L}\p{N}]+/gu) ?? [];
  return outside.find((word) => WORD.test(word) && isRare(word.toLowerCase()));
}

const PLANTS: [what: string, plant: Plant][] = [
  [
    "a word",
    (row) => {
      const word = rareWord(row);
      return word === undefined ? undefined : { ...row, text: row.text?.replace(word, "") };
    },
  ],
  [
    "another word",
    (row) => {
      const word = rareWord(row);
      return word === undefined ? undefined : { ...row, text: row.text?.replace(word, "Zzyzx") };
    },
  ],
  ["all text", (row) => (rareWord(row) === undefined ? undefined : { ...row, text: "" })],
  ["an empty name", (row) => (row.name ? { ...row, name: "" } : undefined)],
  ["an empty URL", (row) => (row.url && row.text !== undefined ? { ...row, url: "" } : undefined)],
];

const lossesOf = ({ pages }: ImportCheck) =>
  pages.filter(hasLosses).map(({ key, language }) => `${key} ${language ?? ""}`);

/** The name of a property that has numbers. */
function numberIn(rows: readonly ImportRow[]): string | undefined {
  const name = /(?:price|date|number|decimal|integer)/i;
  return rows
    .flatMap(({ properties = {} }) => Object.entries(properties))
    .find(([alias, value]) => name.test(alias) && typeof value === "number")?.[0];
}

function without({ properties, ...row }: ImportRow, alias: string): ImportRow {
  const { [alias]: _, ...others } = { ...properties } as Record<string, unknown>;
  return { ...row, properties: others };
}

describe.skipIf(SITES.length === 0)("checkImport of shared sites (skipped if ../shared is missing)", () => {
  it.each(SITES)(
    "of %s: finds nothing if everything is kept, and each planted loss where it is",
    async (name) => {
      const site = createSite(await loadDirectory(join(SHARED, name), {}, { urls: true }));
      const imported = await umbracoImport(site, site);
      const check = (rows: readonly ImportRow[]) => checkImport(site, { ...imported, rows });
      const whole = await check(imported.rows);
      expect(lossesOf(whole)).toEqual([]);
      expect(whole.properties).toEqual([]);
      expect(whole.pages.flatMap(({ findings }) => findings)).toEqual([]);

      // A site without pages has nothing to lose.
      if (whole.pages.length === 0) return;
      const rows = [...imported.rows];
      const planted = new Map<number, string>();
      for (const [what, plant] of PLANTS) {
        const at = rows.findIndex(
          (row, i) => row.text !== undefined && !planted.has(i) && plant(row) !== undefined,
        );
        if (at < 0) continue;
        rows[at] = plant(rows[at]) ?? rows[at];
        planted.set(at, what);
      }
      expect(planted.size).toBeGreaterThan(0);
      const missing = rows.findLastIndex((row, i) => row.text !== undefined && !planted.has(i));
      if (missing >= 0) planted.set(missing, "a page");
      const found = await check(rows.filter((_, i) => i !== missing));
      const where = (at: number) => `${rows[at].key} ${rows[at].language ?? ""}`;
      expect(lossesOf(found).toSorted()).toEqual([...planted.keys()].map(where).toSorted());
      expect(found.pages.filter(({ state }) => state === "missing").map(({ key }) => key)).toEqual(
        missing < 0 ? [] : [rows[missing].key],
      );

      const alias = numberIn(imported.rows);
      if (alias === undefined) return;
      const { properties } = await check(imported.rows.map((row) => without(row, alias)));
      expect(properties.map(({ property }) => property.replace(/^.*\./, ""))).toEqual(
        properties.map(() => alias),
      );
      for (const { filled, affected } of properties) expect(affected).toBe(filled);
    },
  );
});
