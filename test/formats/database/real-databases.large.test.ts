/** Real databases, if ../shared exists, compared with the oracle by SQL. */

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadDatabase } from "../../../src/formats/database/load-database.ts";
import { loadDirectory } from "../../../src/formats/load-directory.ts";
import { KINDS } from "../../../src/operations.ts";
import { Findings } from "../../../src/site/findings.ts";
import { everyAnswer } from "../../everything.ts";
import { SHARED } from "../../support/repository.ts";
import { imageWithLog } from "./plain-log.ts";
import { plainReading } from "./plain-reading.ts";
import { openImage, query } from "./site-database.ts";

const FOLDER = join(SHARED, "databases");
const reason = "skipped if ../shared is missing";

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

describe.skipIf(!existsSync(FOLDER))(`loadDatabase: real databases (${reason})`, () => {
  const names = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith(".db")) : [];

  it.each(names)(
    "reads %s as the oracle does, in every language, with and without drafts, and changes no file",
    async (name) => {
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
          expect(languages.map(({ iso }) => iso)).toEqual(codes.toSorted());
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
    },
  );

  it.each(names)("counts what %s has beside nodes as SQL counts it", async (name) => {
    const path = join(FOLDER, name);
    const { languages, domains, dictionary, unread = [] } = await loadDirectory(path);
    const database = openImage(imageWithLog(path));
    const count = (sql: string) => Number(query(database, `select count(*) as count from ${sql}`)[0].count);
    expect(languages?.length).toBe(count("umbracoLanguage"));
    expect(domains?.().length).toBe(count("umbracoDomain"));
    expect(dictionary?.().length).toBe(count("cmsDictionary"));
    const ofTypes =
      "umbracoNode where trashed and nodeObjectType in ('C66BA18E-EAF3-4CFF-8A22-41B16D66A972', 'B796F64C-1F99-4FFB-B886-4BF4BC011A9C')";
    const expected = {
      "nodes in the recycle bin": count(ofTypes),
      members: count("umbracoNode where nodeObjectType = '39EB0F98-B348-42A1-8662-E7EB18487560'"),
      "member groups": count("umbracoNode where nodeObjectType = '366E63B9-880F-4E13-A61C-98069B029728'"),
      relations: count("umbracoRelation"),
      tags: count("cmsTags"),
      users: count("umbracoUser"),
    };
    const found = Object.fromEntries(Object.keys(expected).map((what) => [what, 0]));
    for (const part of unread) if (part.what in found) found[part.what] = part.count;
    expect(found).toEqual(expected);
    database.close();
  });

  it.each([
    [
      "start-15",
      { Startsida: "/", "Företag-1": "/foretag-1/", "Standard page": "/foretag-1/standard-page/" },
    ],
    ["widgets-17", { Homepage: "/en/", Articles: "/en/articles/", "Article 1": "/en/articles/article-1/" }],
    ["clean-18", { Home: "/", About: "/about/", Authors: "/authors/" }],
    ["clean-10", { Home: undefined }],
  ])("makes the URLs of %s: %j", async (name, expected) => {
    const { trees } = await loadDatabase(`${FOLDER}/${name}.sqlite.db`, {}, new Findings());
    const urls = trees.content && everyAnswer(trees.content).map(({ name, url }) => [name, url]);
    expect(Object.fromEntries(urls ?? [])).toMatchObject(expected);
  });

  it.each([
    ["clean-10", 2, "/laddstationer"],
    ["demo-13", 3, "/umbraco-learning"],
    ["shop-13", 12, "/globalsetup"],
    ["widgets-17", 0, undefined],
  ])("reads of %s %i redirects, the first from %s", async (name, count, first) => {
    const { redirects } = await loadDatabase(`${FOLDER}/${name}.sqlite.db`, {}, new Findings());
    expect([redirects.length, redirects[0]?.url]).toEqual([count, first]);
  });
});

/** URLs of content have a test of their own. */
function withoutContentUrl(kind: string) {
  return ({ url, ...node }: { url?: string }) =>
    kind === "media" && url !== undefined ? { ...node, url } : node;
}
