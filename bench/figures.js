/** What the benchmarks share: ratios with their spread, whole processes timed in turn, and a tree of any size. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { fileURLToPath } from "node:url";

export const BINARY = fileURLToPath(new URL("../bin/migrations.js", import.meta.url));

/**
 * A figure: what one side does as a multiple of what the other does, in one run.
 * @typedef {{ job: string, against: string, goal: string, ratios: number[] }} Figure
 */

/** @param {number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/**
 * Times whole processes in turn: A B A B …
 * @param {string[]} a arguments to node
 * @param {string[]} b arguments to node
 * @param {number} rounds
 * @returns the time of A as a multiple of that of B, for each round
 */
export function timeRatios(a, b, rounds) {
  milliseconds(a);
  milliseconds(b);
  return Array.from({ length: rounds }, () => milliseconds(a) / milliseconds(b));
}

/** @param {string[]} args */
function milliseconds(args) {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { maxBuffer: 2 ** 30 });
  if (status !== 0) throw new Error(`node ${args.join(" ")} failed: ${stderr}`);
  return performance.now() - started;
}

const WORDS = {
  plain: "lorem ipsum dolor sit amet consectetur adipiscing elit sed do".split(" "),
  nonLatin: "Ærø Straße 東京 документ нагрузка страница перенос сайта каталог".split(" "),
};

/** The key of the node with this number. @param {number} n */
export function keyOf(n) {
  return `${((n * 2654435761) >>> 0).toString(16).padStart(8, "0")}-1111-4222-8333-${n.toString(16).padStart(12, "0")}`;
}

/** The id of the node with this number. @param {number} n */
export function idOf(n) {
  return 1000 + n;
}

/**
 * Writes NDJSON: nodes of about 1 kB, ten below each, in preorder as a copy of a site has them or by level.
 * @param {string} file
 * @param {number} count
 * @param {keyof typeof WORDS} language
 */
export async function writeNodes(file, count, language) {
  const words = WORDS[language];
  let seed = 1;
  const random = () => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff;
    return seed / 0x7fffffff;
  };
  const text = (/** @type {number} */ length) =>
    Array.from({ length }, () => words[Math.floor(random() * words.length)]).join(" ");
  const out = createWriteStream(file);
  for (let n = 0; n < count; n++) {
    const node = {
      ...(n >= 10 && { parentId: idOf(Math.floor((n - 10) / 10)) }),
      id: idOf(n),
      key: keyOf(n),
      name: text(3),
      url: `/a/b/${n}/`,
      type: "page",
      sortOrder: n % 10,
      createDate: "2019-03-04T05:06:07",
      updateDate: "2020-03-04T05:06:07",
      properties: {
        title: { alias: "title", editorAlias: "Umbraco.TextBox", value: text(4) },
        body: {
          alias: "body",
          editorAlias: "Umbraco.TinyMCE",
          value: `<p class="x">${text(language === "plain" ? 60 : 33)}</p>\n`,
        },
        picked: {
          alias: "picked",
          editorAlias: "Umbraco.ContentPicker",
          value: `umb://document/${keyOf(n).replaceAll("-", "")}`,
        },
        count: { alias: "count", editorAlias: "Umbraco.Integer", value: n },
        shown: { alias: "shown", editorAlias: "Umbraco.TrueFalse", value: 1 },
      },
    };
    if (!out.write(`${JSON.stringify(node)}\n`)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
}
