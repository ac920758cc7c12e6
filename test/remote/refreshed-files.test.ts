/** Media files in a refresh: requested if they may have changed, and never lost. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { DataNode } from "../oracle.ts";
import { run } from "../support/program.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { fakeSite } from "./fake-site.ts";
import { mediaNodes, newCopy, PATIENT, pulled } from "./pulled-site.ts";

const LATER = "2020-01-01T00:00:00";

/** A site of media nodes: what each path answers can be changed, and requests are recorded. */
async function mediaSite(names: string[]) {
  const media: DataNode[] = mediaNodes(names.map((name) => `/media/${name}`));
  const answers = new Map<string, { status?: number; etag?: string; text?: string }>();
  const requested: string[] = [];
  let listsFail = false;
  const site = await fakeSite({
    media,
    live: true,
    interfere: ({ id, maxLevel, kind }, response, { url = "", headers }) => {
      const [, name] = /^\/media\/([^?]*)$/.exec(url) ?? [];
      if (name === undefined) {
        const isList = kind === "media" && maxLevel > 0 && (id !== undefined || maxLevel > 1);
        return listsFail && isList && !!response.writeHead(500).end("broken");
      }
      requested.push(name);
      const { status = 200, etag, text = name } = answers.get(name) ?? {};
      if (etag !== undefined && headers["if-none-match"] === etag) response.writeHead(304).end();
      else response.writeHead(status, etag === undefined ? {} : { ETag: etag }).end(text);
      return true;
    },
  });
  const failLists = (fails: boolean) => {
    listsFail = fails;
  };
  return { ...site, media, answers, requested, failLists };
}

function textOf(out: string, name: string): string {
  return readFileSync(join(out, "files", "media", name), "utf8");
}

