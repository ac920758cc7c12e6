/** `--accept` of `pull` and `check`: nodes and files that are known to be lost no longer fail a nightly copy. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { DataNode } from "../oracle.ts";
import { fakeSite } from "../remote/fake-site.ts";
import { mediaNodes } from "../remote/pulled-site.ts";
import { run } from "../support/program.ts";
import { keyOf, nodeOf } from "../support/site.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";

const page = (id: number, type: string, url: string, children: DataNode[] = []): DataNode => ({
  ...nodeOf(id, type, children),
  type,
  url,
  updateDate: "2016-03-01T10:00:05",
});
const PAGES = [page(101, "home", "/", [page(102, "poll", "/poll/")])];

/** A site whose page 102 fails, and whose file `gone ø.pdf` is not there. */
async function lossySite(): Promise<string> {
  const { url } = await fakeSite({
    content: PAGES,
    media: mediaNodes(["/media/a.jpg", "/media/gone%20%C3%B8.pdf"]),
    interfere: ({ kind, id }, response, request) => {
      if (kind === "content" && id === 102) return !!response.writeHead(500).end("broken");
      if (!request.url?.startsWith("/media/")) return false;
      return !!response.writeHead(request.url.includes("gone") ? 404 : 200).end("file");
    },
  });
  return url;
}

const fileOf = (lines: string) => join(dataDirectory({ "lost.txt": lines }), "lost.txt");

describe("pull --accept", () => {
  const pull = async (lines: string, ...args: string[]) => {
    const [url, out, accept] = [await lossySite(), temporaryDirectory(), fileOf(lines)];
    const done = await run(
      ["pull", "--base-url", url, "--out", out, "--files", "--retries", "0", "--accept", accept].concat(args),
    );
    // The site is of an older version of the API.
    const stderr = done.stderr.replace(/^warning: the site does not list its types.*\n/, "");
    return { ...done, stderr: stderr.replaceAll(accept, "FILE"), out };
  };
  const BOTH = `${keyOf(102)} # broken since 2019\n/media/GONE ø.pdf`;

  it.each<[what: string, lines: string, status: number]>([
    ["a page by key, and a file by path", BOTH, 0],
    ["a page by id, and a file by the key of its node", `102\n${keyOf(2)}`, 0],
    ["a page by URL, and a file by an absolute URL", "/poll\nhttps://x.example/media/gone%20ø.pdf", 0],
    ["pages by type, and a file by the id of its node", "pol*\n2", 0],
    ["a page alone", keyOf(102), 1],
    ["a file alone", "/media/gone ø.pdf", 1],
    ["neither", "home.title\n", 1],
  ])("leaves out what is accepted: %s", async (_, lines, expected) => {
    const { status, stdout, stderr } = await pull(lines);
    expect(status).toBe(expected);
    const lost = [/^missing: content 102: /m, /^not on the site: file /m].filter((line) => line.test(stdout));
    const accepted = Number(/^accepted as missing: (\d)/m.exec(stdout)?.[1] ?? 0);
    expect(lost.length + accepted).toBe(2);
    expect(stderr === "").toBe(expected === 0);
  });

  it("reports in json how many are accepted, and stores all in the manifest", async () => {
    const { status, stdout, out } = await pull(BOTH, "--format", "json");
    expect({ status, ...JSON.parse(stdout) }).toMatchObject({
      status: 0,
      kinds: [{ kind: "content", expected: 2, got: 1, failures: [] }, { kind: "media" }],
      files: { expected: 2, got: 1, failures: [] },
      accepted: 2,
    });
    const manifest = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8"));
    expect([manifest.content.failures, manifest.files.failures]).toMatchObject([
      [{ id: 102 }],
      [{ status: 404 }],
    ]);
  });

  it("reports lines that name nothing on the site", async () => {
    const { status, stderr } = await pull(`${BOTH}\n${keyOf(101)}\n/poll/\nhome.title\n4711\n/media/b.jpg\n`);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: "2 lines of --accept match nothing: FILE:6: 4711, FILE:7: /media/b.jpg\n",
    });
  });

  it("refuses a file that cannot be read, before anything is requested", async () => {
    const out = join(temporaryDirectory(), "out");
    const args = ["pull", "--base-url", "http://127.0.0.1:9", "--out", out, "--accept", "no-such.txt"];
    expect(await run(args)).toEqual({
      status: 2,
      stdout: "",
      stderr: "error: --accept cannot be read from no-such.txt: no such file or directory\n",
    });
    expect(existsSync(out)).toBe(false);
  });
});

describe("check --accept", () => {
  const copy = async () => {
    const out = temporaryDirectory();
    const args = ["pull", "--base-url", await lossySite(), "--out", out, "--files", "--retries", "0"];
    expect((await run(args)).status).toBe(1);
    return out;
  };
  const check = async (data: string, lines: string, ...args: string[]) => {
    const accept = fileOf(lines);
    const { status, stdout, stderr } = await run(["check", "--data", data, "--accept", accept, ...args]);
    return { status, stdout, stderr: stderr.replaceAll(accept, "FILE") };
  };

  it("leaves out what a pull could not fetch", async () => {
    const data = await copy();
    const all = await check(data, `poll\n${keyOf(2)}`, "--fail-on", "missing");
    expect(all).toMatchObject({ status: 0, stderr: "" });
    expect(all.stdout.split("\n").slice(0, 2)).toEqual([
      `${data} is sound: NDJSON, 2 content and 2 media nodes`,
      "accepted as missing: 2 nodes or files",
    ]);
    expect(all.stdout).toContain("\nwarnings: 0\n");
    const page = await check(data, "poll");
    expect(page).toMatchObject({
      status: 1,
      stderr: `error: ${data} is incomplete: 1 node or file is missing\n`,
    });
    expect(page.stdout).toMatch(/^warning: manifest\.json: 1 media file could not be fetched/m);
    expect(page.stdout).not.toContain("content nodes could not be fetched");
  });

  it("counts what is accepted in json", async () => {
    const { stdout } = await check(await copy(), "/poll/\n", "--format", "json");
    expect(JSON.parse(stdout)).toMatchObject({
      notPulled: 1,
      accepted: 1,
      warnings: [{ category: "missing" }],
    });
  });

  it("reports lines that name nothing, and refuses malformed ones", async () => {
    const data = dataDirectory({ "content.json": PAGES });
    expect(await check(data, "102\n103\n*.title\nquiz\n")).toMatchObject({
      status: 0,
      stderr: "2 lines of --accept match nothing: FILE:2: 103, FILE:4: quiz\n",
    });
    expect((await check(data, "quiz\n", "--quiet")).stderr).toBe("");
    expect(await check(data, "a b\n")).toMatchObject({ status: 2, stdout: "" });
  });

  it("does not accept that the roots could not be listed", async () => {
    const data = await copy();
    const path = join(data, "manifest.json");
    const manifest = JSON.parse(readFileSync(path, "utf8"));
    manifest.content.unlisted = [{ url: "/", reason: "broken" }];
    writeFileSync(path, JSON.stringify(manifest));
    expect(await check(data, "*\n2\n")).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("1 node or file is missing"),
    });
  });
});
