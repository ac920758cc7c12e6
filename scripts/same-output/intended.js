/** What a newer build is intended to do otherwise, with the reason. An entry that nothing meets is reported. */

/**
 * @typedef {object} Intended
 * @property {RegExp} name of the cases
 * @property {string} [field] only this field of them: stdout, stderr, status, body, …
 * @property {[RegExp, string][]} [rewrite] applied to both before they are compared; without it, whatever differs is intended
 * @property {string} reason
 */

/** @type {Intended[]} */
export const INTENDED = [
  {
    name: /^damaged \d+, .*\.sqlite\.db: /,
    rewrite: [[/it is damaged: .*/g, "it is damaged"]],
    reason: "A fault in a database is reported in SQLite's own words, with the table.",
  },
  {
    name: /^check .*\.sqlite\.db$/,
    field: "stdout",
    rewrite: [[/left out: it (?:is not published|lies below node \d+, which is left out)/g, "left out"]],
    reason:
      "A node that is not published says so, even below another one, as in uSync; warnings come in order of ids.",
  },
  {
    name: /GET \/openapi\.json$/,
    field: "body",
    rewrite: [
      [/"\/explorer\/find":.*?"\/explorer\/links"/gs, ""],
      [/"parameter":\{"enum":\[[^\]]*\]/g, ""],
      [/"verbs":\{"items":\{.*?\}/g, ""],
    ],
    reason:
      "The criteria of a search are described in the words of the options of find, and in their order; change verbs are listed.",
  },
  {
    name: /^urls .*--(?:format redirects|for|host)/,
    field: "stderr",
    rewrite: [
      [/--for takes/g, "--redirects takes"],
      [/--host takes/g, "--rename-host takes"],
      [/^.*--(?:format redirects|for is|redirects is).*$/gm, ""],
    ],
    reason: "What is missing beside --redirects is reported of it.",
  },
  {
    name: /./,
    field: "stderr",
    rewrite: [[/too many arguments for '\w+': (".*") stands behind no flag/g, "unexpected argument $1"]],
    reason: "An argument that nothing takes is reported in the words of other programs.",
  },
  {
    name: /^check .*--strict/,
    field: "stderr",
    rewrite: [
      [/--strict counts \d+ of \d+ notes?:/g, "found what --fail-on names:"],
      [/--strict takes (.*), damaged or decided,/g, "--fail-on takes $1, damaged, decided or any,"],
    ],
    reason: "check --fail-on reports what it found in the words of audit --fail-on.",
  },
  {
    name: /^(?:help \w+|\w+ --help)/,
    field: "stdout",
    reason: "Renamed options, commas between names, and common options by their names alone.",
  },
];
