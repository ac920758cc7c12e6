/** Pulls that are killed during the swap: the copy is the old or the new one, and the next pull completes it. */
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { MANIFEST_NAME, readManifest } from "../../src/formats/copy/manifest.ts";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { statesIfKilled } from "../support/killed.ts";
import { run } from "../support/program.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { fakeSite } from "./fake-site.ts";
import { generatedRoots } from "./generated-site.ts";
import { mediaNodes, PATIENT, pulled } from "./pulled-site.ts";

const PAGES = 6;

/** A site of a few pages and three media files, whose text can be changed. */
async function siteOf(text: string) {
  const texts = new Map<string | undefined, string>();
  const isDown = { value: false };
  const content = generatedRoots(PAGES, 3);
  const media = mediaNodes(["/media/a.txt", "/media/b/c.txt", "/media/d.txt"]);
  const site = await fakeSite({
    content,
    media,
    live: true,
    interfere: (_wanted, response, { url = "" }) =>
      (isDown.value && !!response.writeHead(500).end("down")) ||
      (url.startsWith("/media/") && !!response.end(texts.get(url) ?? `${text} at ${url}`)),
  });
  return { ...site, content, media, texts, isDown };
}

/** The files of a directory by path, without the staging directory, and without the manifest, which has dates. */
function filesIn(directory: string): Map<string, string> {
  if (!existsSync(directory)) return new Map();
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" });
  return new Map(
    names
      .filter((name) => !name.startsWith(".pull") && name !== MANIFEST_NAME)
      .filter((name) => statSync(join(directory, name)).isFile())
      .map((name) => [name.replaceAll("\\", "/"), readFileSync(join(directory, name), "utf8")]),
  );
}

/** The files without the list of changes, which a fresh copy does not have. */
function withoutChanges(files: Map<string, string>): [string, string][] {
  return [...files].filter(([name]) => name !== "changes.ndjson").toSorted();
}

/** A copy of a copy, in a new directory whose neighbours a pull may create. */
function copyOf(directory: string): string {
  const out = join(temporaryDirectory(), "copy");
  cpSync(directory, out, { recursive: true, preserveTimestamps: true });
  return out;
}

describe("pull: a refresh that is killed during the swap", () => {
  it("leaves each file old or new, and the next pull gives the same bytes", PATIENT, async () => {
    const { url, content, media, texts, isDown } = await siteOf("text");
    const earlier = temporaryDirectory();
    await pulled(url, earlier, { files: true });
    const before = filesIn(earlier);
    texts.set("/media/a.txt", "another text");
    content[0].name = "Another";
    content[1].children?.pop();
    for (const node of [content[0], media[0]]) node.updateDate = "2031-01-01T00:00:00";
    media.pop();
    const fresh = temporaryDirectory();
    await pulled(url, fresh, { files: true });
    const after = filesIn(fresh);
    const changed = copyOf(earlier);
    const args = ["pull", "--base-url", url, "--out", changed, "--files"];
    const states = await statesIfKilled(args, changed, "files\\.ndjson");
    const isOne = (out: string, whole: Map<string, string>) =>
      isDeepStrictEqual(withoutChanges(filesIn(out)), withoutChanges(whole));
    const mixed = states.filter((out) => !isOne(out, before) && !isOne(out, after));
    expect(mixed.length).toBeGreaterThan(4);
    for (const state of mixed) {
      const resuming = await run(["check", "--data", state, "--fail-on", "any"]);
      expect(resuming.status).toBe(1);
      expect(resuming.stdout).toContain(
        "that stopped while it replaced files, so that some are of the earlier copy",
      );
      // A pull that drops the unfinished one, and brings nothing.
      const out = copyOf(state);
      isDown.value = true;
      const { status } = await run([
        "pull",
        "--base-url",
        url,
        "--out",
        out,
        "--files",
        "--fresh",
        "--retries",
        "0",
      ]);
      isDown.value = false;
      expect(status).toBe(5);
      const still = await run(["check", "--data", out, "--fail-on", "any"]);
      expect(still.status).toBe(1);
      expect(still.stdout).toContain("holds parts of a copy, since a pull stopped while it replaced files");
      await pulled(url, out, { files: true });
      expect(withoutChanges(filesIn(out))).toEqual(withoutChanges(after));
      expect((await run(["check", "--data", out, "--fail-on", "any"])).status).toBe(0);
    }
    for (const out of states) {
      for (const [name, text] of withoutChanges(filesIn(out))) {
        expect([before.get(name), after.get(name)], name).toContain(text);
      }
      const warnings = (await loadDirectory(out)).warnings.map(({ text }) => text);
      if (readManifest(out)?.content?.nodes === PAGES) {
        expect(warnings).toContainEqual(expect.stringContaining("to resume it: migrations pull"));
      }
      await pulled(url, out, { files: true });
      expect(withoutChanges(filesIn(out))).toEqual(withoutChanges(after));
      expect(existsSync(join(out, "changes.ndjson"))).toBe(true);
      expect(existsSync(join(out, ".pull"))).toBe(false);
    }
    // The list of files, the changes, two trees and the manifest are swapped in; then obsolete files are removed.
    expect(states.length).toBeGreaterThan(12);
  });
});
