/** Compares what two builds answer, less what is intended to differ, and gathers the differences. */
import { INTENDED } from "./intended.js";

/** A moment of this run, which is nothing to compare. */
const MOMENT = new RegExp(
  `${new Date().toISOString().slice(0, 8)}\\d\\dT[\\d:.]+(?:Z|[+-]\\d\\d:\\d\\d)`,
  "g",
);
const DURATION = /\b\d+(?:\.\d+)? (?:ms|s|seconds?|minutes?)\b/g;
const PORT = /\b(?:127\.0\.0\.1|localhost):\d+/g;
/** How much of a difference is shown. */
const SHOWN_LENGTH = 200;

/** @typedef {{name: string, field: string, old: string, new: string}} Difference */

export class Comparison {
  compared = 0;
  /** @type {Difference[]} */
  differences = [];
  /** How often each intended difference was met. */
  met = INTENDED.map(() => 0);

  /** @param {string[]} folders those of the builds, which are nothing to compare */
  constructor(folders) {
    this.folders = folders;
  }

  /**
   * @param {string} name what is compared
   * @param {Record<string, unknown>} older of text, a status or a list, by field
   * @param {Record<string, unknown>} newer
   * @returns {boolean} whether they are the same
   */
  compare(name, older, newer) {
    this.compared++;
    let isSame = true;
    for (const field of new Set([...Object.keys(older), ...Object.keys(newer)])) {
      let oldText = this.#normal(older[field]);
      let newText = this.#normal(newer[field]);
      INTENDED.forEach((intended, i) => {
        if (oldText === newText || !intended.name.test(name)) return;
        if (intended.field && intended.field !== field) return;
        const [oldBefore, newBefore] = [oldText, newText];
        if (!intended.rewrite) oldText = newText;
        for (const [pattern, text] of intended.rewrite ?? []) {
          oldText = oldText.replaceAll(pattern, text);
          newText = newText.replaceAll(pattern, text);
        }
        if (oldBefore !== oldText || newBefore !== newText) this.met[i]++;
      });
      if (oldText === newText) continue;
      isSame = false;
      this.differences.push({ name, field, ...firstDifference(oldText, newText) });
    }
    return isSame;
  }

  /** @param {unknown} value */
  #normal(value) {
    const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "undefined");
    return this.folders
      .reduce((rest, folder) => rest.replaceAll(folder, "FOLDER"), text)
      .replace(MOMENT, "NOW")
      .replace(PORT, "HOST")
      .replace(DURATION, "A WHILE");
  }
}

/** @param {string} older @param {string} newer */
function firstDifference(older, newer) {
  let at = 0;
  while (at < older.length && older[at] === newer[at]) at++;
  const from = Math.max(0, at - SHOWN_LENGTH / 4);
  const part = (/** @type {string} */ text) => JSON.stringify(text.slice(from, from + SHOWN_LENGTH));
  return { old: part(older), new: part(newer) };
}
