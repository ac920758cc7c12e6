/**
 * Reads sites through the API's own .NET client: `npm run test:dotnet -- [--packages FOLDER]`, which DOTNET_CLIENT_PACKAGES can
 * name, too. Builds the console program of test/interop/dotnet, and runs the suite beside it. Where .NET or one of the packages cannot be had it says which, and what
 * to do, and nothing is tried.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PROGRAM = join(ROOT, "test", "interop", "dotnet");
/** Where each package is published beside its code, in a folder `releases/nuget` of its public repository. */
const REPOSITORIES = {
  "Limbo.Umbraco.MigrationsClient": "limbo-works/Limbo.Umbraco.MigrationsClient",
  "Skybrud.Essentials": "skybrud/Skybrud.Essentials",
  "Skybrud.Essentials.Http": "skybrud/Skybrud.Essentials.Http",
};
/** How NuGet says that a package, or a version of it, cannot be had; or that a source of packages cannot be reached. */
const MISSING = /NU110[123]: [^\n]*?package (\w+(?:\.\w+)*)/g;
const UNREACHABLE = /NU1301/;
const QUIET = { DOTNET_CLI_TELEMETRY_OPTOUT: "1", DOTNET_NOLOGO: "1", DOTNET_CLI_UI_LANGUAGE: "en" };

const { values } = parseArgs({
  options: { packages: { type: "string", default: process.env.DOTNET_CLIENT_PACKAGES } },
});

const work = mkdtempSync(join(tmpdir(), "migrations-dotnet-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true, maxRetries: 5 }));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
process.exitCode = main(values.packages === undefined ? undefined : resolve(values.packages));

/**
 * @param {string | undefined} packages
 * @returns {number} the exit status
 */
function main(packages) {
  const sdk = dotnet(["--version"]);
  if (sdk.status !== 0) return skip("the command dotnet is not there, which the .NET SDK brings, 8 or later");
  const built = build(packages);
  if (built.status === 0) return runSuite(join(work, "out", "Reader.dll"));
  const missing = missingIn(built.text);
  if (missing.length > 0) return skip(wayTo(missing));
  if (UNREACHABLE.test(built.text)) return skip(`no source of packages can be reached. ${built.text.trim()}`);
  console.error(`the console program does not build with .NET ${sdk.text.trim()}:\n${built.text}`);
  return 1;
}

/**
 * Builds in a copy, since .NET leaves its folders beside the code.
 * @param {string | undefined} packages
 */
function build(packages) {
  const source = join(work, "source");
  mkdirSync(source);
  const files = readdirSync(PROGRAM).filter((name) => /\.cs(?:proj)?$/.test(name));
  for (const name of files) cpSync(join(PROGRAM, name), join(source, name));
  const from = packages === undefined ? [] : [`-p:RestoreAdditionalProjectSources=${packages}`];
  return dotnet(["publish", source, "--configuration", "Release", "--output", join(work, "out"), ...from]);
}

/**
 * @param {string} text what NuGet has said
 * @returns {string[]} the packages that it has not found
 */
function missingIn(text) {
  return [...new Set([...text.matchAll(MISSING)].map(([, name]) => name))];
}

/** @param {readonly string[]} missing */
function wayTo(missing) {
  const places = Object.entries(REPOSITORIES).map(
    ([name, repository]) => `  ${name}: releases/nuget of the public repository ${repository}`,
  );
  return [
    `no source of packages on this machine has ${missing.join(", ")}.`,
    "Put these, as .nupkg files, into a folder, and name it: npm run test:dotnet -- --packages FOLDER (or DOTNET_CLIENT_PACKAGES)",
    ...places,
  ].join("\n");
}

/** @param {string} reader the program that was built */
function runSuite(reader) {
  const vitest = join(ROOT, "node_modules", "vitest", "vitest.mjs");
  const args = [vitest, "run", "--config", join(PROGRAM, "vitest.config.ts")];
  const env = { ...process.env, ...QUIET, DOTNET_READER: reader };
  return spawnSync(process.execPath, args, { cwd: ROOT, env, stdio: "inherit" }).status ?? 1;
}

/** @param {readonly string[]} args */
function dotnet(args) {
  const env = { ...process.env, ...QUIET };
  const { status, stdout, stderr } = spawnSync("dotnet", args, { cwd: work, env, encoding: "utf8" });
  return { status, text: `${stdout ?? ""}${stderr ?? ""}` };
}

/** @param {string} reason */
function skip(reason) {
  console.log(`skipped: the .NET client is not tried: ${reason}`);
  return 0;
}
