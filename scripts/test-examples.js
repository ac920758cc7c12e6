/**
 * Runs the examples that need packages or programs of their own: `npm run test:examples -- [--packages FOLDER]`. npm brings
 * Eleventy and Payload; bash has to be there; the .NET client comes from a source of NuGet packages, or from the folder, and is left out if there is neither.
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import initSqlJs from "sql.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PROGRAM = join(ROOT, "bin", "migrations.js");
const CULTURES = join(ROOT, "test", "fixtures", "usync", "cultures");
const { values: options } = parseArgs({
  options: { packages: { type: "string", default: process.env.DOTNET_CLIENT_PACKAGES } },
});

const work = mkdtempSync(join(tmpdir(), "migrations-examples-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true, maxRetries: 5 }));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

const sample = exported("sample", "--sample", "--files");
const cultures = exported("cultures", "--data", CULTURES);
tryEleventy(sample);
await tryPayload([sample, cultures]);
tryCi();
tryDotnet();

/** Every page has its file, and every link and image of a page leads to one. @param {string} from */
function tryEleventy(from) {
  const folder = installed("eleventy", "@11ty/eleventy");
  const eleventy = join(folder, "node_modules", "@11ty", "eleventy", "cmd.cjs");
  run(process.execPath, [eleventy, "--quiet", "--input", "page.11ty.js"], { cwd: folder, EXPORT: from });
  const pages = linesOf(from).filter(({ route }) => route?.path);
  let links = 0;
  for (const { route, name } of pages) {
    const file = join(folder, "_site", decodeURIComponent(route.path), "index.html");
    const html = readFileSync(file, "utf8");
    if (!html.includes("<h1>") || !name) throw new Error(`${file} has no heading`);
    for (const [, path] of html.matchAll(/(?:href|src)="(\/[^"#?]*)/g)) {
      links++;
      const target = join(folder, "_site", decodeURIComponent(path));
      if (!existsSync(target)) throw new Error(`${file} leads to ${path}, which is not there`);
    }
  }
  if (links < pages.length / 2) throw new Error(`only ${links} links in ${pages.length} pages`);
  const report = ["verify", "data", join(folder, "listing.ndjson"), "--quiet"];
  run(process.execPath, [PROGRAM, ...report]);
  console.log(`ok   eleventy: ${pages.length} pages, ${links} links and images, nothing is lost`);
}

/** Every page is a row of its type's table, in every language, with its references. @param {string[]} sources */
async function tryPayload(sources) {
  const folder = installed("payload", "payload", "@payloadcms/db-sqlite", "graphql");
  const { Database } = await initSqlJs();
  for (const from of sources) {
    const file = join(from, "payload.db");
    run(process.execPath, ["import.js", from, file], { cwd: folder, NODE_ENV: "development" });
    const database = new Database(readFileSync(file));
    const pages = linesOf(from);
    const count = (/** @type {string} */ table, column = "*") =>
      Number(
        database.exec(`select count(distinct ${column}) from ${table}`.replace("distinct *", "*"))[0]
          .values[0],
      );
    for (const type of new Set(pages.map(({ contentType }) => contentType))) {
      const own = pages.filter(({ contentType }) => contentType === type);
      const names = own.flatMap(
        ({ cultures, name }) => Object.keys(cultures).length || (name === null ? 0 : 1),
      );
      const table = `"${type.toLowerCase()}"`;
      const rows = [count(table), count(`"${type.toLowerCase()}_locales"`)];
      const expected = [own.length, names.reduce((sum, each) => sum + each, 0)];
      if (String(rows) !== String(expected)) throw new Error(`${type}: ${rows} rows instead of ${expected}`);
    }
    console.log(`ok   payload: ${pages.length} pages of ${from.slice(work.length + 1)}`);
  }
}

/** The job passes in spite of the faults, and fails if the importer loses a page. */
function tryCi() {
  const folder = join(work, "ci");
  cpSync(join(ROOT, "examples", "ci"), folder, { recursive: true });
  const bin = join(work, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "migrations"), `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`, {
    mode: 0o755,
  });
  const env = { ...process.env, PATH: bin + delimiter + process.env.PATH, MIGRATIONS_API_KEY: "a key" };
  const job = () => {
    const args = [PROGRAM, "serve", "--sample", "--", "bash", "rehearsal.sh"];
    return spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", env });
  };
  if (spawnSync("bash", ["--version"]).error) return console.log("skipped: ci: there is no command bash");
  const whole = job();
  if (whole.status !== 0 || !whole.stdout.endsWith("nothing is lost of what was compared\n")) {
    throw new Error(`examples/ci ends with ${whole.status}:\n${whole.stdout}${whole.stderr}`);
  }
  const importer = join(folder, "import.js");
  const [before, after] = ["listing.push(", 'if (name !== "Kafé Tåkeluren") listing.push('];
  writeFileSync(importer, readFileSync(importer, "utf8").replace(before, after));
  // Of another site, since its port differs.
  rmSync(join(folder, "copy"), { recursive: true });
  const broken = job();
  const report = readFileSync(join(folder, "report.html"), "utf8");
  if (broken.status !== 1 || ![broken.stdout, report].every((text) => text.includes("Kafé Tåkeluren"))) {
    throw new Error(
      `examples/ci does not notice a lost page: ${broken.status}\n${broken.stdout}${broken.stderr}`,
    );
  }
  console.log("ok   ci: a whole import passes, a lost page is named");
}

