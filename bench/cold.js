/** One command, from start to end, against a Node process that does nothing. */
import { BINARY, timeRatios } from "./figures.js";

const KEY = "ca6558e1-81be-46e1-a367-99864e2b06fc";

/**
 * @param {number} rounds
 * @returns {import("./figures.js").Figure[]}
 */
export function cold(rounds) {
  const against = "time of an empty Node process";
  const empty = ["-e", "0"];
  return [
    {
      job: "content --key K on the sample",
      against,
      goal: "<= 1.25",
      ratios: timeRatios([BINARY, "content", "--sample", "--key", KEY], empty, rounds),
    },
    { job: "--help", against, goal: "<= 1.2", ratios: timeRatios([BINARY, "--help"], empty, rounds) },
  ];
}
