/** What the system tells of a process: its processor time and its memory. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Linux counts a process's time in hundredths of a second. */
const CLOCK_TICKS = 100;

/** Where the system does not tell (it is not Linux), `undefined`. @param {number} pid */
export function cpuSeconds(pid) {
  const text = readIfThere(`/proc/${pid}/stat`);
  // The name, in parentheses, can hold spaces.
  const fields = text?.slice(text.lastIndexOf(")") + 2).split(" ");
  return fields && (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS;
}

/** The resident memory of a process that runs; where the system does not tell, `undefined`. @param {number} pid */
export function residentMegabytes(pid) {
  const kilobytes =
    /VmRSS:\s+(\d+)/.exec(readIfThere(`/proc/${pid}/status`) ?? "")?.[1] ??
    spawnSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" }).stdout;
  return kilobytes ? (Number(kilobytes) * 1024) / 1e6 : undefined;
}

const LOOK_EVERY_MILLISECONDS = 20;

/**
 * Looks at the resident memory of a process again and again.
 * @param {number | undefined} pid
 * @returns {() => number | undefined} stops, and gives the most that was seen, in megabytes
 */
export function watchMemory(pid) {
  /** @type {number | undefined} */
  let most;
  const timer = setInterval(() => {
    const now = pid && residentMegabytes(pid);
    if (now) most = Math.max(most ?? 0, now);
  }, LOOK_EVERY_MILLISECONDS);
  return () => {
    clearInterval(timer);
    return most;
  };
}

/** The most that a process has had of it so far; where the system does not tell (it is not Linux), `undefined`. @param {number} pid */
export function highestMegabytes(pid) {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readIfThere(`/proc/${pid}/status`) ?? "")?.[1];
  return kilobytes ? (Number(kilobytes) * 1024) / 1e6 : undefined;
}

/** @param {string} path */
function readIfThere(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
