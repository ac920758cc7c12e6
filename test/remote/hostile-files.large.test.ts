/** `pull --files` from a faulty server: each file is complete and correct, or reported as failed. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { readManifest } from "../../src/formats/copy/manifest.ts";
import { createDispatcher } from "../../src/remote/http-client.ts";
import type { PullOptions } from "../../src/remote/options.ts";
import { startServe } from "../support/program.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { turns } from "../support/turns.ts";
import { fakeSite, type Interference } from "./fake-site.ts";
import { mediaNodes, newCopy, PATIENT, PREFIX, pulled } from "./pulled-site.ts";

const OLD = Buffer.from(Array.from({ length: 100_000 }, (_, i) => i % 251));
const NEW = Buffer.from(Array.from({ length: 100_000 }, (_, i) => (i * 7) % 253));
const CUT_AT = 40_000;

type Headers = Record<string, string | number>;
type FileAnswer = (response: ServerResponse, count: number, headers: NodeJS.Dict<string | string[]>) => void;

function fileOnly(answer: FileAnswer): Interference {
  let count = 0;
  return (_wanted, response, { url = "", headers }) => {
    if (url.includes("/Migrations/")) return false;
    answer(response, ++count, headers);
    return true;
  };
}

/** Pulls one file. @returns its bytes, or why it failed, and how often it was requested */
async function pullOne(answer: FileAnswer, options: { retries?: number; urls?: string[] } = {}) {
  let requests = 0;
  const site = await fakeSite({
    media: mediaNodes(options.urls ?? ["/media/a.bin"]),
    interfere: fileOnly((response, count, headers) => {
      requests = count;
      answer(response, count, headers);
    }),
  });
  const out = temporaryDirectory();
  const { result } = await pulled(site.url, out, {
    files: true,
    concurrency: 1,
    retries: options.retries ?? 3,
  });
  const [failure] = result.files?.failures ?? [];
  const path = join(out, "files", "media", "a.bin");
  return { got: failure ? failure.reason : readFileSync(path), requests, out, result, url: site.url };
}

/** A site with a short timeout. */
function impatient(baseUrl: string): PullOptions["site"] {
  return { baseUrl, prefix: PREFIX, timeout: 2, dispatcher: createDispatcher({ timeout: 5 }) };
}

/** Sends the beginning of the old file, and closes the connection. */
function begin(response: ServerResponse, headers: Headers): void {
  response.writeHead(200, { "Content-Length": OLD.length, ...headers });
  response.write(OLD.subarray(0, CUT_AT), () => turns(20).then(() => response.destroy()));
}

const TAGGED = { ETag: '"1"' };
const DATED = { "Last-Modified": "Wed, 21 Oct 2015 07:28:00 GMT" };
const RANGE = `bytes ${CUT_AT}-${OLD.length - 1}/${OLD.length}`;

describe("pull: the rest of a file that was cut", () => {
  it.each<[string, Headers, Headers, Buffer]>([
    ["with another ETag", TAGGED, { ETag: '"2"', "Content-Range": RANGE }, NEW],
    ["without an ETag", TAGGED, { "Content-Range": RANGE }, NEW],
    [
      "with another date",
      DATED,
      { "Last-Modified": "Thu, 22 Oct 2015 07:28:00 GMT", "Content-Range": RANGE },
      NEW,
    ],
    ["of another length", TAGGED, { ...TAGGED, "Content-Range": `bytes ${CUT_AT}-99999/100001` }, NEW],
    ["from another offset", TAGGED, { ...TAGGED, "Content-Range": "bytes 39999-99999/100000" }, NEW],
    ["without an offset", TAGGED, TAGGED, NEW],
    [
      "with a Content-Encoding",
      TAGGED,
      { ...TAGGED, "Content-Range": RANGE, "Content-Encoding": "gzip" },
      NEW,
    ],
    ["with the same ETag", TAGGED, { ...TAGGED, "Content-Range": RANGE }, OLD],
    ["with the same date", DATED, { ...DATED, "Content-Range": RANGE }, OLD],
  ])("%s continues the file or starts over", PATIENT, async (_name, begun, part, expected) => {
    const { got } = await pullOne((response, _count, { range }) => {
      if (range !== undefined) {
        expect(range).toBe(`bytes=${CUT_AT}-`);
        response.writeHead(206, part).end((expected === OLD ? OLD : NEW).subarray(CUT_AT));
      } else if (_count === 1) begin(response, begun);
      else response.writeHead(200, { ...begun, "Content-Length": NEW.length }).end(NEW);
    });
    expect(Buffer.compare(got as Buffer, expected)).toBe(0);
  });

  it("may come in parts that are shorter than requested", PATIENT, async () => {
    const { got, requests } = await pullOne((response, count, { range }) => {
      if (count === 1) return begin(response, { ETag: '"1"' });
      const start = Number(/\d+/.exec(String(range))?.[0]);
      const part = OLD.subarray(start, start + 30_000);
      response
        .writeHead(206, {
          ETag: '"1"',
          "Content-Range": `bytes ${start}-${start + part.length - 1}/${OLD.length}`,
        })
        .end(part);
    });
    expect(Buffer.compare(got as Buffer, OLD)).toBe(0);
    expect(requests).toBe(3);
  });

  it("is not requested by a weak date", PATIENT, async () => {
    const now = { "Last-Modified": new Date().toUTCString(), Date: new Date().toUTCString() };
    const { got } = await pullOne((response, count, { range }) => {
      expect(range).toBeUndefined();
      if (count === 1) begin(response, now);
      else response.end(NEW);
    });
    expect(Buffer.compare(got as Buffer, NEW)).toBe(0);
  });

  it.each(['"é😀"', "no quotes", '"a b"', '"1", "2"'])(
    "is not requested with the tag %s",
    PATIENT,
    async (etag) => {
      const { got } = await pullOne((response, count, { range }) => {
        expect(range).toBeUndefined();
        if (count === 1) begin(response, { ETag: Buffer.from(etag).toString("latin1") });
        else response.end(NEW);
      });
      expect(Buffer.compare(got as Buffer, NEW)).toBe(0);
    },
  );

  it("that never fits is a failure after all retries", PATIENT, async () => {
    const { got, requests } = await pullOne((response, count, { range }) => {
      if (range === undefined) return begin(response, { ETag: `"${count}"` });
      response.writeHead(206, { ETag: '"x"', "Content-Range": RANGE }).end(NEW.subarray(CUT_AT));
    });
    expect(got).toMatch(/answered with another part than requested: its ETag or Last-Modified is another$/);
    expect(requests).toBe(4);
  });
});

