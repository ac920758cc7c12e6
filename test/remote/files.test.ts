/** `pull --files`: safe names, resumed downloads, and `serve` of the files. */
import { readdirSync, readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mediaPath } from "../../src/site/media/media-paths.ts";
import { startServe } from "../support/program.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";
import { turns } from "../support/turns.ts";
import { fakeSite, type Interference } from "./fake-site.ts";
import { mediaNodes, newCopy, PATIENT, pulled } from "./pulled-site.ts";

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
      "/media/.x.jpg",
      undefined,
      "",
    ];
    const site = await fakeSite({
      media: mediaNodes(urls),
      interfere: files((path, response) => response.writeHead(200, { ETag: '"1"' }).end(`bytes of ${path}`)),
    });
    const { out, result } = await newCopy(site.url, { files: true });
    expect(result.files).toMatchObject({ expected: 5, got: 5, failures: [] });
    const { origin } = await startServe(["--data", out]);
    for (const url of urls.slice(0, 5)) {
      const response = await fetch(origin + encodeURI(url ?? ""));
      expect(response.status).toBe(200);
      expect(await response.text()).toBe(`bytes of ${url}`);
    }
    expect((await fetch(`${origin}/media/a/`)).status).toBe(404);
    const again = await pulled(site.url, out, { files: true });
    expect(again.result.files).toMatchObject({ got: 5 });
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
        else response.write(rest.subarray(0, 50_000), () => turns(20).then(() => response.destroy()));
      }),
    });
    const { out, result } = await newCopy(site.url, { files: true, concurrency: 1 });
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
});

describe("pull: names of files", () => {
  it("are made of paths below the root", () => {
    expect(mediaPath("/../../etc/passwd")).toBe("/etc/passwd");
    expect(mediaPath("https://cdn.example/a%20b.jpg?x=1#y")).toBe("/a b.jpg");
    for (const none of ["", "#", "/media/folder/", "mailto:x@example.com"])
      expect(mediaPath(none)).toBeUndefined();
  });
});

describe("serve --files", () => {
  it("takes the folder media, or the one that has it, and serves files of nodes alone", async () => {
    const data = dataDirectory({ "media.json": mediaNodes(["/media/a b.txt"]) });
    const site = dataDirectory({ "media/a b.txt": "of a node", "media/unnamed.txt": "", "secret.txt": "" });
    for (const folder of [join(site, "media"), site]) {
      const { origin, output } = await startServe(["--data", data, "--files", folder]);
      expect(output.stderr).toContain(`media files come from ${folder}`);
      expect(await (await fetch(`${origin}/media/a%20b.txt`)).text()).toBe("of a node");
      for (const path of ["/media/unnamed.txt", "/media/../secret.txt", "/media/..%2fsecret.txt"]) {
        expect((await fetch(origin + path)).status).toBe(404);
      }
    }
  });
});
