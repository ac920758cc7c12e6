/** The kinds of error that end a command, each with its exit status. */

/** Exit statuses by meaning. `fault` is a bug of the program; 126 and above are a shell's conventions. */
export const EXIT = {
  done: 0,
  no: 1,
  usage: 2,
  noSuchNode: 3,
  refused: 4,
  remote: 5,
  data: 6,
  fault: 70,
  notExecutable: 126,
  noCommand: 127,
  SIGINT: 130,
  SIGTERM: 143,
} as const;

/** A command line to try: the current one with other options, or another command. */
export type Hint = {
  /** Default: the current command. */
  command?: string;
  /** The arguments after the command. Default: those of the current command; of another one none. */
  args?: readonly string[];
  /** Options by their names in camel case, added to the current ones; `undefined` removes one. */
  flags: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
};

/** An error whose message is for the user: what is wrong, where, what to try. Any other error is a bug of the program. */
export class MigrationsError extends Error {
  readonly exitStatus: number;
  /** Printed after the message, as a command line. */
  readonly hint: Hint | undefined;

  constructor(exitStatus: number, message: string, options?: ErrorOptions & { hint?: Hint }) {
    super(message, options);
    this.exitStatus = exitStatus;
    this.hint = options?.hint;
  }
}

/** The command line is wrong. */
export class UsageError extends MigrationsError {
  constructor(message: string, hint?: Hint) {
    super(EXIT.usage, message, { hint });
  }
}

/** The command of `serve -- COMMAND` cannot be started; the statuses are those of `env`. */
export class CommandError extends MigrationsError {
  constructor(exitStatus: typeof EXIT.notExecutable | typeof EXIT.noCommand, message: string) {
    super(exitStatus, message);
  }
}

/** No node or type matches. */
export class NoSuchNodeError extends MigrationsError {
  constructor(message: string, hint?: Hint) {
    super(EXIT.noSuchNode, message, { hint });
  }
}

/** The remote refused access (401, 403). */
export class RefusedError extends MigrationsError {
  constructor(message: string, options?: ErrorOptions) {
    super(EXIT.refused, message, options);
  }
}

/** The remote cannot be reached or sends an invalid response, or a port is in use. */
export class RemoteError extends MigrationsError {
  constructor(message: string, options?: ErrorOptions & { hint?: Hint }) {
    super(EXIT.remote, message, options);
  }
}

/** Output cannot be written (a full disk, missing permissions). */
export class OutputError extends MigrationsError {
  constructor(message: string, options?: ErrorOptions) {
    super(EXIT.remote, message, options);
  }
}

/** A data directory does not load. */
export class DataError extends MigrationsError {
  /** The first line of the message. */
  readonly headline: string;
  /** The errors in the data, which are the other lines of the message. */
  readonly findings: readonly string[];

  constructor(headline: string, options?: ErrorOptions & { findings?: readonly string[] }) {
    const findings = options?.findings ?? [];
    super(EXIT.data, [headline, ...findings].join("\n  "), options);
    this.headline = headline;
    this.findings = findings;
  }
}

/** The answer is no: a result is incomplete, or has findings. */
export class IncompleteError extends MigrationsError {
  constructor(message: string) {
    super(EXIT.no, message);
  }
}

/** A signal interrupted the command. */
export class InterruptedError extends MigrationsError {
  constructor(signal: "SIGINT" | "SIGTERM", message: string) {
    super(EXIT[signal], message);
  }
}

/** What failed, by system call. */
const DONE: Readonly<Record<string, string>> = {
  open: "opened",
  read: "read",
  scandir: "read",
  write: "written",
  fsync: "written",
  ftruncate: "written",
  mkdir: "made",
  rename: "put in its place",
  rm: "removed",
  unlink: "removed",
  rmdir: "removed",
};

/**
 * @returns an OutputError for an error that the system gave about a file, and any other as it is
 */
export function explained(error: unknown): unknown {
  if (!isSystemError(error)) return error;
  const { syscall, path, dest } = error;
  const done = DONE[syscall] ?? "used";
  return new OutputError(`${dest ?? path} cannot be ${done}: ${reasonOf(error)}`, { cause: error });
}

/** The error of a stream that cannot be written, for the user. */
export function unwritable(cause: NodeJS.ErrnoException): OutputError {
  return new OutputError(`the output cannot be written: ${reasonOf(cause)}`, { cause });
}

/** The reason of an error; of a system error, without its code, the name of the call and the path. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, syscall } = error as NodeJS.ErrnoException;
  // "ENOENT: no such file or directory, open 'path'"
  return error.message.replace(`${code}: `, "").replace(new RegExp(`, ${syscall}( .*)?$`, "s"), "");
}

/**
 * Adds the path to errors of system calls on an open file, which do not include it.
 * @throws errors of `action`
 */
export function withPath<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw named(error, path);
  }
}

/** As `withPath`, for an asynchronous action. */
export async function withPathOf<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw named(error, path);
  }
}

function named(error: unknown, path: string): unknown {
  if (error instanceof Error && "syscall" in error && !("path" in error)) Object.assign(error, { path });
  return error;
}

type SystemError = Error & { code: string; syscall: string; path: string; dest?: string };

function isSystemError(error: unknown): error is SystemError {
  if (!(error instanceof Error)) return false;
  const { code, syscall, path }: Partial<SystemError> = error;
  return typeof code === "string" && typeof syscall === "string" && typeof path === "string";
}
