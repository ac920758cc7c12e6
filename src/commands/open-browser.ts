/** Opens a page in the browser of this machine. */
import { spawn } from "node:child_process";

/** The program that opens a URL on each system. None is a shell, which would interpret the URL. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};
const OTHER_OPENER = ["xdg-open"] as const;

/**
 * Opens a URL. Does not wait for the browser, and does not keep the program from ending.
 * @param onFailure called if no browser can be started
 */
export function openBrowser(url: string, onFailure: () => void): void {
  const [file, ...args] = OPENERS[process.platform] ?? OTHER_OPENER;
  const child = spawn(file, [...args, url], { stdio: "ignore", detached: true });
  child.once("error", onFailure);
  child.once("exit", (status) => {
    if (status) onFailure();
  });
  child.unref();
}
