/** Real databases, where they are at hand, beside a plain reading by SQL. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { loadDatabase } from "../../../src/formats/database/load-database.ts";
import { Findings } from "../../../src/formats/findings.ts";
import { KINDS } from "../../../src/operations.ts";
import { everyAnswer } from "../../everything.ts";
import { imageWithLog } from "./plain-log.ts";
import { plainReading } from "./plain-reading.ts";
import { openImage, query } from "./site-database.ts";

const FOLDER = fileURLToPath(new URL("../../../../shared/databases", import.meta.url));
const reason = "skipped where ../shared is missing";

/** Names and digests of all files of a folder. */
function digests(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .map(
      (name) =>
        `${name} ${createHash("sha256")
          .update(readFileSync(`${folder}/${name}`))
          .digest("hex")}`,
    );
}

describe.skipIf(!existsSync(FOLDER))(`real databases (${reason})`, () => {
  const names = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith(".db")) : [];

  it.each(names)("reads all of %s as SQL does, in every language, drafts too", async (name) => {
    const before = digests(FOLDER);
    const path = `${FOLDER}/${name}`;
    const plain = openImage(imageWithLog(path));
    const codes = query(plain, "select languageISOCode as code from umbracoLanguage").map(({ code }) =>
      String(code),
    );
    for (const culture of [undefined, ...codes.map((code) => code.toUpperCase())]) {
      for (const includeUnpublished of [false, true]) {
        const options = { culture, includeUnpublished };
        const { trees, languages } = await loadDatabase(path, options, new Findings());
        expect(languages).toEqual(codes.toSorted());
        for (const kind of KINDS) {
          const tree = trees[kind];
          if (!tree) throw new Error("there are errors");
          const nodes = everyAnswer(tree).map(({ path, ...node }) => ({
            ...node,
            ancestors: path.map(({ key }) => key),
          }));
          const expected = plainReading(plain, kind, options);
          expect(nodes.map(withoutContentUrl(kind))).toEqual(expected);
        }
      }
    }
    expect(digests(FOLDER)).toEqual(before);
  });
});

/** URLs of content have a test of their own. */
function withoutContentUrl(kind: string) {
  return ({ url, ...node }: { url?: string }) =>
    kind === "media" && url !== undefined ? { ...node, url } : node;
}
