/**
 * Makes the pictures of docs/screens: what the built program writes to a terminal, light and dark.
 * `node scripts/screens.js [FOLDER]`: elsewhere.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { PALETTES, terminalPicture } from "./terminal-picture.js";

/** What is shown, each by a command that works in a clone. */
const SCREENS = [
  { name: "tree", command: "migrations content --sample", columns: 80 },
  { name: "card", command: "migrations content --sample --id 1085", columns: 80 },
  { name: "check", command: "migrations check --data test/fixtures/usync/versions", columns: 80 },
];

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = join(ROOT, "docs", "screens");

/**
 * Runs the built program as if on a terminal.
 * @param {string} command
 * @param {number} columns of the terminal
 * @returns {Promise<string>} what it writes there
 */
async function outputOf(command, columns) {
  let text = "";
  const write = (
    /** @type {Buffer} */ chunk,
    /** @type {unknown} */ _encoding,
    /** @type {() => void} */ done,
  ) => {
    text += chunk;
    done();
  };
  const terminal = () => Object.assign(new Writable({ write }), { isTTY: true, columns });
  // Colour is forced, so that the pictures do not depend on the terminal.
  const io = { stdin: Readable.from([]), stdout: terminal(), stderr: terminal(), env: { FORCE_COLOR: "1" } };
  const { run } = createRequire(import.meta.url)("../dist/cli.cjs");
  const status = await run(command.split(" ").slice(1), io);
  if (status !== 0) throw new Error(`${command} ends with ${status}: ${text}`);
  return text;
}

const folder = process.argv[2] ? resolve(process.argv[2]) : FOLDER;
mkdirSync(folder, { recursive: true });
// The commands name folders of the repository.
process.chdir(ROOT);
for (const { name, command, columns } of SCREENS) {
  const output = await outputOf(command, columns);
  for (const palette of /** @type {(keyof typeof PALETTES)[]} */ (Object.keys(PALETTES))) {
    const picture = terminalPicture({ command, output, columns }, palette);
    writeFileSync(join(folder, `${name}-${palette}.svg`), picture);
  }
}
