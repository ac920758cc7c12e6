/** What a job is: one subject, measured in one or more figures. */

/**
 * @typedef {object} Job
 * @property {string} name as the command line takes it
 * @property {readonly string[]} needs commands that must be installed
 * @property {(bench: import("./workbench.js").Workbench) => AsyncIterable<import("./figure.js").Figure>} measure
 */

/** How the commands that jobs need are had. @type {Record<string, string>} */
export const HOW_TO_GET = {
  wrk: "Debian, Ubuntu: apt-get install wrk; macOS: brew install wrk",
  jq: "Debian, Ubuntu: apt-get install jq; macOS: brew install jq",
  npm: "it comes with Node",
  chromium: "Debian: apt-get install chromium",
};