describe("pull: a file", () => {
  it("is requested again if its node has changed, conditionally, or with --fresh", PATIENT, async () => {
    const { url, media, answers, requested } = await mediaSite(["plain.txt", "tagged.txt", "other.txt"]);
    answers.set("tagged.txt", { etag: '"1"' });
    const out = temporaryDirectory();
    const pull = async (options = {}) => {
      requested.length = 0;
      const { result } = await pulled(url, out, { files: true, ...options });
      expect(result.files).toMatchObject({ expected: 3, got: 3, failures: [] });
      return requested.toSorted();
    };
    expect(await pull()).toHaveLength(3);
    expect(await pull()).toEqual(["tagged.txt"]);
    media[2].updateDate = LATER;
    answers.set("other.txt", { text: "new" });
    expect(await pull()).toEqual(["other.txt", "tagged.txt"]);
    expect(textOf(out, "other.txt")).toBe("new");
    answers.set("plain.txt", { text: "unseen" });
    expect(await pull()).toEqual(["tagged.txt"]);
    expect(textOf(out, "plain.txt")).toBe("plain.txt");
    expect(await pull({ fresh: true })).toHaveLength(3);
    expect(textOf(out, "plain.txt")).toBe("unseen");
  });

  it("is requested once, also if the pull is interrupted", PATIENT, async () => {
    const stop = new AbortController();
    const requested: string[] = [];
    const site = await fakeSite({
      media: mediaNodes(["/media/a.txt", "/media/b.txt"]),
      interfere: (_wanted, response, { url = "" }) => {
        if (url.includes("/Migrations/")) return false;
        requested.push(url);
        if (url === "/media/b.txt" && !stop.signal.aborted) stop.abort(new Error("stopped"));
        else response.end("bytes");
        return true;
      },
    });
    const out = temporaryDirectory();
    const first = pulled(site.url, out, { files: true, concurrency: 1, signal: stop.signal });
    await expect(first).rejects.toThrow("stopped");
    const { result, events } = await pulled(site.url, out, { files: true });
    expect(result.files).toMatchObject({ expected: 2, got: 2, failures: [] });
    expect(requested).toEqual(["/media/a.txt", "/media/b.txt", "/media/b.txt"]);
    expect(JSON.stringify(events)).not.toContain("damaged");
  });

  it("that fails stays, and is requested by each pull", PATIENT, async () => {
    const { url, media, answers, requested } = await mediaSite(["a.txt", "b.txt"]);
    const { out } = await newCopy(url, { files: true });
    for (const fresh of [false, true, false]) {
      media[0].updateDate = `${LATER}.${fresh}${requested.length}`;
      answers.set("a.txt", { status: 403 });
      const { result } = await pulled(url, out, { files: true, fresh });
      expect(result.files?.failures).toMatchObject([
        { reason: expect.stringMatching(/a\.txt answered 403$/) },
      ]);
      expect(textOf(out, "a.txt")).toBe("a.txt");
    }
    // Its node does not change any more.
    answers.set("a.txt", { text: "at last" });
    const { result } = await pulled(url, out, { files: true });
    expect(result.files?.failures).toEqual([]);
    expect(textOf(out, "a.txt")).toBe("at last");
  });

  it("that is answered with 200 and no byte fails, and stays, also with --fresh", PATIENT, async () => {
    const { url, media, answers } = await mediaSite(["a.txt", "b.txt"]);
    answers.set("b.txt", { text: "" });
    const out = temporaryDirectory();
    const reason = `${url}/media/b.txt answered 200 without a byte`;
    const first = await pulled(url, out, { files: true });
    expect(first.result.files).toMatchObject({ got: 1, failures: [{ reason }] });
    expect(existsSync(join(out, "files", "media", "b.txt"))).toBe(false);
    answers.set("b.txt", { text: "at last" });
    expect((await pulled(url, out, { files: true })).result.files).toMatchObject({ got: 2, failures: [] });
    answers.set("b.txt", { text: "" });
    for (const fresh of [true, false]) {
      media[1].updateDate = `${LATER}.${fresh}`;
      const { result } = await pulled(url, out, { files: true, fresh });
      expect(result.files).toMatchObject({ got: 1, failures: [{ reason }] });
      expect(textOf(out, "b.txt")).toBe("at last");
    }
  });

  it("that the site does not have is reported separately, and requested once", async () => {
    const { url, media, answers, requested } = await mediaSite(["gone.txt", "b.txt"]);
    answers.set("gone.txt", { status: 404 });
    const out = temporaryDirectory();
    const args = ["pull", "--base-url", url, "--out", out, "--files"];
    const first = await run(args);
    expect(first.stdout).toContain(`not on the site: file ${url}/media/gone.txt answered 404\n`);
    expect(first.status).toBe(1);
    expect(requested.filter((name) => name === "gone.txt")).toHaveLength(1);
    media[1].name = "Another";
    media[1].updateDate = LATER;
    expect((await run(args)).status).toBe(1);
    expect(readFileSync(join(out, "media.ndjson"), "utf8")).toContain('"name":"Another"');
    expect(requested.filter((name) => name === "gone.txt")).toHaveLength(2);
    const manifest = JSON.parse(readFileSync(join(out, "manifest.json"), "utf8"));
    expect(manifest.files.failures).toMatchObject([{ status: 404 }]);
  });

  it("that no node refers to is removed after a complete list", PATIENT, async () => {
    const { url, media, failLists } = await mediaSite(["a.txt", "b.txt", "c/d.txt"]);
    const out = temporaryDirectory();
    media[0].children = media.splice(1, 1);
    await pulled(url, out, { files: true });
    media[1].url = "/media/e.txt";
    failLists(true);
    const partial = await pulled(url, out, { files: true });
    expect(partial.result.kinds[1].unlisted.length).toBeGreaterThan(0);
    expect(textOf(out, "e.txt")).toBe("e.txt");
    for (const name of ["a.txt", "b.txt", "c/d.txt"]) expect(textOf(out, name)).toBe(name);
    failLists(false);
    await pulled(url, out, { files: true });
    expect(existsSync(join(out, "files", "media", "c"))).toBe(false);
    for (const name of ["a.txt", "b.txt", "e.txt"]) expect(textOf(out, name)).toBe(name);
  });

  it("stays if its URL differs only in case", async () => {
    const { url, media } = await mediaSite(["Logo.TXT"]);
    const out = temporaryDirectory();
    for (const name of ["Logo.TXT", "logo.txt"]) {
      Object.assign(media[0], { url: `/media/${name}`, updateDate: LATER });
      const { result } = await pulled(url, out, { files: true });
      expect(result.files).toMatchObject({ expected: 1, got: 1 });
      expect(textOf(out, name).toLowerCase()).toBe("logo.txt");
      expect(readdirSync(join(out, "files", "media"))).toHaveLength(1);
    }
  });
});
