/** Pulls whose output fails in another process: one line and the right exit status. */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BINARY, expectError, type Finished, runProcess } from "../support/program.ts";
import { fixture } from "../support/repository.ts";
import { keyOf } from "../support/site.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { fakeSite } from "./fake-site.ts";
import { generatedRoots } from "./generated-site.ts";
import { mediaNodes, newCopy, PATIENT } from "./pulled-site.ts";

const TYPE = {
  ...{ id: 1, key: keyOf(1), alias: "page", name: "Page", icon: null, tabs: [] },
  ...{
    allowedAsRoot: true,
    allowedContentTypes: [],
    compositions: [],
    defaultTemplate: null,
    allowedTemplate: [],
  },
};

/** The files of a copy by path, without those of an unfinished pull. */
function contentsOf(out: string): Record<string, string> {
  const names = readdirSync(out, { recursive: true, encoding: "utf8" }).filter(
    (name) => !/^\.pull/.test(name),
  );
  const files = names.filter((name) => statSync(join(out, name)).isFile());
  return Object.fromEntries(
    files.map((name) => [name.replaceAll("\\", "/"), readFileSync(join(out, name), "utf8")]),
  );
}

/** Whether bash can limit the size of files. */
const canLimit = spawnSync("bash", ["-c", "ulimit -f 8"]).status === 0;

describe.skipIf(!canLimit)("pull: a full disk (skipped if bash cannot limit the size of files)", () => {
  /** Runs the program with a limit for the size of files, in kilobytes. */
  async function limited(kilobytes: number, args: string[]): Promise<Finished> {
    const command = `ulimit -f ${kilobytes}; exec "$@"`;
    const child = spawn("bash", ["-c", command, "bash", process.execPath, BINARY, ...args]);
    const output = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text) => (output.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (output.stderr += text));
    const status = await new Promise<number | null>((resolve) => child.on("close", resolve));
    return { status, ...output };
  }

  it.each([
    ["the response log", 8, false],
    ["a media file", 40, true],
  ])("while %s is written loses no fetched data", PATIENT, async (name, kilobytes, files) => {
    const out = temporaryDirectory();
    const site = await fakeSite({
      content: files ? [] : generatedRoots(200, 5),
      media: files ? mediaNodes(["/media/a.bin"]) : [],
      interfere: (_wanted, response, { url = "" }) => {
        if (url.includes("/Migrations/")) return false;
        response.end(Buffer.alloc(200_000));
        return true;
      },
    });
    const args = ["pull", "--base-url", site.url, "--out", out, ...(files ? ["--files"] : [])];
    const file = files ? "[0-9a-f]{32}" : "content\\.responses";
    const message = new RegExp(`${file} cannot be written: file too large; to resume, run the same command`);
    expect(name).toBeTruthy();
    expectError(await limited(kilobytes, args), 5, message);
    expect(existsSync(join(out, ".pull", "lock"))).toBe(false);
    const again = await runProcess(args);
    expect(again.stdout).toContain(files ? "files: 1 of 1" : "content: 200 of 200 nodes");
    expect(again.status).toBe(0);
  });

  it("while an export is written is reported", async () => {
    const out = temporaryDirectory();
    expectError(
      await limited(1, ["export", "--sample", "--out", out]),
      5,
      /content\.ndjson cannot be written: file too large/,
    );
  });
});

describe("pull: a disk that is full at the last small files", () => {
  it.each([
    ["the list of files", "files\\.ndjson$"],
    ["the types", "content-types\\.json$"],
    ["the manifest", "manifest\\.json$"],
    ["the mark", "copy-swap$"],
  ])("while %s is written leaves the copy as it was, media files too", PATIENT, async (_, path) => {
    const content = generatedRoots(5, 2);
    const media = mediaNodes(["/media/a.txt", "/media/b.txt", "/media/c.txt"]);
    let text = "old";
    const site = await fakeSite({
      ...{ content, media, live: true },
      interfere: (_wanted, response, { url = "" }) => {
        if (/Types$/.test(url)) response.end(JSON.stringify(/Content/.test(url) ? [TYPE] : []));
        else if (url.startsWith("/media/")) response.end(text);
        else return false;
        return true;
      },
    });
    const { out } = await newCopy(site.url, { files: true });
    const before = contentsOf(out);
    text = "new";
    media.pop();
    for (const node of [content[0], media[0]]) node.updateDate = "2031-01-01T00:00:00";
    const args = ["pull", "--base-url", site.url, "--out", out, "--files"];
    const preload = fixture("full-disk.cjs").replaceAll("\\", "\\\\");
    const env = { NODE_OPTIONS: `--require "${preload}"`, FULL_FOR: path };
    const message = /cannot be written: no space left on device; to resume, run the same command/;
    expectError(await runProcess(args, { env }), 5, message);
    expect(contentsOf(out)).toEqual(before);
    expect((await runProcess(args)).status).toBe(0);
    const after = contentsOf(out);
    expect([after["files/media/a.txt"], after["files/media/c.txt"]]).toEqual(["new", undefined]);
  });
});

describe.skipIf(!existsSync("/dev/full"))(
  "pull: a receipt that cannot be written (skipped without /dev/full)",
  () => {
    it("is reported, and the copy is complete", async () => {
      const out = temporaryDirectory();
      const site = await fakeSite({ content: generatedRoots(5, 2) });
      const command = 'exec "$@" > /dev/full';
      const args = [
        "-c",
        command,
        "sh",
        process.execPath,
        BINARY,
        "pull",
        "--base-url",
        site.url,
        "--out",
        out,
        "--quiet",
      ];
      const child = spawn("sh", args, { stdio: ["ignore", "ignore", "pipe"] });
      let stderr = "";
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        stderr += text;
      });
      const [status] = await once(child, "close");
      expect(stderr).toBe("error: the output cannot be written: no space left on device\n");
      expect(status).toBe(5);
      expect((await runProcess(["check", "--data", out])).status).toBe(0);
    });
  },
);
