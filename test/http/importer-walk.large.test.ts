/** The requests of the API's .NET client for a whole site: roots, each node by id and by key, each media file. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { DirectorySource } from "../../src/formats/directory-source.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { KINDS, type Kind } from "../../src/operations.ts";
import { MediaFiles } from "../../src/site/media/media-files.ts";
import { type DataNode, everyNode, expectedNode } from "../oracle.ts";
import { SHARED } from "../support/repository.ts";
import { API_KEY, AUTHORIZATION, appOf, serverOf } from "../support/site.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const SITE = join(SHARED, "trees", "schemeweaver");
const HEADERS = { Authorization: AUTHORIZATION, Accept: "application/json" };

describe.skipIf(!existsSync(SITE))("an importer's walk (skipped if ../shared/trees is missing)", () => {
  it.each(KINDS)("finds all of %s", async (kind: Kind) => {
    const app = appOf(
      { prefix: "umbraco/Limbo", apiKey: API_KEY },
      new DirectorySource(await loadDirectory(SITE)),
    );
    const { url } = await serverOf(app);
    const send = async (operation: string) => {
      const name = `Get${kind === "content" ? "Content" : "Media"}${operation}`;
      const response = await fetch(`${url}/umbraco/Limbo/Migrations/${name}`, { headers: HEADERS });
      expect(response.status).toBe(200);
      expect(response.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
      return (await response.json()) as DataNode & DataNode[];
    };
    const seen = new Map<number, DataNode>();
    const rest: DataNode[] = await send("AtRoot?maxLevel=1");
    for (let next = rest.pop(); next; next = rest.pop()) {
      const node = await send(`ById?id=${next.id}`);
      expect(await send(`ByKey?key=${next.key}`)).toEqual(node);
      seen.set(node.id, node);
      rest.push(...(node.children ?? []));
    }
    const roots: DataNode[] = JSON.parse(readFileSync(`${SITE}/${kind}.json`, "utf8"));
    const expected = [...everyNode(roots)];
    expect(seen.size).toBe(expected.length);
    for (const { node, ancestors } of expected)
      expect(seen.get(node.id)).toEqual(expectedNode(node, ancestors));
  });

  it("fetches each media file by the site's origin and the node's url, without credentials", async () => {
    const { trees } = await loadDirectory(SITE);
    const folder = temporaryDirectory();
    const roots: DataNode[] = JSON.parse(readFileSync(`${SITE}/media.json`, "utf8"));
    const urls = [...everyNode(roots)].map(({ node }) => node.url).filter((url) => typeof url === "string");
    for (const url of urls) {
      const file = join(folder, decodeURI(url));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `the file of ${url}`);
    }
    const files = new MediaFiles(trees.media, folder, "site");
    const app = appOf(
      { apiKey: API_KEY, publicFiles: true, media: () => files },
      new DirectorySource({ trees }),
    );
    const { url: origin } = await serverOf(app);
    expect(urls.length).toBeGreaterThan(50);
    for (const url of urls) {
      const response = await fetch(origin + url);
      expect([response.status, await response.text()]).toEqual([200, `the file of ${url}`]);
    }
    expect((await fetch(`${origin}/media/no-such-file.png`)).status).toBe(401);
  });
});
