/** Trees of any size: nodes of about 1 kB under ten roots, ten below each, the same ones at every size. */
import { once } from "node:events";
import { createWriteStream } from "node:fs";

/** How many roots there are, and how many nodes lie below a node. */
export const WIDTH = 10;
/** Lines are written many at a time, since each write takes about as long as making a node. */
const BATCH_CHARACTERS = 1_000_000;

const LANGUAGES = {
  plain: { words: "lorem ipsum dolor sit amet consectetur adipiscing elit sed do".split(" "), length: 60 },
  nonLatin: {
    words: "Ærø Straße 東京 документ нагрузка страница перенос сайта каталог".split(" "),
    length: 33,
  },
};

/** @typedef {keyof typeof LANGUAGES} Language */

/** The id of the node with this number, from 0. @param {number} number */
export function idOf(number) {
  return 1000 + number;
}

/** The key of the node with this number. @param {number} number */
export function keyOf(number) {
  const scattered = Math.imul(number, 2654435761) >>> 0;
  return `${scattered.toString(16).padStart(8, "0")}-1111-4222-8333-${number.toString(16).padStart(12, "0")}`;
}

/** The number of a node's parent; negative for a root's. @param {number} number */
function parentOf(number) {
  return Math.floor(number / WIDTH) - 1;
}

/** The number of the first node below a node. @param {number} number */
function firstChildOf(number) {
  return (number + 1) * WIDTH;
}

/**
 * @param {number} number
 * @param {Language} language
 */
export function nodeOf(number, language) {
  const { words, length } = LANGUAGES[language];
  let seed = number + 1;
  const text = (/** @type {number} */ count) => {
    let made = "";
    for (let index = 0; index < count; index++) {
      seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
      made += (index > 0 ? " " : "") + words[(seed >>> 8) % words.length];
    }
    return made;
  };
  return {
    id: idOf(number),
    key: keyOf(number),
    name: text(3),
    url: `/a/b/${number}/`,
    type: "page",
    sortOrder: number % WIDTH,
    createDate: "2019-03-04T05:06:07",
    updateDate: "2020-03-04T05:06:07",
    properties: {
      title: { alias: "title", editorAlias: "Umbraco.TextBox", value: text(4) },
      body: { alias: "body", editorAlias: "Umbraco.TinyMCE", value: `<p class="x">${text(length)}</p>\n` },
      picked: {
        alias: "picked",
        editorAlias: "Umbraco.ContentPicker",
        value: `umb://document/${keyOf(number).replaceAll("-", "")}`,
      },
      count: { alias: "count", editorAlias: "Umbraco.Integer", value: number },
      shown: { alias: "shown", editorAlias: "Umbraco.TrueFalse", value: 1 },
    },
  };
}

/**
 * NDJSON, by level.
 * @param {number} count
 * @param {Language} language
 */
function* ndjson(count, language) {
  for (let number = 0; number < count; number++) {
    const parent = parentOf(number) < 0 ? {} : { parentId: idOf(parentOf(number)) };
    yield `${JSON.stringify({ ...parent, ...nodeOf(number, language) })}\n`;
  }
}

/**
 * A JSON array of nested nodes.
 * @param {number} count
 * @param {Language} language
 * @param {number} [first] of the siblings
 * @returns {Generator<string>}
 */
function* json(count, language, first = 0) {
  yield "[";
  for (let number = first; number < Math.min(first + WIDTH, count); number++) {
    yield `${number > first ? "," : ""}${JSON.stringify(nodeOf(number, language)).slice(0, -1)},"children":`;
    yield* json(count, language, firstChildOf(number));
    yield "}";
  }
  yield "]";
}

/**
 * As json-server has its data: a flat list, ids being strings.
 * @param {number} count
 * @param {Language} language
 */
function* flat(count, language) {
  yield '{"content":[';
  for (let number = 0; number < count; number++) {
    const node = { ...nodeOf(number, language), id: String(idOf(number)) };
    yield (number > 0 ? "," : "") + JSON.stringify(node);
  }
  yield "]}";
}

const LAYOUTS = { ndjson, json, flat };

/** @typedef {keyof typeof LAYOUTS} Layout */

/**
 * @param {string} file
 * @param {number} count
 * @param {Language} language
 * @param {Layout} layout
 */
export async function writeNodes(file, count, language, layout) {
  const out = createWriteStream(file);
  let batch = "";
  for (const part of LAYOUTS[layout](count, language)) {
    batch += part;
    if (batch.length < BATCH_CHARACTERS) continue;
    if (!out.write(batch)) await once(out, "drain");
    batch = "";
  }
  out.end(batch);
  await once(out, "close");
}
