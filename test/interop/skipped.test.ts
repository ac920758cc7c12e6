/** `npm run test:dotnet` without .NET or packages: what is missing, and where to get it. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../support/repository.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const CANNOT_RUN = process.platform === "win32";
/** NuGet's errors for packages that no source has. */
const NUGET_OUTPUT = `/tmp/Reader.csproj : error NU1101: Unable to find package Skybrud.Essentials. No packages exist with this id in source(s): one, two
/tmp/Reader.csproj : error NU1102: Unable to find package Skybrud.Essentials.Http with version (>= 1.1.4)`;

/** @param dotnet a script instead of the command. Default: there is no command */
function trying(dotnet?: string, args: string[] = []) {
  const folder = temporaryDirectory();
  if (dotnet !== undefined) writeFileSync(join(folder, "dotnet"), dotnet, { mode: 0o755 });
  const env = { ...process.env, PATH: dotnet === undefined ? folder : `${folder}:${process.env.PATH}` };
  const script = join(ROOT, "scripts", "test-dotnet.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    env,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

it("test:dotnet: without .NET", () => {
  expect(trying()).toEqual({
    status: 0,
    stdout: ["the .NET client", "a folder for uSync 17"]
      .map(
        (tested) =>
          `skipped: ${tested} is not tested: there is no command dotnet: install the .NET SDK 8 or later\n`,
      )
      .join(""),
    stderr: "",
  });
});

it.skipIf(CANNOT_RUN)(
  "test:dotnet: without packages it prints which, and where each is published (no shell scripts on Windows)",
  () => {
    const { status, stdout } = trying(`#!/bin/sh
if [ "$1" = --version ]; then echo 10.0.100; exit 0; fi
cat <<'EOT'
${NUGET_OUTPUT}
EOT
exit 1
`);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^skipped: the \.NET client is not tested: no source of packages on this machine has Skybrud\.Essentials, Skybrud\.Essentials\.Http\.\n/,
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
      "the console program dotnet does not build with .NET 10.0.100:\nWalk.cs(1,1): error CS1002",
    );
  },
);

it.skipIf(CANNOT_RUN)(
  "test:dotnet: the newest client in the folder is tested (no shell scripts on Windows)",
  () => {
    const packages = temporaryDirectory();
    for (const version of ["1.0.7", "1.0.13", "1.0.9"])
      writeFileSync(join(packages, `Limbo.Umbraco.MigrationsClient.${version}.nupkg`), "");
    const { stderr } = trying('#!/bin/sh\necho "$@"\n[ "$1" = --version ]\n', ["--packages", packages]);
    expect(stderr).toContain(`-p:RestoreAdditionalProjectSources=${packages} -p:ClientVersion=1.0.13\n`);
  },
);
