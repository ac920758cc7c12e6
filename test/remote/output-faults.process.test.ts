/** Pulls whose output fails in another process: one line and the right exit status. */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BINARY, expectError, type Finished, runProcess } from "../support/program.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { fakeSite } from "./fake-site.ts";
import { generatedRoots } from "./generated-site.ts";
import { mediaNodes, PATIENT } from "./pulled-site.ts";

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
