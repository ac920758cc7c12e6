/** What `serve` tells of its page for browsers: to the page itself, and to whoever started it. */
import { spawn } from "node:child_process";
import type { ExplorerOptions } from "../http/explorer/explorer-routes.ts";
import type { Listening } from "../http/listen.ts";
import { type Io, writeError } from "../io.ts";
import type { MediaFiles } from "../media/media-files.ts";
import { shellQuoted } from "../text/shell-quoted.ts";
import type { Invocation } from "./command.ts";
import { takeInventory } from "./media-folder.ts";
import { DIRECTORY_FLAGS } from "./shared-flags.ts";

/** What opens a URL on each system, without a shell that would read it. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};
const OTHER_OPENER = ["xdg-open"] as const;

type Given = {
  explorer?: boolean;
  open?: boolean;
  against?: string;
  quiet?: boolean;
  watch?: boolean;
  allowAnonymous?: boolean;
};

type Served = {
  flags: Given;
  spell: Invocation["spell"];
  hasKey: boolean;
  /** Where the data is, as it was given. */
  dataPath: string;
  media: () => MediaFiles;
  compare: ExplorerOptions["compare"];
};

/** @returns `undefined` where the page is left out */
export function explorerOptions({
  flags,
  spell,
  hasKey,
  dataPath,
  media,
  compare,
}: Served): ExplorerOptions | undefined {
  if (flags.explorer === false) return undefined;
  // Only who sits at this machine can use its paths, and only they are let in then.
  const isLocal = !hasKey && !flags.allowAnonymous;
  return {
    isWatched: flags.watch,
    dataFlags: isLocal ? spell("", DIRECTORY_FLAGS).replace(/^migrations\s*/, "") : undefined,
    diffCommand:
      isLocal && flags.against !== undefined
        ? `migrations diff ${shellQuoted(flags.against)} ${shellQuoted(dataPath)}`
        : undefined,
    inventory: () => takeInventory(media()),
    compare,
  };
}

/** Says where a browser is shown the data, and opens it there where that is wanted. */
export function showPage(server: Listening, { explorer, open, quiet }: Given, io: Io): void {
  if (explorer === false) return;
  const page = `${reachable(server)}/`;
  if (!quiet) writeError(io, `look at it in a browser: ${page}`);
  if (open) openBrowser(page, () => writeError(io, `warning: no browser opens: try ${page}`));
}

/** The server's URL for a client on this machine: the address that means all of them is none to connect to. */
export function reachable({ url }: Pick<Listening, "url">): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}

/**
 * Opens a URL. Does not wait for the browser, and does not keep the program from ending.
 * @param onFailure told where there is nothing that opens it
 */
function openBrowser(url: string, onFailure: () => void): void {
  const [file, ...args] = OPENERS[process.platform] ?? OTHER_OPENER;
  const child = spawn(file, [...args, url], { stdio: "ignore", detached: true });
  child.once("error", onFailure);
  child.once("exit", (status) => {
    if (status) onFailure();
  });
  child.unref();
}
