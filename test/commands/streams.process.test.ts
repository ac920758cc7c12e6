/** Output whose reader closes it, and output that cannot be written, for every command. */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, existsSync, openSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { BINARY, start } from "../support/program.ts";
import { ROOT } from "../support/repository.ts";
import { keyOf } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";

/** Data with enough warnings and types to fill a pipe. */
function longData(): string {
  const nodes = Array.from({ length: 2000 }, (_, i) => ({
    id: i + 1,
    key: keyOf(i + 1),
    type: `type${i}`.repeat(9),
  }));
  return dataDirectory({ "content.ndjson": nodes.map((node) => `${JSON.stringify(node)}\n`).join("") });
}

const COMMANDS: [string, () => string[]][] = [
  ["--help", () => ["--help"]],
  ["--version", () => ["--version"]],
  ["content --help", () => ["content", "--help"]],
  ["content", () => ["content", "--sample"]],
  ["check", () => ["check", "--sample"]],
  ["check with many warnings", () => ["check", "--data", longData()]],
  ["check as JSON", () => ["check", "--data", longData(), "--format", "json"]],
  ["export", () => ["export", "--sample", "--out", dataDirectory({})]],
];

/** Runs the program with these streams; a number is a file descriptor. */
async function runWith(args: string[], stdout: number | "pipe", stderr: number | "pipe" = "pipe") {
  const child = spawn(process.execPath, [BINARY, ...args], { cwd: ROOT, stdio: ["ignore", stdout, stderr] });
  let stderrText = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderrText += text;
  });
  child.stdout?.destroy();
  const status = await new Promise((resolve) => child.on("close", resolve));
  return { status, stderr: stderrText };
}

describe("streams: stdout that is closed from the start", () => {
  it.each(COMMANDS)("%s ends with 0 and without an error", async (_, args) => {
    expect(await runWith(args(), "pipe")).toEqual({ status: 0, stderr: "" });
  });

  it("check keeps its exit status for errors", async () => {
    const data = dataDirectory({ "content.json": [{ id: 1 }] });
    expect((await runWith(["check", "--data", data], "pipe")).status).toBe(6);
  });
});

describe("streams: stdout that is closed while content is printed", () => {
  it.each(["json", "ndjson", "tree"])("ends with 0 and without an error: %s", async (format) => {
    const nodes = Array.from({ length: 5000 }, (_, i) => ({
      id: i,
      key: randomUUID(),
      name: "n".repeat(50),
    }));
    const directory = dataDirectory({ "content.json": nodes });
    const { child, output, ended } = start(["content", "--data", directory, "--format", format]);
    child.stdout.once("data", () => child.stdout.destroy());
    expect({ status: await ended, stderr: output.stderr }).toEqual({ status: 0, stderr: "" });
  });
});

describe.skipIf(!existsSync("/dev/full"))("streams: output that cannot be written", () => {
  const full = () => {
    const file = openSync("/dev/full", "w");
    onTestFinished(() => closeSync(file));
    return file;
  };

  it.each([...COMMANDS, ["serve", () => ["serve", "--sample", "--port", "0", "--quiet"]] as const])(
    "is reported in one line by %s",
    async (_, args) => {
      expect(await runWith(args(), full())).toEqual({
        status: 5,
        stderr: "error: the output cannot be written: no space left on device\n",
      });
    },
  );

  it("does not change the exit status, if it is stderr", async () => {
    expect((await runWith(["content", "--sample", "--id", "5"], "pipe", full())).status).toBe(3);
  });
});
