/** Opens a URL in the browser of whoever runs the program. */
import { spawn } from "node:child_process";

/** What opens a URL on each system, without a shell that would read it. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};
const OTHER_OPENER = ["xdg-open"] as const;

/**
 * Does not wait for the browser, and does not keep the program from ending.
 * @param onFailure told where there is nothing that opens it
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
