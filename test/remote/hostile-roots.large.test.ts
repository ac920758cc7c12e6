/** Pulls of lists of roots with items that are not nodes: each is reported, and no other node is lost. */
import { describe, expect, it } from "vitest";
import { readManifest } from "../../src/formats/copy/manifest.ts";
import { run } from "../support/program.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { fakeSite, MANNERS } from "./fake-site.ts";
import { generatedRoots } from "./generated-site.ts";
import { expectAnswers, newCopy, PATIENT, pulled } from "./pulled-site.ts";

const CONTENT = generatedRoots(24, 3);
const MEDIA = generatedRoots(5, 2, 5000);
const KEY = "0badc0de-0000-4000-8000-00000000beef";
/** The other members of a root with an invalid id. */
const STRAY = { key: KEY, name: "Stray\nroot", children: [] };

/** A site whose list of content roots `change` edits. */
function siteWith(change: (roots: unknown[]) => unknown[], refusesDeepLists = false) {
  return fakeSite({
    content: CONTENT,
    media: MEDIA,
    change: (answer) => {
      const isContent = Array.isArray(answer) && answer.some(({ id }) => id === 1000);
      return isContent ? change(answer) : answer;
    },
    refusesDeepLists,
  });
}

describe.each(MANNERS)("pull: a site that %s, and has among its roots", (_manner, refusesDeepLists) => {
  it("an id that is not an integer is copied without that root, which is reported", PATIENT, async () => {
    const site = await siteWith((roots) => roots.toSpliced(1, 0, { id: 2.5, ...STRAY }), refusesDeepLists);
    const { out, result } = await newCopy(site.url);
    expect(result.kinds).toMatchObject([
      { expected: 24, got: 24, failures: [], vanished: [] },
      { expected: 5, got: 5, unlisted: [] },
    ]);
    expect(result.kinds[0].unlisted).toEqual([
      {
        url: expect.stringMatching(/GetContentAtRoot$/),
        reason: expect.stringMatching(
          /^http:\S+GetContentAtRoot\?maxLevel=\d+ answered with 1 of 3 roots that are not nodes$/,
        ),
      },
    ]);
    expect(readManifest(out)?.content?.unlisted).toEqual(result.kinds[0].unlisted);
    await expectAnswers(out, { content: CONTENT, media: MEDIA }, 1);
  });

  it("keeps nodes of the earlier copy", PATIENT, async () => {
    let isSound = true;
    const site = await siteWith(([first, second]) => {
      return isSound ? [first, second] : [first, { ...(second as object), id: null }];
    }, refusesDeepLists);
    const { out } = await newCopy(site.url);
    isSound = false;
    for (const fresh of [false, true]) {
      const { result } = await pulled(site.url, out, { fresh });
      expect(result.kinds[0]).toMatchObject({ expected: 24, got: 24, failures: [], vanished: [] });
      expect(result.kinds[0].unlisted).toMatchObject([{ reason: expect.stringContaining("1 of 2 roots") }]);
      await expectAnswers(out, { content: CONTENT, media: MEDIA }, 1);
    }
    isSound = true;
    const { result } = await pulled(site.url, out);
    expect(result.kinds[0]).toMatchObject({ expected: 24, got: 24, unlisted: [] });
    await expectAnswers(out, { content: CONTENT, media: MEDIA });
  });
});

describe("pull: roots that are not nodes", () => {
  it("give exit status 1, in the receipt and in check", PATIENT, async () => {
    const site = await siteWith((roots) => [...roots, { id: 2.5, name: "\u001b[31mred" }, null, 1, {}]);
    const out = temporaryDirectory();
    const { status, stdout, stderr } = await run(["pull", "--base-url", site.url, "--out", out]);
    expect(stdout).toContain("content: 24 of 24 nodes\n");
    expect(stdout).toMatch(
      /^roots not listed: content: http:\S+ answered with 4 of 6 roots that are not nodes$/m,
    );
    expect(stderr).toMatch(/^error: some roots could not be listed: run the same command to retry$/m);
    expect(status).toBe(1);
    const check = await run(["check", "--data", out]);
    expect(check.stdout).toMatch(
      /^warning: manifest\.json: some content roots could not be listed when this was pulled, so .* \(first: http:\S+ answered with 4 of 6 roots/m,
    );
    expect(check.status).toBe(1);
  });

  it("are reported by a pull that resumes after the last pass", PATIENT, async () => {
    let isHeld = true;
    let fail = () => {};
    const stop = new AbortController();
    const site = await fakeSite({
      content: CONTENT,
      change: (answer) => (Array.isArray(answer) && answer.length > 0 ? [...answer, null] : answer),
      interfere: ({ kind, id }) => {
        if (kind === "media" && id === undefined && isHeld) fail();
        return false;
      },
    });
    fail = () => stop.abort(new Error("stopped"));
    const out = temporaryDirectory();
    await expect(pulled(site.url, out, { signal: stop.signal })).rejects.toThrow("stopped");
    isHeld = false;
    const { result } = await pulled(site.url, out);
    expect(result.kinds[0]).toMatchObject({ expected: 24, got: 24 });
    expect(result.kinds[0].unlisted).toHaveLength(1);
  });
});
