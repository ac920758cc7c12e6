/** Turns what the system refuses (a full disk, a right that lacks) into an error for the user: what, where, why. */
import { OutputError } from "./errors.ts";

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
