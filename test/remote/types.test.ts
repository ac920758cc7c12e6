/** Types in a copy. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { OPERATIONS, operationPath, TYPE_KINDS, type TypeKind } from "../../src/operations.ts";
import { everyNode } from "../oracle.ts";
import { virtualClock } from "../support/clock.ts";
import { listening } from "../support/listening.ts";
import { run, startServe } from "../support/program.ts";
import { fixture, ROOT } from "../support/repository.ts";
import { dataDirectory } from "../support/temporary.ts";
import { fakeSite } from "./fake-site.ts";
import { generatedRoots } from "./generated-site.ts";
import { copyOf, expectAnswers, mediaNodes, newCopy, pulled } from "./pulled-site.ts";

const USYNC = fixture("usync/types");
const ROOTS = /Get(?:Content|Media)AtRoot/;
const BY_ID = /Get(?:Content|Media)ById/;
const NODE = { id: 1, key: "5f0c9e7a-0000-4000-8000-000000000001", name: "A", children: [] };

function readJson(...path: string[]) {
  return JSON.parse(readFileSync(join(...path), "utf8"));
}

/** What every type operation answers, and the operation's status. */
async function typeAnswers(args: string[]): Promise<Record<string, string>> {
  const { url } = await startServe(["--quiet", ...args]);
  const origin = new URL(url).origin;
  const answers: Record<string, string> = {};
  const send = async (target: string) => {
    const response = await fetch(origin + target);
    answers[target] = `${response.status} ${await response.text()}`;
    return answers[target];
  };
  for (const operation of OPERATIONS) {
    const path = operationPath("platform/module", operation);
    if (operation.by !== "all") continue;
    const types = JSON.parse((await send(path)).replace(/^200 /, ""));
    for (const { id, key, alias } of types) {
      for (const query of [`ById?id=${id}`, `ByKey?key=${key}`, `ByAlias?alias=${alias}`]) {
        await send(path.replace(/s$/, query));
      }
    }
  }
  return answers;
}

