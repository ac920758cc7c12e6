/** The programs that are compared, as command lines. */
import { fileURLToPath } from "node:url";

const BINARY = fileURLToPath(new URL("../bin/migrations.js", import.meta.url));

/** @param {string[]} args */
export function migrations(...args) {
  return [process.execPath, BINARY, ...args];
}

/**
 * A program of the folder `sides`: the least that does one of our jobs.
 * @param {"bare-json" | "bare-ndjson" | "bare-pages" | "bare-pull" | "bare-server" | "bare-sqlite" | "bare-xml" | "empty" | "idle"} name
 * @param {string[]} args
 */
export function side(name, ...args) {
  return [process.execPath, fileURLToPath(new URL(`sides/${name}.js`, import.meta.url)), ...args];
}
