/**
 * Makes data/files: a file for each media node of the sample, of the size that the node tells, and tells the node how many
 * bytes it has. `node scripts/sample-files.js [FOLDER]`: reads and writes a copy of data/ elsewhere.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { DOCUMENTS } from "./sample-files/documents.js";
import { jpeg } from "./sample-files/jpeg.js";
import { paint } from "./sample-files/paint.js";
import { png } from "./sample-files/png.js";
import { SCENES } from "./sample-files/scenes.js";

/** @typedef {{ url?: string, properties: Record<string, { value: unknown }>, children: Node[] }} Node */

const JPEG_QUALITY = 72;

/**
 * @param {readonly Node[]} nodes
 * @returns {Node[]} those that have a file, whatever their level
 */
function holders(nodes) {
  return nodes.flatMap((node) => [...(node.url ? [node] : []), ...holders(node.children)]);
}

/**
 * @param {Node} node
 * @param {string} name of its file
 * @returns {Buffer}
 */
function contentOf({ properties }, name) {
  if (DOCUMENTS[name]) return DOCUMENTS[name]();
  const size = {
    width: Number(properties.umbracoWidth.value),
    height: Number(properties.umbracoHeight.value),
  };
  const picture = paint(size, SCENES[name]);
  return extname(name) === ".png" ? png(picture) : jpeg(picture, JPEG_QUALITY);
}

/**
 * @param {string} text of media.json
 * @param {string} url of a file
 * @param {number} length in bytes
 * @returns {string} the text, in which the node that holds the file tells its length if it tells one
 */
function withBytes(text, url, length) {
  const told = new RegExp(`("value":"${url}"\\},\\s*"umbracoBytes":\\{[^{}]*"value":)[0-9]+`);
  return text.replace(told, `$1${length}`);
}

const folder = resolve(process.argv[2] ?? fileURLToPath(new URL("../data", import.meta.url)));
const tree = join(folder, "media.json");
let text = readFileSync(tree, "utf8");
rmSync(join(folder, "files"), { recursive: true, force: true });
for (const node of holders(JSON.parse(text))) {
  const { url = "" } = node;
  const content = contentOf(node, basename(url));
  const path = join(folder, "files", url);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  text = withBytes(text, url, content.length);
}
writeFileSync(tree, text);