describe("pull: types", () => {
  /** A warning for each kind, with its reason. */
  const unfetched = (reason: (kind: TypeKind) => string) =>
    TYPE_KINDS.map((kind) => {
      const url = `URL/platform/module/Migrations/Get${kind[0].toUpperCase()}${kind.slice(1)}Types`;
      return `warning: the ${kind} types could not be fetched: ${url} ${reason(kind)}\n`;
    }).join("");

  it("of a folder are served from the copy as from the folder", async () => {
    const copy = await copyOf(USYNC);
    const before = await typeAnswers(["--data", USYNC]);
    expect(Object.keys(before).length).toBeGreaterThan(10);
    expect(await typeAnswers(["--data", copy])).toEqual(before);
    const { types } = readJson(copy, "manifest.json");
    const counts = ["content", "media", "data"].map((kind) => [
      types[kind].file,
      types[kind].count,
      types[kind].bytes,
    ]);
    expect(counts).toEqual(
      ["content", "media", "data"].map((kind) => {
        const text = readFileSync(join(copy, `${kind}-types.json`));
        return [`${kind}-types.json`, JSON.parse(text.toString()).length, text.length];
      }),
    );
  });

  it("of a site have the same bytes at each pull", async () => {
    const { url } = await startServe(["--quiet", "--sample"]);
    const copy = join(dataDirectory({}), "copy");
    for (let time = 1; time <= 2; time++) {
      const { status, stderr } = await run(["pull", "--base-url", url, "--out", copy]);
      expect([status, stderr]).toEqual([0, ""]);
      for (const name of ["content-types.json", "media-types.json"]) {
        expect(readJson(copy, name)).toEqual(readJson(ROOT, "data", name));
      }
    }
    writeFileSync(join(copy, "media-types.json"), "[]");
    expect((await run(["check", "--data", copy])).stdout).toContain(
      "warning: media-types.json: is not the file that manifest.json describes",
    );
  });

  it("warns once about a site without operations for data types", async () => {
    const { url } = await startServe(["--quiet", "--sample"]);
    const origin = await listening(async (request, response) => {
      if (/GetDataType/.test(request.url ?? "")) {
        response.writeHead(404).end("Not found.");
        return;
      }
      const answer = await fetch(new URL(request.url ?? "", url));
      response.writeHead(answer.status).end(await answer.text());
    });
    const copy = join(dataDirectory({}), "copy");
    const { status, stderr } = await run(["pull", "--base-url", origin, "--out", copy]);
    const warning =
      "the site does not list its data types, as older versions of its API do not: the copy has none";
    expect([status, stderr]).toEqual([0, `warning: ${warning}\n`]);
    expect([existsSync(join(copy, "content-types.json")), existsSync(join(copy, "data-types.json"))]).toEqual(
      [true, false],
    );
  });

  it("of an earlier pull are removed if the site has none", async () => {
    const { url } = await startServe(["--quiet", "--sample"]);
    let hasTypes = true;
    const origin = await listening(async (request, response) => {
      const isOfTypes = /GetContentTypes/.test(request.url ?? "");
      const answer = await fetch(new URL(request.url ?? "", url));
      response.writeHead(answer.status).end(isOfTypes && !hasTypes ? "[]" : await answer.text());
    });
    const copy = join(dataDirectory({}), "copy");
    const args = ["pull", "--base-url", origin, "--out", copy];
    await run(args);
    hasTypes = false;
    await run([...args, "--kind", "content"]);
    expect([
      existsSync(join(copy, "content-types.json")),
      existsSync(join(copy, "media-types.json")),
    ]).toEqual([false, true]);
    expect(await run(["check", "--data", copy])).toMatchObject({ status: 0 });
  });

  it("are missing, with a warning, if their operations fail for more than a minute, and files are pulled", async () => {
    const failed = new Set<string | undefined>();
    const site = await fakeSite({
      content: generatedRoots(3, 2),
      media: mediaNodes(["/media/a.txt", "/media/b.txt"]),
      interfere: ({ kind }, response, { url = "" }) => {
        const isOfTypes = /Types$/.test(url);
        // Each file fails once.
        const fails = isOfTypes || (kind === "" && !failed.has(url));
        failed.add(url);
        if (fails) response.writeHead(503).end();
        else if (url.startsWith("/media/")) response.end("bytes");
        else return false;
        return true;
      },
    });
    // The longest pauses.
    const clock = { ...virtualClock(), random: () => 1 };
    const { out, result, events } = await newCopy(site.url, { files: true, clock });
    expect(result.kinds.map(({ expected, got }) => [expected, got])).toEqual([
      [3, 3],
      [2, 2],
    ]);
    expect(result.files).toMatchObject({ expected: 2, got: 2, failures: [] });
    const warnings = events.flatMap((event) => (event.type === "warning" ? `warning: ${event.text}\n` : []));
    expect(warnings.join("").replaceAll(site.url, "URL")).toBe(unfetched(() => "answered 503"));
    expect(readJson(out, "manifest.json").types).toBeUndefined();
  });

  it.each<[string, number, string, string]>([
    [
      "an older site, reported once",
      404,
      "",
      "warning: the site does not list its types, as older versions of its API do not: the copy has none\n",
    ],
    [
      "a site that refuses access to its types",
      403,
      "No",
      unfetched(() => "refused access (403: No): try --api-key-file"),
    ],
    ["a site whose type operations fail", 501, "", unfetched(() => "answered 501")],
    [
      "a site with invalid answers",
      200,
      '[{"id":"x"}]',
      unfetched((kind) => {
        const more = kind === "data" ? 2 : 3;
        return `answered with an invalid answer: body /0/id: must be a 32-bit integer (and ${more} more)`;
      }),
    ],
  ])("are missing, with a warning, for %s", async (_, status, body, warnings) => {
    const origin = await listening((request, response) => {
      const { url = "" } = request;
      if (ROOTS.test(url)) response.end(JSON.stringify([NODE]));
      else if (BY_ID.test(url)) response.end(JSON.stringify({ ...NODE, path: [], properties: {} }));
      else response.writeHead(status).end(body);
    });
    const copy = join(dataDirectory({ "content-types.json": [] }), "copy");
    const done = await run(["pull", "--base-url", origin, "--out", copy]);
    expect([done.status, done.stderr.replaceAll(origin, "URL")]).toEqual([0, warnings]);
    expect(readJson(copy, "manifest.json").types).toBeUndefined();
    rmSync(copy, { recursive: true });
  });
});

describe("pull: a type whose properties have changed", () => {
  it("has its nodes fetched again", async () => {
    const types = readJson(ROOT, "data", "content-types.json");
    const content = generatedRoots(30, 3);
    const site = await fakeSite({
      content,
      live: true,
      interfere: (_wanted, response, { url = "" }) =>
        url.endsWith("/GetContentTypes") && !!response.end(JSON.stringify(types)),
    });
    const { out: copy } = await newCopy(site.url);
    const articles = [...everyNode(content)].filter(({ node }) => node.type === "article");
    articles[0].node.properties = {};
    expect((await pulled(site.url, copy)).result.kinds[0].kept).toBe(30);
    const article = types.find(({ alias }: { alias: string }) => alias === "article");
    article.name = "A text";
    expect((await pulled(site.url, copy)).result.kinds[0].kept).toBe(30);
    article.tabs[0].properties[0].dataTypeId += 1;
    const { result } = await pulled(site.url, copy);
    expect(articles).toHaveLength(10);
    expect(result.kinds[0]).toMatchObject({ expected: 30, got: 30, kept: 20, changes: { changed: 1 } });
    await expectAnswers(copy, { content, media: [] });
    expect((await pulled(site.url, copy)).result.kinds[0].kept).toBe(30);
  });
});
