/** Where the .NET client cannot be tried, that is said: what is missing, and how to come by it. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../support/repository.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const CANNOT_RUN = process.platform === "win32";
/** What NuGet writes of packages that no source has. */
const NUGET_SAYS = `/tmp/Reader.csproj : error NU1101: Unable to find package Skybrud.Essentials. No packages exist with this id in source(s): one, two
/tmp/Reader.csproj : error NU1102: Unable to find package Skybrud.Essentials.Http with version (>= 1.1.4)`;

/** @param dotnet what stands in for the command, if anything does */
function trying(dotnet?: string) {
  const folder = temporaryDirectory();
  if (dotnet !== undefined) writeFileSync(join(folder, "dotnet"), dotnet, { mode: 0o755 });
  const env = { ...process.env, PATH: dotnet === undefined ? folder : `${folder}:${process.env.PATH}` };
  const script = join(ROOT, "scripts", "test-dotnet.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { env, encoding: "utf8" });
  return { status, stdout, stderr };
}

it("test:dotnet: without .NET", () => {
  expect(trying()).toEqual({
    status: 0,
    stdout:
      "skipped: the .NET client is not tried: the command dotnet is not there, which the .NET SDK brings, 8 or later\n",
    stderr: "",
  });
});

it.skipIf(CANNOT_RUN)(
  "test:dotnet: without packages: which, and where each is (no shell scripts on Windows)",
  () => {
    const { status, stdout } = trying(`#!/bin/sh
if [ "$1" = --version ]; then echo 10.0.100; exit 0; fi
cat <<'EOT'
${NUGET_SAYS}
EOT
exit 1
`);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^skipped: the \.NET client is not tried: no source of packages on this machine has Skybrud\.Essentials, Skybrud\.Essentials\.Http\.\n/,
    );
    expect(stdout).toContain("--packages FOLDER");
    expect(stdout).toContain(
      "  Skybrud.Essentials: releases/nuget of the public repository skybrud/Skybrud.Essentials\n",
    );
  },
);

it.skipIf(CANNOT_RUN)(
  "test:dotnet: a program that does not build is a failure (no shell scripts on Windows)",
  () => {
    const { status, stderr } = trying(`#!/bin/sh
if [ "$1" = --version ]; then echo 10.0.100; exit 0; fi
echo "Walk.cs(1,1): error CS1002: ; expected"
exit 1
`);
    expect(status).toBe(1);
    expect(stderr).toContain(
      "the console program does not build with .NET 10.0.100:\nWalk.cs(1,1): error CS1002",
    );
  },
);
