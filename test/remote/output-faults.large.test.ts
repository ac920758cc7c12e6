/** Pulls whose directory is refused or disturbed: one error line with the cause and the path, and the right exit status. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { expectError, run, startCommand } from "../support/program.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { type FakeSiteOptions, fakeSite } from "./fake-site.ts";
import { generatedRoots } from "./generated-site.ts";
import { newCopy, nodeFiles, PATIENT } from "./pulled-site.ts";

const CONTENT = generatedRoots(24, 3);

const isWindows = process.platform === "win32";

describe("pull: --out", () => {
  const UNMADE = /cannot be created: /;

  it.each<[string, (directory: string) => string, RegExp]>([
    [
      "below a file",
      (directory) => join(directory, "file", "x"),
      isWindows ? UNMADE : /cannot be created: not a directory/,
    ],
    ["that is a file", (directory) => join(directory, "file"), /is a file, not a directory$/],
    [
      "of a name that is too long",
      (directory) => join(directory, "x".repeat(300)),
      isWindows ? UNMADE : /: name too long$/,
    ],
    ["whose .pull is a file", (directory) => directory, /cannot be created: file already exists/],
  ])("%s is a usage error", async (_name, make, message) => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, "file"), "");
    const out = make(directory);
    if (out === directory) renameSync(join(directory, "file"), join(directory, ".pull"));
    await expectRefused(out, message);
  });

  it.skipIf(isWindows).each<[string, (directory: string) => string, RegExp]>([
    ["itself", () => "out", /cannot be created: too many symbolic links encountered$/],
    ["nowhere", (directory) => join(directory, "missing", "missing"), UNMADE],
  ])(
    "that is a link to %s is a usage error (links need rights on Windows)",
    async (_name, target, message) => {
      const directory = temporaryDirectory();
      symlinkSync(target(directory), join(directory, "out"));
      await expectRefused(join(directory, "out"), message);
    },
  );

  async function expectRefused(out: string, message: RegExp): Promise<void> {
    const args = ["pull", "--base-url", "http://127.0.0.1:1", "--out", out, "--quiet"];
    expectError(await run(args), 2, message);
  }
});

describe("pull: a manifest that is malformed", () => {
  it("is bad data for each command", async () => {
    const { out } = await newCopy((await fakeSite({ content: CONTENT })).url);
    const before = nodeFiles(out);
    writeFileSync(join(out, "manifest.json"), '{"format":');
    const site = await fakeSite({ content: CONTENT });
    const message =
      /manifest\.json is malformed: .*: remove this file to read what the copy has, or pull into another folder/;
    for (const command of [
      ["pull", "--base-url", site.url, "--out", out],
      ["check", "--data", out],
      ["content", "--data", out],
    ]) {
      expectError(await run(command), 6, message);
    }
    expect(site.counts.size).toBe(0);
    expect(nodeFiles(out)).toEqual(before);
    rmSync(join(out, "manifest.json"));
    expect((await run(["content", "--data", out])).status).toBe(0);
    const other = join(temporaryDirectory(), "copy");
    expect((await run(["pull", "--base-url", site.url, "--out", other])).status).toBe(0);
  });
});

/** A site that delays one node until it is released. */
async function waitingSite(options: FakeSiteOptions = {}) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const site = await fakeSite({
    content: CONTENT,
    interfere: ({ id, count }, response) => {
      if (id !== 1020 || count > 1) return false;
      held.then(() => response.destroy());
      return true;
    },
    ...options,
  });
  return { ...site, release };
}

describe("pull: a response log that was damaged", () => {
  /** Leaves an unfinished pull behind. */
  async function unfinished(out: string): Promise<string> {
    const site = await waitingSite();
    const { stop } = startCommand(["pull", "--base-url", site.url, "--out", out]);
    await expect.poll(() => site.counts.get(1020), PATIENT).toBe(1);
    await stop();
    site.release();
    return site.url;
  }

  it.each<[string, (lines: string[]) => string[]]>([
    ["has lost its first line", (lines) => lines.slice(1)],
    ["has an entry of another kind", (lines) => lines.toSpliced(5, 0, 'vanished 77\t{"id":77}')],
    ["has a text of another node", (lines) => lines.toSpliced(5, 0, 'node 77\t{"id":1000}')],
  ])("that %s is used up to the damage", PATIENT, async (_name, damage) => {
    const out = temporaryDirectory();
    const url = await unfinished(out);
    const log = join(out, ".pull", "content.responses");
    const lines = readFileSync(log, "utf8").trimEnd().split("\n");
    writeFileSync(log, `${damage(lines).join("\n")}\n`);
    const { status, stdout, stderr } = await run(["pull", "--base-url", url, "--out", out]);
    expect(stderr).not.toMatch(/ at |error:/);
    expect(stdout).toContain("content: 24 of 24 nodes");
    expect(status).toBe(0);
    const { out: undisturbed } = await newCopy((await fakeSite({ content: CONTENT })).url);
    expect(nodeFiles(out)).toEqual(nodeFiles(undisturbed));
    expect(stderr).toMatch(
      /^warning: line \d+ of \S+content\.responses is damaged: the log was copied to \S+\.damaged,/m,
    );
    expect(existsSync(`${log}.damaged`)).toBe(true);
  });

  it("that is a directory is reported", PATIENT, async () => {
    const out = temporaryDirectory();
    mkdirSync(join(out, ".pull", "content.responses"), { recursive: true });
    const site = await fakeSite({ content: CONTENT });
    expectError(
      await run(["pull", "--base-url", site.url, "--out", out]),
      5,
      // Windows opens it, and reports the error when it is written.
      isWindows
        ? /content\.responses cannot be /
        : /content\.responses cannot be opened: illegal operation on a directory$/,
    );
  });
});

/** A file system of its own, of so many kilobytes, where this process may make one. */
function mounted(options: string): string | undefined {
  const directory = temporaryDirectory();
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", directory]);
  if (status !== 0) return undefined;
  onTestFinished(() => void execFileSync("umount", ["-l", directory]));
  return directory;
}

const canMount = process.platform === "linux" && spawnSync("unshare", ["--mount", "true"]).status === 0;

describe.skipIf(!canMount)("pull: a disk of its own (skipped if this process may not mount one)", () => {
  it("that is full loses no fetched data", PATIENT, async (context) => {
    const out = mounted("size=64k");
    if (out === undefined) return context.skip();
    const site = await fakeSite({ content: generatedRoots(150, 5) });
    const args = ["pull", "--base-url", site.url, "--out", out];
    const message = /^error: .* cannot be written: no space left on device; to resume/;
    expectError(await run(args), 5, message);
    execFileSync("mount", ["-o", "remount,size=8m", out]);
    const again = await run(args);
    expect(again.stdout).toContain("content: 150 of 150 nodes");
    expect(
      Math.max(...[...site.counts].filter(([id]) => id > 0).map(([, count]) => count)),
    ).toBeLessThanOrEqual(2);
  });

  it("that is read-only is reported", PATIENT, async (context) => {
    const out = mounted("ro");
    if (out === undefined) return context.skip();
    const site = await fakeSite({ content: CONTENT });
    const finished = await run(["pull", "--base-url", site.url, "--out", out]);
    expectError(finished, 5, /\.pull cannot be made: read-only file system$/);
  });
});
