/** `checkImport` over the shared sites: an import that keeps everything has no losses, and each planted loss is found on its page alone. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkImport, type ImportCheck } from "../../src/completeness/check-import.ts";
import { hasLosses } from "../../src/completeness/check-page.ts";
import type { FinishedImport, ImportRow } from "../../src/completeness/import-listing.ts";
import { umbracoImport } from "../../src/completeness/umbraco-import.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { createSite } from "../../src/site/site.ts";
import { SHARED } from "../support/repository.ts";

const below = (folder: string, ending: RegExp) =>
  existsSync(join(SHARED, folder))
    ? readdirSync(join(SHARED, folder))
        .filter((name) => ending.test(name))
        .map((name) => join(SHARED, folder, name))
    : [];
const SITES = [...below("corpus", /-v\d+$/), ...below("databases", /\.db$/), ...below("sites", /-v\d+$/)];

/** Changes a row; `undefined` if it has nothing of that kind. */
type Plant = (row: ImportRow) => ImportRow | undefined;

const WORD = /[\p{L}]{9,}/u;

/** A word that occurs once, and so is not found elsewhere. */
function rareWord({ text = "" }: ImportRow): string | undefined {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word.toLowerCase(), (counts.get(word.toLowerCase()) ?? 0) + 1);
  return words.find((word) => WORD.test(word) && counts.get(word.toLowerCase()) === 1);
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

/** Without rows for parts that a site may leave out of its pages. */
async function siteOf(path: string) {
  const site = createSite(await loadDirectory(path, {}, { urls: true }));
  return { site, imported: await umbracoImport(site, site) };
}

const lossesOf = ({ pages }: ImportCheck) =>
  pages.filter(hasLosses).map(({ key, language }) => `${key} ${language ?? ""}`);

describe.each(SITES)("checkImport of %s", (path) => {
  it("finds nothing if everything is kept, and each planted loss on its page alone", async () => {
    const { site, imported } = await siteOf(path);
    const check = (rows: readonly ImportRow[]): Promise<ImportCheck> =>
      checkImport(site, { ...imported, rows } satisfies FinishedImport);
    const whole = await check(imported.rows);
    expect(lossesOf(whole)).toEqual([]);
    expect(whole.properties).toEqual([]);
    const tried: string[] = [];
    for (const [what, plant] of PLANTS) {
      const at = imported.rows.findIndex((row) => row.text !== undefined && plant(row) !== undefined);
      if (at < 0) continue;
      const row = imported.rows[at];
      const rows = imported.rows.with(at, plant(row) ?? row);
      expect(lossesOf(await check(rows)), what).toEqual([`${row.key} ${row.language ?? ""}`]);
      tried.push(what);
    }
    const page = imported.rows.find(({ text }) => text !== undefined);
    const without = await check(imported.rows.filter((row) => row !== page));
    expect(without.pages.filter(({ state }) => state === "missing").map(({ key }) => key)).toEqual([
      page?.key,
    ]);
    expect(tried.length).toBeGreaterThan(0);
  });

  it("finds a property that is dropped on all pages, and nothing else", async () => {
    const { site, imported } = await siteOf(path);
    const price = /(?:price|date|number|decimal|integer)/i;
    const alias = imported.rows
      .flatMap(({ properties = {} }) => Object.entries(properties))
      .find(([name, value]) => price.test(name) && typeof value === "number")?.[0];
    if (alias === undefined) return;
    const rows = imported.rows.map((row) => {
      const { [alias]: _, ...properties } = { ...row.properties } as Record<string, unknown>;
      return { ...row, properties };
    });
    const { properties } = await checkImport(site, { ...imported, rows });
    expect(properties.map(({ property }) => property.replace(/^.*\./, ""))).toEqual(
      properties.map(() => alias),
    );
    for (const { filled, affected } of properties) expect(affected).toBe(filled);
  });
});
