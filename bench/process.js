/** What the system tells of a process: its processor time and its memory. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

/** Linux counts a process's time in hundredths of a second. */
const CLOCK_TICKS = 100;
const LOOK_EVERY_MILLISECONDS = 20;

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

/**
 * Waits for a process to end, and looks at it meanwhile.
 * @param {import("node:child_process").ChildProcess} child just started
 * @returns {Promise<{ milliseconds: number, cpuMilliseconds?: number, megabytes?: number }>} how long it ran; the processor time and
 *   the most resident memory that it was seen to have, where the system tells
 */
export async function watched(child) {
  const started = performance.now();
  const { pid } = child;
  const most = watchMemory(pid);
  /** @type {number | undefined} */
  let seconds;
  const timer = setInterval(() => {
    seconds = (pid && cpuSeconds(pid)) || seconds;
  }, LOOK_EVERY_MILLISECONDS);
  const closed = once(child, "close");
  const [status] = await once(child, "exit");
  const milliseconds = performance.now() - started;
  const megabytes = most();
  clearInterval(timer);
  await closed;
  if (status !== 0) throw new Error(`${child.spawnargs.join(" ")} ended with ${status}`);
  return { milliseconds, cpuMilliseconds: seconds && seconds * 1000, megabytes };
}

/** @param {string} path */
function readIfThere(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