describe("pull: a file with a Content-Encoding", () => {
  it("is stored decoded", PATIENT, async () => {
    const body = gzipSync(OLD);
    const { got, result } = await pullOne((response) =>
      response
        .writeHead(200, { "Content-Encoding": "gzip", "Content-Length": body.length, ETag: '"1"' })
        .end(body),
    );
    expect(Buffer.compare(got as Buffer, OLD)).toBe(0);
    expect(result.files).toMatchObject({ got: 1, bytes: OLD.length });
  });

  it("is not resumed after a cut, and fails if it is corrupt or unknown", PATIENT, async () => {
    const body = gzipSync(OLD);
    const cut = await pullOne((response, count, { range }) => {
      expect(range).toBeUndefined();
      response.writeHead(200, { "Content-Encoding": "gzip", "Content-Length": body.length, ETag: '"1"' });
      if (count > 1) response.end(body);
      else response.write(body.subarray(0, body.length / 2), () => turns(20).then(() => response.destroy()));
    });
    expect(Buffer.compare(cut.got as Buffer, OLD)).toBe(0);
    const broken = await pullOne((response) =>
      response.writeHead(200, { "Content-Encoding": "gzip" }).end(body.subarray(0, body.length / 2)),
    );
    expect(broken.got).toMatch(/cannot be read: its gzip data is corrupt or incomplete$/);
    const unknown = await pullOne((response) =>
      response.writeHead(200, { "Content-Encoding": "zstd" }).end(OLD),
    );
    expect(unknown.got).toMatch(/answered with an unknown Content-Encoding$/);
    expect(unknown.requests).toBe(1);
  });
});

describe("pull: a file that fails", () => {
  it.each<[string, (response: ServerResponse, count: number) => void, RegExp]>([
    [
      "that redirects elsewhere",
      (r) => r.writeHead(302, { Location: "https://cdn.example/a" }).end(),
      /redirects to https:\/\/cdn\.example/,
    ],
    ["that is forbidden, and drips", (r) => void r.writeHead(403).write("no"), /answered 403$/],
    ["that is a 304 to an unconditional request", (r) => r.writeHead(304).end(), /answered 304$/],
    [
      "that is a 206 without a range request",
      (r) => r.writeHead(206, { "Content-Range": "bytes 0-1/9" }).end("ab"),
      /answered 206$/,
    ],
    [
      "that is a web page",
      (r) => r.writeHead(200, { "Content-Type": "text/html" }).end("log in"),
      /answered with a web page$/,
    ],
    ["that is always busy", (r) => r.writeHead(503, { "Retry-After": "0" }).end(), /answered 503$/],
  ])("%s fails, and no other", PATIENT, async (_name, answer, message) => {
    const site = await fakeSite({
      media: mediaNodes(["/media/a.bin", "/media/b.bin"]),
      interfere: (_wanted, response, { url = "" }) => {
        if (url.includes("/Migrations/")) return false;
        if (url.endsWith("b.bin")) response.end("bytes");
        else answer(response, 0);
        return true;
      },
    });
    const { out, result } = await newCopy(site.url, { files: true, retries: 2, site: impatient(site.url) });
    expect(result.files).toMatchObject({ expected: 2, got: 1 });
    expect(result.files?.failures).toMatchObject([{ reason: expect.stringMatching(message) }]);
    expect(readManifest(out)?.files?.failures).toHaveLength(1);
    expect(readFileSync(join(out, "files", "media", "b.bin"), "utf8")).toBe("bytes");
  });
});

