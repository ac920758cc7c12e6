/** Runs the command of `serve -- COMMAND`, and returns its exit status. */
import { constants } from "node:os";
import { CommandError, EXIT } from "../errors.ts";
import type { Io } from "../io.ts";

/** Where the command finds the API. */
type CommandTarget = {
  /** `http://host:port`. */
  url: string;
  /** The path segments before `Migrations`, percent-encoded. */
  prefix: string;
  apiKey: string | undefined;
};

/** A shell adds this to the number of the signal that ended a command. */
const SIGNAL_STATUS = 128;

/**
 * Runs the command until it ends. It has this process's own streams.
 * @param signal aborted when it is to stop; the reason is the name of a signal, which is passed on
 * @returns the command's exit status
 * @throws CommandError if it cannot be started
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
    // The terminal sends the signal to the command too.
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

function startError(file: string, { code, message }: { code?: string; message?: string }): CommandError {
  if (code === "ENOENT") {
    const hint = /\s/.test(file) ? ": write its words separately after --, not as one argument" : "";
    return new CommandError(EXIT.noCommand, `cannot run ${file}: there is no such command${hint}`);
  }
  const reason = code === "EACCES" ? "it may not be executed" : message;
  return new CommandError(EXIT.notExecutable, `cannot run ${file}: ${reason}`);
}

/** This process's variables, with those of the API for the server that is running. */
function commandEnvironment(
  { url, prefix, apiKey }: CommandTarget,
  { env }: Io,
): Record<string, string | undefined> {
  // Names of variables ignore case on Windows.
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
