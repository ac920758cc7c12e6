/** Starting the program: an old Node is refused in one line. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { temporaryDirectory } from "./support/temporary.ts";

const PACKAGE = fileURLToPath(new URL("..", import.meta.url));

it.each([
  ["18.20.4", true],
  ["20.9.0", true],
  ["20.18.0", true],
  ["20.18.1", false],
  ["20.19.0", false],
  ["22.0.0", false],
  ["100.1.0", false],
])("the program names the Node.js that it needs, before anything is loaded: on %s", (version, isRefused) => {
  const preload = join(temporaryDirectory(), "version.cjs");
  writeFileSync(
    preload,
    `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });`,
  );
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--require", preload, join(PACKAGE, "bin/migrations.js"), "--version"],
    { encoding: "utf8" },
  );
  if (isRefused) {
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: "",
      stderr: `error: migrations needs Node.js 20.18.1 or later, and this is ${version}\n`,
    });
  } else expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