describe("pull: a file without a length", () => {
  /** Speaks HTTP/1.0: the end of the connection is the end of the file. */
  async function oldServer(media: string, lengths: number[]): Promise<string> {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", (request) => {
        const isFile = request.toString("latin1").startsWith("GET /media/");
        const json = /GetMediaAtRoot/.test(String(request))
          ? `[${media}]`
          : /GetMediaById/.test(String(request))
            ? media
            : "[]";
        const body = isFile ? OLD.subarray(0, lengths.shift() ?? OLD.length) : Buffer.from(json);
        socket.end(Buffer.concat([Buffer.from("HTTP/1.0 200 OK\r\n\r\n"), body]));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it("is accepted after two downloads of the same length", PATIENT, async () => {
    const media = JSON.stringify({ ...mediaNodes(["/media/a.bin"])[0], children: [] });
    const site = await oldServer(media, [CUT_AT]);
    const { out, result } = await newCopy(site, { files: true, kinds: ["media"] });
    expect(result.files).toMatchObject({ got: 1, bytes: OLD.length, failures: [] });
    expect(Buffer.compare(readFileSync(join(out, "files", "media", "a.bin")), OLD)).toBe(0);
  });
});

describe("pull: names of files that a disk may confuse", () => {
  it("change when a later name clashes", PATIENT, async () => {
    const media = mediaNodes(["/media/x", "/media/A.jpg", "/media/y/z"]);
    let isBroken = false;
    const interfere: Interference = (_wanted, response, { url = "" }) => {
      if (url.includes("/Migrations/")) return false;
      if (isBroken && url.endsWith("A.jpg")) response.writeHead(403).end();
      else response.end(`bytes of ${url}`);
      return true;
    };
    const site = await fakeSite({ media, interfere, live: true });
    const { out } = await newCopy(site.url, { files: true });
    media.splice(0, 3, ...mediaNodes(["/media/x/inner", "/media/A.jpg", "/media/a.jpg", "/media/y"]));
    isBroken = true;
    const { result } = await pulled(site.url, out, { files: true, fresh: true });
    expect(result.files).toMatchObject({ expected: 4, got: 3 });
    const { origin } = await startServe(["--data", out]);
    for (const url of ["/media/x/inner", "/media/A.jpg", "/media/a.jpg", "/media/y"]) {
      expect(await (await fetch(origin + url)).text()).toBe(`bytes of ${url}`);
    }
    expect(existsSync(join(out, "files", "media", "x~old"))).toBe(true);
  });
});

describe("pull: names of files that tools execute or read", () => {
  /** A Git repository whose configuration has `git status` run a command, in a folder of the site. */
  const repository = (folder: string, worktree = "", canary = ""): [path: string, bytes: string][] => {
    const command = `echo planted > '${canary}';`.replaceAll("\\", "/");
    const config = `[core]\nrepositoryformatversion = 0\nbare = false\nworktree = ${worktree.replaceAll("\\", "/")}\nfsmonitor = "${command}"\n`;
    return [
      [`${folder}HEAD`, "ref: refs/heads/main\n"],
      [`${folder}config`, config],
      [`${folder}objects/x`, "x"],
      [`${folder}refs/x`, "x"],
    ];
  };
  async function siteOf(files: ReadonlyMap<string, string>) {
    const encoded = (path: string) => `/media/${path.split("/").map(encodeURIComponent).join("/")}`;
    const bytes = new Map([...files].map(([path, text]) => [encoded(path), text]));
    const site = await fakeSite({
      media: mediaNodes([...bytes.keys()]),
      interfere: (_wanted, response, { url = "" }) => {
        const text = bytes.get(url);
        if (text === undefined) return false;
        response.writeHead(200, { ETag: '"1"' }).end(text);
        return true;
      },
    });
    return { url: site.url, bytes };
  }

  // A folder with HEAD, objects and refs is a repository, whatever its name.
  it.each([".git/", ""])(
    "plant no repository in media/%s: git runs no command of the site",
    PATIENT,
    async (folder) => {
      const canary = join(temporaryDirectory(), "canary");
      const out = temporaryDirectory();
      const { url } = await siteOf(new Map(repository(folder, out, canary)));
      const { result } = await pulled(url, out, { files: true });
      expect(result.files?.failures).toEqual([]);
      for (const at of ["", "media", join("media", folder)]) {
        const cwd = join(out, "files", at);
        if (existsSync(cwd)) spawnSync("git", ["status"], { cwd });
      }
      expect(existsSync(canary)).toBe(false);
    },
  );
});
