/** The few kinds of error that end a command, each with its exit status. */

/** Exit statuses, by what they say. A fault is one of the program itself; those from 126 are the shell's own. */
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

/** A command line to try: that of now with other flags, or of another command. */
export type Hint = {
  /** Default: the command that is running. */
  command?: string;
  /** Stands behind the command. Default: nothing does. */
  word?: string;
  /** Flags by their names in camel case, to be given beside those of now; `undefined` takes one away. */
  flags: Readonly<Record<string, string | boolean | readonly string[] | undefined>>;
};

/** An error whose message is for the user: what, where, what to try. Everything else is a fault of the program. */
export class MigrationsError extends Error {
  readonly exitStatus: number;
  /** Told behind the message, spelled out. */
  readonly hint: Hint | undefined;

  constructor(exitStatus: number, message: string, options?: ErrorOptions & { hint?: Hint }) {
    super(message, options);
    this.exitStatus = exitStatus;
    this.hint = options?.hint;
  }
}

/** The command line asks for something that makes no sense. */
export class UsageError extends MigrationsError {
  constructor(message: string, hint?: Hint) {
    super(EXIT.usage, message, { hint });
  }
}

/** The command that is to run beside the server cannot be started; the statuses are those of `env`. */
export class CommandError extends MigrationsError {
  constructor(exitStatus: typeof EXIT.notExecutable | typeof EXIT.noCommand, message: string) {
    super(exitStatus, message);
  }
}

/** No node, or no type, matches. */
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

/** The remote cannot be reached or answers nonsense, or a port cannot be had. */
export class RemoteError extends MigrationsError {
  constructor(message: string, options?: ErrorOptions) {
    super(EXIT.remote, message, options);
  }
}

/** What is to be kept cannot be written (a full disk, a right that lacks), or was taken away from this process. */
export class OutputError extends MigrationsError {
  constructor(message: string, options?: ErrorOptions) {
    super(EXIT.remote, message, options);
  }
}

/** A data directory does not load. */
export class DataError extends MigrationsError {
  /** What was found in the data itself, a line each; the message tells it too. */
  readonly findings: readonly string[];

  constructor(message: string, options?: ErrorOptions & { findings?: readonly string[] }) {
    super(EXIT.data, message, options);
    this.findings = options?.findings ?? [];
  }

  /** The message without the findings, which stand behind it. */
  get headline(): string {
    const told = this.findings.map((finding) => `\n  ${finding}`).join("");
    return told !== "" && this.message.endsWith(told) ? this.message.slice(0, -told.length) : this.message;
  }
}

/** The answer is no: what was to be whole has parts missing. */
export class IncompleteError extends MigrationsError {
  constructor(message: string) {
    super(EXIT.no, message);
  }
}

/** A signal has ended the command before its time. */
export class InterruptedError extends MigrationsError {
  constructor(signal: "SIGINT" | "SIGTERM", message: string) {
    super(EXIT[signal], message);
  }
}

/** What the codes of errors mean. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission is denied",
  EBUSY: "something else is using it",
  EDQUOT: "no more space is allowed there",
  EEXIST: "something else is there",
  EFBIG: "it is larger than a file may be there",
  EIO: "the device reports an error",
  EISDIR: "it is a directory",
  ELOOP: "its links lead in a loop",
  EMFILE: "too many files are open",
  ENAMETOOLONG: "its name is too long",
  ENFILE: "too many files are open on this machine",
  ENODEV: "there is no such device",
  ENOENT: "it is not there",
  ENOSPC: "no space is left there",
  ENOTDIR: "a part of its path is no directory",
  ENOTEMPTY: "it is a directory that is not empty",
  ENXIO: "there is no such device",
  EPERM: "permission is denied",
  EROFS: "the file system is read-only",
  ESTALE: "it is gone from the file server",
  ETXTBSY: "it is being run",
};

/** What was tried, by the name of the system call. */
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
  const { code, syscall, path, dest } = error;
  const done = DONE[syscall] ?? "used";
  return new OutputError(`${dest ?? path} cannot be ${done}: ${reasonOf(code)}`, { cause: error });
}

/** What keeps a stream of the process from being written, as an error for the user. */
export function unwritable(cause: NodeJS.ErrnoException): OutputError {
  return new OutputError(`the output cannot be written: ${REASONS[cause.code ?? ""] ?? cause.message}`, {
    cause,
  });
}

/** Why something could not be read, in words. */
export function whyUnread(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? message : reasonOf(code);
}

/** What an error of the system means, in words. */
export function reasonOf(code: string): string {
  return REASONS[code] ? `${REASONS[code]} (${code})` : code;
}

/**
 * Names the file in what goes wrong with it: calls that take an open file do not know its path.
 * @throws what `action` throws
 */
export function withPath<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw named(error, path);
  }
}

/** As `withPath`, for what goes on. */
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
