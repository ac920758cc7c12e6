/** Runs a command beside the server, and tells how it ended. */
import { constants } from "node:os";
import { UsageError } from "../errors.ts";
import type { Io } from "../io.ts";

/** Where the command finds the API. */
type CommandTarget = {
  /** `http://host:port`. */
  url: string;
  /** The path segments before `Migrations`, as they stand in a URL. */
  prefix: string;
  apiKey: string | undefined;
};

/** How a shell tells that a signal ended a command. */
const SIGNAL_STATUS = 128;

/**
 * Runs the command until it ends. It has this process's own streams.
 * @param signal aborted when it is to stop; the reason is the name of a signal, which is passed on
 * @returns the command's exit status
 * @throws UsageError where it cannot be started
 */
export async function runCommand(
  [file, ...args]: readonly string[],
  target: CommandTarget,
  io: Io,
  signal: AbortSignal,
): Promise<number> {
  // On Windows most commands are scripts, which Node alone does not find.
  const { default: spawn } = await import("cross-spawn");
  const child = spawn(file, args, { stdio: "inherit", env: commandEnvironment(target, io) });
  const stop = () => {
    // A terminal has told the command itself.
    if (signal.reason !== "SIGINT" || !("isTTY" in io.stdin && io.stdin.isTTY)) child.kill(signal.reason);
  };
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await new Promise((resolve, reject) => {
      child.once("error", (error: NodeJS.ErrnoException) => reject(startError(file, error)));
      child.once("exit", (status, endedBy) =>
        resolve(endedBy ? SIGNAL_STATUS + constants.signals[endedBy] : (status ?? 0)),
      );
    });
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function startError(file: string, { code, message }: NodeJS.ErrnoException): UsageError {
  const reason =
    code === "ENOENT" ? "there is no such command" : code === "EACCES" ? "it may not be run" : message;
  return new UsageError(`cannot run ${file}: ${reason}`);
}

/** This process's variables, with those of the API for the server that is running. */
function commandEnvironment(
  { url, prefix, apiKey }: CommandTarget,
  { env }: Io,
): Record<string, string | undefined> {
  // Windows does not tell upper from lower case in names.
  const others = Object.entries(env).filter(
    ([name]) => !/^MIGRATIONS_(?:DATA|BASE_URL|PREFIX|API_KEY)$/i.test(name),
  );
  return {
    ...Object.fromEntries(others),
    MIGRATIONS_BASE_URL: url,
    MIGRATIONS_PREFIX: prefix.split("/").map(decodeURIComponent).join("/"),
    ...(apiKey === undefined ? {} : { MIGRATIONS_API_KEY: apiKey }),
  };
}
