/** Packages to compare with, and ours as its users get it: installed by npm, counted and weighed. */
import { execFile } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/**
 * The versions compared with. Of json-server the one that `npm install json-server` gives, and the newest that runs on
 * Node 20, an early version of the next one; of Prism the newest that runs on Node 20.
 */
export const PEERS = {
  jsonServer: "json-server@0.17.4",
  jsonServerNext: "json-server@1.0.0-beta.3",
  prism: "@stoplight/prism-cli@5.14.2",
};

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const QUIET = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
const MEGABYTE = 1e6;

const execute = promisify(execFile);

/** @typedef {{ modules: string, packages: number, megabytes: number }} Installed */

/**
 * @param {string} directory is made
 * @param {string} specifier
 * @returns {Promise<Installed>}
 */
export async function installPackage(directory, specifier) {
  mkdirSync(directory);
  // Without a manifest npm would look for one in the folders above.
  writeFileSync(join(directory, "package.json"), '{ "private": true }\n');
  await execute("npm", ["install", ...QUIET, "--omit=dev", "--prefix", directory, specifier], {
    cwd: directory,
  });
  const modules = join(directory, "node_modules");
  const { packages } = JSON.parse(readFileSync(join(modules, ".package-lock.json"), "utf8"));
  return { modules, packages: Object.keys(packages).length, megabytes: bytesOf(modules) / MEGABYTE };
}

/**
 * Packs this program as it is published.
 * @param {string} directory where the tarball is put
 * @returns {Promise<string>} its path
 */
export async function pack(directory) {
  const args = ["pack", ...QUIET, "--json", "--pack-destination", directory];
  const { stdout } = await execute("npm", args, { cwd: ROOT });
  return join(directory, JSON.parse(stdout)[0].filename);
}

/** The length of all files in a folder. @param {string} directory @returns {number} */
function bytesOf(directory) {
  return readdirSync(directory, { withFileTypes: true })
    .map((entry) => join(directory, entry.name))
    .map((path) => (lstatSync(path).isDirectory() ? bytesOf(path) : lstatSync(path).size))
    .reduce((sum, size) => sum + size, 0);
}
