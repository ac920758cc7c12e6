/** `serve` with the explorer: its URL on stderr, `--open`, `--no-explorer` and `--against`. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, it } from "vitest";
import { startServeProcess } from "../support/program.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const BROWSER = { Accept: "text/html" };

it("serve --no-explorer serves no explorer", async () => {
  const { output, origin, until } = await startServeProcess(["--sample", "--no-explorer"]);
  await until(/API key/);
  expect(output.stderr).not.toContain("browser");
  const response = await fetch(origin, { headers: BROWSER });
  expect(response.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
  expect((await fetch(`${origin}/explorer/page.js`)).status).toBe(404);
});

/** A folder for PATH, in which the command that opens URLs is a script with these lines. */
function opener(...lines: string[]): string {
  const folder = temporaryDirectory();
  const file = join(folder, process.platform === "darwin" ? "open" : "xdg-open");
  writeFileSync(file, ["#!/bin/sh", ...lines, ""].join("\n"));
  chmodSync(file, 0o755);
  return folder;
}

const withPath = (folder: string) => ({ env: { PATH: [folder, process.env.PATH].join(delimiter) } });

// Windows opens URLs with a system program, which PATH cannot replace.
it.skipIf(process.platform === "win32")(
  "serve --open opens the explorer, and continues if no browser opens",
  async () => {
    const openedFile = join(temporaryDirectory(), "opened");
    const opened = await startServeProcess(
      ["--sample", "--open"],
      withPath(opener(`echo "$@" > "${openedFile}.part"`, `mv "${openedFile}.part" "${openedFile}"`)),
    );
    await expect.poll(() => existsSync(openedFile)).toBe(true);
    expect(readFileSync(openedFile, "utf8")).toBe(`${opened.origin}/\n`);
    const failed = await startServeProcess(["--sample", "--open"], withPath(opener("exit 3")));
    await failed.until(/^warning: could not start a browser: open http:/m);
    expect((await fetch(failed.origin)).status).toBe(200);
  },
);
