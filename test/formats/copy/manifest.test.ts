/** `readManifest`: validation of the manifest that a pull writes. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readManifest } from "../../../src/formats/copy/manifest.ts";
import { run } from "../../support/program.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

type Members = Record<string, unknown>;

const FAILURE = { id: 7, url: "http://x/", reason: "gone" };
const FILES = {
  startedAt: "2026-01-01T00:00:00Z",
  finishedAt: "2026-01-01T00:00:01Z",
  count: 0,
  bytes: 0,
  failures: [],
};
const tree = (file: string) => ({
  source: "https://www.example.com/platform/module/Migrations",
  startedAt: "2026-01-01T00:00:00.000Z",
  finishedAt: "2026-01-01T00:00:01.000Z",
  file,
  nodes: 41,
  bytes: 25259,
  sha256: "e4ff667fe90c8fa6a2e8406680210ad42f7cbaae58a84a0cde5fa56bee5d63cc",
  failures: [],
  vanished: [],
});
const types = (file: string) => ({ source: "x", file, bytes: 1, sha256: "x", count: 1 });
const SOUND = {
  format: "migrations pull 2",
  content: tree("content.ndjson"),
  media: tree("media.ndjson"),
  types: { content: types("content-types.json"), media: types("media-types.json") },
};

/** A directory whose manifest has another value at a path of names; `undefined` removes the member. */
function directoryWith(change: Record<string, unknown>): string {
  const manifest: Members = structuredClone(SOUND);
  for (const [path, value] of Object.entries(change)) {
    const names = path.split("/");
    const last = names.pop() ?? "";
    const holder = names.reduce((members, name) => members[name] as Members, manifest);
    holder[last] = value;
  }
  return directoryOf(JSON.stringify(manifest));
}

function directoryOf(text: string): string {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "manifest.json"), text);
  return directory;
}

describe("readManifest", () => {
  it.each<[string, Record<string, unknown>]>([
    ["no more than a format", { content: undefined, media: undefined, types: undefined }],
    ["a kind of types alone", { "types/media": undefined }],
    [
      "every member, and others of later versions",
      {
        "content/failures": [FAILURE, { ...FAILURE, recordedAt: "2026-01-01T00:00:00Z", later: 1 }],
        "content/unlisted": [FAILURE, { url: "http://x/", reason: "gone" }],
        "content/node": 7,
        "media/node": "a key",
        "content/later": { version: [1] },
        "content/vanished": [1, -2],
        "types/later": 1,
        files: { ...FILES, failures: [{ url: "/media/x", reason: "gone", status: 404 }] },
        format: "migrations pull 1",
        later: [],
      },
    ],
  ])("allows %s", (_, change) => {
    expect(readManifest(directoryWith(change))).toBeDefined();
  });

  it.each<[string, unknown, string]>([
    ["content", 1, "/content must be an object"],
    ["content/node", 1.5, "/content/node must be an id or a key"],
    ["content/startedAt", "soon", "/content/startedAt must be a date"],
    ["content/finishedAt", undefined, "/content/finishedAt is missing"],
    ["content/file", 7, "/content/file must be text"],
    ["content/bytes", -1, "/content/bytes must be a count"],
    ["content/failures", [FAILURE, [1]], "/content/failures/1 must be an object"],
    ["content/failures", [{ ...FAILURE, id: undefined }], "/content/failures/0/id is missing"],
    ["content/failures", [{ ...FAILURE, id: 2 ** 31 }], "/content/failures/0/id must be a 32-bit integer"],
    ["content/failures", [{ ...FAILURE, recordedAt: 5 }], "/content/failures/0/recordedAt must be a date"],
    ["content/unlisted", [{ ...FAILURE, id: "7" }], "/content/unlisted/0/id must be a 32-bit integer"],
    ["content/vanished", ["7"], "/content/vanished/0 must be a 32-bit integer"],
    ["types/media/count", "4", "/types/media/count must be a count"],
    ["files", { ...FILES, failures: [{ url: 1, reason: "" }] }, "/files/failures/0/url must be text"],
    ["files", { ...FILES, count: undefined }, "/files/count is missing"],
    ["redirects", "no", "/redirects must be true or false"],
    ["format", ["migrations pull 2"], "/format must be text"],
    ["format", undefined, "/format is missing"],
  ])("refuses %s as %j, with the location", (path, value, fault) => {
    const directory = directoryWith({ [path]: value });
    expect(() => readManifest(directory)).toThrow(
      `${join(directory, "manifest.json")} is malformed: ${fault}: remove this file to read what the copy has, or pull into another folder`,
    );
  });

  it.each(["[]", "null"])("refuses %s, which is not an object", (text) => {
    expect(() => readManifest(directoryOf(text))).toThrow(
      /is malformed: must be an object: remove this file/,
    );
  });

  it("refuses a manifest of a later version", () => {
    expect(() => readManifest(directoryWith({ format: "migrations pull 3" }))).toThrow(
      /manifest\.json is of another version of this program \("migrations pull 3"\)/,
    );
  });

  it("ignores a manifest of another program", () => {
    expect(readManifest(directoryOf('{"files":[1],"content":["x"]}'))).toBeUndefined();
  });

  it("makes check refuse data with a malformed manifest", async () => {
    const out = directoryWith({ "content/unlisted": {} });
    const { status, stderr } = await run(["check", "--data", out]);
    expect(stderr).toContain("/content/unlisted must be an array");
    expect(status).toBe(6);
  });
});
