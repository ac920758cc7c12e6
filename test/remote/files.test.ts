/** `pull --files`: safe names, resumed downloads, and `serve` of the files. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { namesOfFiles } from "../../src/site/media/media-names.ts";
import { mediaPath } from "../../src/site/media/media-paths.ts";
import { startServe } from "../support/program.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";
import { fakeSite, type Interference } from "./fake-site.ts";
import { mediaNodes, PATIENT, pulled } from "./pulled-site.ts";

/** Answers requests for files with `answer`. */
function files(
  answer: (path: string, response: ServerResponse, headers: NodeJS.Dict<string | string[]>) => void,
): Interference {
  return (_wanted, response, { url = "", headers }) => {
    if (url.includes("/Migrations/")) return false;
    answer(decodeURIComponent(url), response, headers);
    return true;
  };
}

const BYTES = Buffer.from(Array.from({ length: 200_000 }, (_, i) => i % 251));

describe("pull --files", () => {
  it("downloads the files of nodes, and serve sends them at the same URLs", PATIENT, async () => {
    const urls = [
      "/media/a/photo.jpg",
      "/media/b/ünï code.pdf",
      "/media/con/x:y.png",
      "/media/A/PHOTO.jpg",
      undefined,
      "",
    ];
    const site = await fakeSite({
      media: mediaNodes(urls),
      interfere: files((path, response) => response.writeHead(200, { ETag: '"1"' }).end(`bytes of ${path}`)),
    });
    const out = temporaryDirectory();
    const { result } = await pulled(site.url, out, { files: true });
    expect(result.files).toMatchObject({ expected: 4, got: 4, failures: [] });
    const { origin } = await startServe(["--data", out]);
    for (const url of urls.slice(0, 4)) {
      const response = await fetch(origin + encodeURI(url ?? ""));
      expect(response.status).toBe(200);
      expect(await response.text()).toBe(`bytes of ${url}`);
    }
    expect((await fetch(`${origin}/media/a/`)).status).toBe(404);
    const again = await pulled(site.url, out, { files: true });
    expect(again.result.files).toMatchObject({ got: 4 });
  });

  it("never writes outside its folder, and never requests another host", async () => {
    const urls = [
      "/../../etc/passwd",
      "/media/%2e%2e/%2e%2e/up.txt",
      "/media/..%2f..%2fup2.txt",
      "\\..\\..\\up3.txt",
      "https://elsewhere.example/media/x.jpg",
      "//elsewhere.example/media/y.jpg",
      "file:///etc/passwd",
      `/media/${"long".repeat(80)}/${"x".repeat(250)}.jpg`,
      "/media/trailing./dots...",
    ];
    const site = await fakeSite({
      media: mediaNodes(urls),
      interfere: files((_path, response) => response.end("bytes")),
    });
    const parent = temporaryDirectory();
    const out = join(parent, "deep", "out");
    const { result } = await pulled(site.url, out, { files: true });
    expect(result.files?.failures.map(({ reason }) => reason)).toEqual([
      "https://elsewhere.example/media/x.jpg is not on the host of the site",
      expect.stringMatching(/^http:\/\/elsewhere\.example\/media\/y\.jpg is not on the host of the site$/),
    ]);
    expect(readdirSync(parent)).toEqual(["deep"]);
    expect(readdirSync(join(parent, "deep"))).toEqual(["out"]);
    expect(readdirSync(out).toSorted()).toEqual([
      "content.ndjson",
      "files",
      "files.ndjson",
      "manifest.json",
      "media.ndjson",
    ]);
    const names = readdirSync(join(out, "files"), { recursive: true, encoding: "utf8" });
    for (const name of names) expect(name).toMatch(/^[^<>:"|?*]{1,180}$/);
  });

  it("resumes a file that was cut, and starts over if it has changed", PATIENT, async () => {
    const ranges: (string | undefined)[] = [];
    let requests = 0;
    const site = await fakeSite({
      media: mediaNodes(["/media/big.bin", "/media/changing.bin"]),
      interfere: files((path, response, { range, "if-range": ifRange }) => {
        ranges.push(`${path} ${range ?? "whole"}`);
        const etag = path.includes("changing") ? `"${requests++}"` : '"same"';
        const start = ifRange === etag ? Number(/\d+/.exec(String(range))?.[0]) : 0;
        const rest = BYTES.subarray(start);
        response.writeHead(start > 0 ? 206 : 200, {
          ETag: etag,
          "Content-Length": rest.length,
          ...(start > 0 ? { "Content-Range": `bytes ${start}-${BYTES.length - 1}/${BYTES.length}` } : {}),
        });
        if (start > 0 || requests > 1) response.end(rest);
        else response.write(rest.subarray(0, 50_000), () => setTimeout(() => response.destroy(), 50));
      }),
    });
    const out = temporaryDirectory();
    const { result } = await pulled(site.url, out, { files: true, concurrency: 1 });
    expect(result.files?.failures).toEqual([]);
    expect(ranges).toEqual([
      "/media/big.bin whole",
      "/media/big.bin bytes=50000-",
      "/media/changing.bin whole",
      "/media/changing.bin bytes=50000-",
    ]);
    for (const name of ["big.bin", "changing.bin"]) {
      expect(readFileSync(join(out, "files", "media", name)).equals(BYTES)).toBe(true);
    }
  });

  it(
    "reports files that fail, fetches them again in the next pull, and revalidates the others",
    PATIENT,
    async () => {
      let isBroken = true;
      const requested: string[] = [];
      const site = await fakeSite({
        media: mediaNodes(["/media/a.jpg", "/media/b.jpg", "/media/page.jpg"]),
        interfere: files((path, response, headers) => {
          requested.push(path);
          if (path.endsWith("b.jpg") && isBroken) response.writeHead(403).end();
          else if (path.endsWith("page.jpg") && isBroken)
            response.writeHead(200, { "Content-Type": "text/html" }).end("log in");
          else if (headers["if-none-match"] === '"v1"') response.writeHead(304).end();
          else response.writeHead(200, { ETag: '"v1"' }).end(path);
        }),
      });
      const out = temporaryDirectory();
      const first = await pulled(site.url, out, { files: true });
      expect(first.result.files?.failures.map(({ reason }) => reason.replace(/^\S+ /, ""))).toEqual([
        "answered 403",
        "answered with a web page",
      ]);
      isBroken = false;
      const second = await pulled(site.url, out, { files: true });
      expect(second.result.files).toMatchObject({ expected: 3, got: 3, failures: [] });
      // A list per kind, the types, and the files: one is unchanged (304).
      expect(second.tally.requests).toBe(3 + 3);
      expect(requested).toHaveLength(6);
      const third = await pulled(site.url, out, { files: true });
      expect(third.result.files).toMatchObject({ got: 3, failures: [] });
      expect(requested).toHaveLength(9);
      expect(readFileSync(join(out, "files", "media", "b.jpg"), "utf8")).toBe("/media/b.jpg");
      expect(existsSync(join(out, ".pull"))).toBe(false);
    },
  );
});

describe("pull: names of files", () => {
  it("are those of the site if every system allows them", () => {
    expect(Object.fromEntries(namesOfFiles(["/media/a/b c.jpg", "/media/ü.png"]))).toEqual({
      "/media/a/b c.jpg": "media/a/b c.jpg",
      "/media/ü.png": "media/ü.png",
    });
  });

  it("differ on case-insensitive disks, independent of their order", () => {
    const paths = [
      "/m/A.jpg",
      "/m/a.jpg",
      "/m/x",
      "/m/x/y.jpg",
      "/m/con.txt",
      "/m/nul",
      "/m/a:b",
      "/m/a?b",
      "/m/end.",
      "/m/COM1.log",
    ];
    const names = namesOfFiles(paths);
    const folded = [...names.values()].map((name) => name.toLowerCase());
    expect(new Set(folded).size).toBe(paths.length);
    for (const name of folded) {
      for (const segment of name.split("/")) {
        expect(segment).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|[<>:"\\|?*]|[. ]$/);
      }
      expect(folded.some((other) => other.startsWith(`${name}/`))).toBe(false);
    }
    expect(namesOfFiles(paths.toReversed())).toEqual(names);
  });

  it("are made of paths below the root", () => {
    expect(mediaPath("/../../etc/passwd")).toBe("/etc/passwd");
    expect(mediaPath("https://cdn.example/a%20b.jpg?x=1#y")).toBe("/a b.jpg");
    for (const none of ["", "#", "/media/folder/", "mailto:x@example.com"])
      expect(mediaPath(none)).toBeUndefined();
  });
});

describe("pull: serve --files", () => {
  const media = mediaNodes(["/media/a b.txt", "/media/link.txt", "/other.svg"]);

  function siteFolder() {
    const root = temporaryDirectory();
    const folder = join(root, "media");
    mkdirSync(folder);
    writeFileSync(join(root, "secret.txt"), "secret");
    writeFileSync(join(folder, "a b.txt"), "0123456789");
    writeFileSync(join(folder, "unnamed.txt"), "nobody names me");
    writeFileSync(join(root, "other.svg"), "<svg/>");
    // Windows needs rights for links; without a link, the file is missing.
    if (process.platform !== "win32") symlinkSync(join(root, "secret.txt"), join(folder, "link.txt"));
    return { root, folder };
  }

  it("serves the files of media nodes, with types, ranges and validators", async () => {
    const { folder } = siteFolder();
    const { origin, output } = await startServe([
      "--data",
      dataDirectory({ "media.json": media }),
      "--files",
      folder,
    ]);
    expect(output.stderr).toContain(`media files come from ${folder}`);
    const url = `${origin}/media/a%20b.txt`;
    const whole = await fetch(url);
    expect(whole.headers.get("content-type")).toMatch(/^text\/plain/);
    expect(whole.headers.get("content-length")).toBe("10");
    expect(whole.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await whole.text()).toBe("0123456789");
    const etag = whole.headers.get("etag") ?? "";
    const modified = whole.headers.get("last-modified") ?? "";
    const send = (headers: Record<string, string>, method = "GET") => fetch(url, { headers, method });
    expect((await send({ "If-None-Match": `"x", W/${etag}` })).status).toBe(304);
    expect((await send({ "If-Modified-Since": modified })).status).toBe(304);
    expect((await send({ "If-None-Match": '"x"', "If-Modified-Since": modified })).status).toBe(200);
    const part = await send({ Range: "bytes=2-4" });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe("bytes 2-4/10");
    expect(await part.text()).toBe("234");
    expect(await (await send({ Range: "bytes=2-4", "If-Range": etag })).text()).toBe("234");
    expect(await (await send({ Range: "bytes=2-4", "If-Range": '"old"' })).text()).toBe("0123456789");
    expect((await send({ Range: "bytes=99-" })).status).toBe(416);
    const head = await send({}, "HEAD");
    expect(head.headers.get("content-length")).toBe("10");
    expect(await (await fetch(`${origin}/MEDIA/A%20B.txt`)).text()).toBe("0123456789");
    for (const path of [
      "/media/unnamed.txt",
      "/media/link.txt",
      "/secret.txt",
      "/media/../secret.txt",
      "/media/%2e%2e/secret.txt",
      "/media/..%2fsecret.txt",
    ]) {
      expect((await fetch(origin + path)).status).toBe(404);
    }
    await expect.poll(() => output.stderr).toMatch(/GET \/media\/a%20b\.txt 206 3 B/);
  });

  it("accepts a folder of another name, and requires the key without --public-files", async () => {
    const { root } = siteFolder();
    const data = dataDirectory({ "media.json": media });
    const env = { MIGRATIONS_API_KEY: "secret" };
    const authorization = `Basic ${Buffer.from("api:secret").toString("base64")}`;
    const path = "/media/a%20b.txt";
    const closed = await startServe(["--data", data, "--files", root], { env });
    expect((await fetch(`${closed.origin}${path}`)).status).toBe(401);
    expect((await fetch(`${closed.origin}${path}`, { headers: { authorization } })).status).toBe(200);
    const open = await startServe(["--data", data, "--files", root, "--public-files"], { env });
    expect((await fetch(`${open.origin}${path}`)).status).toBe(200);
    // Outside the media files.
    expect((await fetch(`${open.origin}/other.svg`)).status).toBe(404);
    expect((await fetch(open.url)).status).toBe(401);
  });
});
