/**
 * Reads sites through the API's own .NET client, and folders for uSync 17 with Umbraco's own classes:
 * `npm run test:dotnet -- [--packages FOLDER]`; DOTNET_CLIENT_PACKAGES names the folder, too. Builds the console programs of
 * test/interop, that of the client with the newest client in the folder, and runs the suites beside them. If .NET or a package is
 * missing, it prints which one and where to get it, and does not run the suite that needs it.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const INTEROP = join(ROOT, "test", "interop");
/** Where the suite finds its program, and what is not tested without it. */
const PROGRAMS = [
  { folder: "dotnet", assembly: "Reader.dll", variable: "DOTNET_READER", tested: "the .NET client" },
  {
    folder: "umbraco17",
    assembly: "Checker.dll",
    variable: "UMBRACO_CHECKER",
    tested: "a folder for uSync 17",
  },
];
/** @typedef {(typeof PROGRAMS)[number]} Program */
/** Where each package is published beside its code, in a folder `releases/nuget` of its public repository. */
const REPOSITORIES = {
  "Limbo.Umbraco.MigrationsClient": "limbo-works/Limbo.Umbraco.MigrationsClient",
  "Skybrud.Essentials": "skybrud/Skybrud.Essentials",
  "Skybrud.Essentials.Http": "skybrud/Skybrud.Essentials.Http",
};
const CLIENT_PACKAGE = /^Limbo\.Umbraco\.MigrationsClient\.([0-9.]+)\.nupkg$/i;
/** NuGet's errors for a missing package or version, and for a source of packages that does not answer. */
const MISSING = /NU110[123]: [^\n]*?package (\w+(?:\.\w+)*)/g;
const UNREACHABLE = /NU1301/;
/** .NET's error for a program that needs a newer SDK. */
const TOO_OLD = /NETSDK1045/;
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
  const statuses = PROGRAMS.map((program) => {
    if (sdk.status !== 0) return skip(program, "there is no command dotnet: install the .NET SDK 8 or later");
    const built = build(program, packages);
    if (built.status === 0) return runSuite(program);
    if (TOO_OLD.test(built.text)) return skip(program, `it needs a newer .NET SDK than ${sdk.text.trim()}`);
    const missing = missingIn(built.text);
    if (missing.length > 0) return skip(program, wayTo(missing));
    if (UNREACHABLE.test(built.text))
      return skip(program, `no source of packages can be reached. ${built.text.trim()}`);
    console.error(
      `the console program ${program.folder} does not build with .NET ${sdk.text.trim()}:\n${built.text}`,
    );
    return 1;
  });
  return Math.max(...statuses);
}

/**
 * Builds in a copy, since .NET leaves its folders beside the code.
 * @param {Program} program
 * @param {string | undefined} packages
 */
function build({ folder }, packages) {
  const source = join(work, folder);
  mkdirSync(source);
  const files = readdirSync(join(INTEROP, folder)).filter((name) => /\.cs(?:proj)?$/.test(name));
  for (const name of files) cpSync(join(INTEROP, folder, name), join(source, name));
  const client = packages === undefined ? undefined : newestClient(packages);
  const from = packages === undefined ? [] : [`-p:RestoreAdditionalProjectSources=${packages}`];
  if (client !== undefined) from.push(`-p:ClientVersion=${client}`);
  return dotnet(["publish", source, "--configuration", "Release", "--output", outputOf(folder), ...from]);
}

/** @param {string} folder */
function outputOf(folder) {
  return join(work, `${folder}-out`);
}

/**
 * @param {string} packages
 * @returns {string | undefined} the highest version of the client in the folder
 */
function newestClient(packages) {
  const versions = readdirSync(packages).flatMap((name) => CLIENT_PACKAGE.exec(name)?.[1] ?? []);
  return versions.sort((a, b) => a.localeCompare(b, "en", { numeric: true })).at(-1);
}

/**
 * @param {string} text the output of NuGet
 * @returns {string[]} the packages that it has not found
 */
function missingIn(text) {
  return [...new Set([...text.matchAll(MISSING)].map(([, name]) => name))];
}

/** @param {readonly string[]} missing */
function wayTo(missing) {
  const places = Object.entries(REPOSITORIES)
    .filter(([name]) => missing.includes(name))
    .map(([name, repository]) => `  ${name}: releases/nuget of the public repository ${repository}`);
  return [
    `no source of packages on this machine has ${missing.join(", ")}.`,
    "Put these, as .nupkg files, into a folder, and pass it: npm run test:dotnet -- --packages FOLDER (or DOTNET_CLIENT_PACKAGES)",
    ...places,
  ].join("\n");
}

/** @param {Program} program */
function runSuite({ folder, assembly, variable }) {
  const vitest = join(ROOT, "node_modules", "vitest", "vitest.mjs");
  const args = [vitest, "run", "--config", join(INTEROP, "vitest.config.ts"), `test/interop/${folder}/`];
  const env = { ...process.env, ...QUIET, [variable]: join(outputOf(folder), assembly) };
  return spawnSync(process.execPath, args, { cwd: ROOT, env, stdio: "inherit" }).status ?? 1;
}

/** @param {readonly string[]} args */
function dotnet(args) {
  const env = { ...process.env, ...QUIET };
  const { status, stdout, stderr } = spawnSync("dotnet", args, { cwd: work, env, encoding: "utf8" });
  return { status, text: `${stdout ?? ""}${stderr ?? ""}` };
}

/**
 * @param {Program} program
 * @param {string} reason
 */
function skip({ tested }, reason) {
  console.log(`skipped: ${tested} is not tested: ${reason}`);
  return 0;
}