/** The client reads every page. */
function tryDotnet() {
  const folder = join(work, "dotnet");
  cpSync(join(ROOT, "examples", "dotnet"), folder, { recursive: true });
  const from =
    options.packages === undefined ? [] : [`-p:RestoreAdditionalProjectSources=${options.packages}`];
  const out = join(folder, "out");
  const built = spawnSync("dotnet", ["publish", "--output", out, ...from], { cwd: folder, encoding: "utf8" });
  if (built.error)
    return console.log("skipped: dotnet: there is no command dotnet: install the .NET SDK 8 or later");
  if (/NU110[123]|NU1301/.test(built.stdout)) {
    return console.log(
      "skipped: dotnet: no package source has the client: pass --packages FOLDER (examples/dotnet/README.md)",
    );
  }
  if (built.status !== 0) throw new Error(`examples/dotnet does not build:\n${built.stdout}`);
  const command = ["serve", "--sample", "--prefix", "umbraco/Limbo", "--", "dotnet", join(out, "Import.dll")];
  const printed = run(process.execPath, [PROGRAM, ...command]);
  if (!/\n41 pages\n$/.test(printed)) throw new Error(`examples/dotnet reads something else:\n${printed}`);
  console.log("ok   dotnet: 41 pages");
}

/** @param {string} name @param {string[]} source @returns {string} the folder of the export */
function exported(name, ...source) {
  const out = join(work, name);
  run(process.execPath, [PROGRAM, "export", ...source, "--out", out, "--quiet"]);
  return out;
}

/** @param {string} from @returns {any[]} */
function linesOf(from) {
  const text = readFileSync(join(from, "content.ndjson"), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** Copies an example, and has npm bring its packages. @param {string} name @param {string[]} packages */
function installed(name, ...packages) {
  const folder = join(work, name);
  cpSync(join(ROOT, "examples", name), folder, { recursive: true });
  cpSync(join(ROOT, "examples", "html.js"), join(work, "html.js"));
  writeFileSync(join(work, "package.json"), '{"type":"module"}');
  writeFileSync(join(folder, "package.json"), '{"type":"module","private":true}');
  run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...packages], { cwd: folder });
  return folder;
}

/** @param {string} command @param {string[]} args @param {Record<string, string>} [more] `cwd`, and variables @returns {string} stdout */
function run(command, args, { cwd = ROOT, ...env } = {}) {
  const shell = process.platform === "win32" && command === "npm";
  const options = {
    cwd,
    shell,
    encoding: /** @type {const} */ ("utf8"),
    env: { ...process.env, ...env },
    maxBuffer: 2 ** 28,
  };
  const { status, stdout, stderr, error } = spawnSync(command, args, options);
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ends with ${status}:\n${stdout}${stderr}`);
  return stdout;
}
