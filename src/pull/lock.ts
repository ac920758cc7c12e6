/** Keeps two pulls out of one directory, and tells the lock of a living one from one that was left behind. */
import { randomUUID } from "node:crypto";
import { readFileSync, readlinkSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { UsageError, withPath } from "../errors.ts";
import { renameWhenFree } from "./when-free.ts";
import { Workplace } from "./workplace.ts";

/**
 * What the lock file holds. A process number would not do: in containers every process has the same one. So the holder
 * listens on a port of loopback and tells its token to whoever connects, which ends when it ends, however it ends.
 */
type Holder = {
  token: string;
  /** The machine and the network that the port is in: from elsewhere it cannot be asked. */
  place: string;
  /** 0 where the holder could not listen. */
  port: number;
};

/** The holder touches the file so often; from elsewhere that is the only sign of life. */
const BEAT_MILLISECONDS = 2000;
/** A file that was not touched for so long is nobody's. */
const SILENCE_MILLISECONDS = 3 * BEAT_MILLISECONDS;
/** How long a holder may take to tell its token. */
const ANSWER_MILLISECONDS = 2000;
const TOKEN_LENGTH = 36;
/** How long another process may take between finding a lock left behind and taking it. */
const RACE_MILLISECONDS = 150;

/**
 * Works in the workplace of a directory, which no other pull does meanwhile.
 * @param onLost called when another process has taken the lock nevertheless
 * @throws UsageError where `out` is no directory that can take a pull, or a living process is at work in it; what `work` throws
 */
export async function inWorkplace<T>(
  out: string,
  work: (workplace: Workplace) => Promise<T>,
  onLost: () => void = () => {},
): Promise<T> {
  const workplace = new Workplace(out);
  try {
    const lock = await Lock.take(workplace.file("lock"), onLost);
    try {
      return await work(workplace);
    } finally {
      lock.release();
    }
  } finally {
    workplace.close();
  }
}

class Lock {
  readonly #path: string;
  readonly #token: string;
  readonly #server: Server;
  readonly #timer: NodeJS.Timeout;

  private constructor(path: string, token: string, server: Server, onLost: () => void) {
    this.#path = path;
    this.#token = token;
    this.#server = server;
    this.#timer = setInterval(() => this.#beat(onLost), BEAT_MILLISECONDS);
    this.#timer.unref();
  }

  /**
   * @param path the lock file
   * @param onLost called when another process has taken the lock nevertheless
   * @throws UsageError where a living process holds it
   */
  static async take(path: string, onLost: () => void): Promise<Lock> {
    const token = randomUUID();
    const server = await tokenServer(token);
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    try {
      await takeFile(path, { token, place: placeOf(), port });
    } catch (error) {
      server.close();
      throw error;
    }
    return new Lock(path, token, server, onLost);
  }

  /** Leaves the directory to others. */
  release(): void {
    clearInterval(this.#timer);
    this.#server.close();
    try {
      if (readHolder(this.#path)?.token === this.#token) rmSync(this.#path, { force: true });
    } catch {
      // One that cannot be removed is told from a living one by whoever comes next.
    }
  }

  #beat(onLost: () => void): void {
    try {
      if (readHolder(this.#path)?.token !== this.#token) onLost();
      else utimesSync(this.#path, new Date(), new Date());
    } catch {
      // A file that cannot be touched now may be the next time.
    }
  }
}

async function takeFile(path: string, holder: Holder): Promise<void> {
  if (createFile(path, holder)) return;
  if (await isHeld(path)) {
    throw new UsageError(`another pull is at work in this directory: wait for it, or end it (lock: ${path})`);
  }
  // Where two find the lock left behind, the last to write it has it.
  const own = `${path}.${holder.token}`;
  try {
    createFile(own, holder);
    await renameWhenFree(own, path);
  } catch (error) {
    rmSync(own, { force: true });
    throw error;
  }
  await sleep(RACE_MILLISECONDS);
  if (readHolder(path)?.token !== holder.token) {
    throw new UsageError(`another pull has just begun in this directory (lock: ${path})`);
  }
}

/** @returns false where a file is there already */
function createFile(path: string, holder: Holder): boolean {
  try {
    withPath(path, () => writeFileSync(path, JSON.stringify(holder), { flag: "wx" }));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    // On a full disk it is created, and stays empty.
    if (code === "ENOSPC" || code === "EDQUOT") rmSync(path, { force: true });
    throw error;
  }
}

async function isHeld(path: string): Promise<boolean> {
  const holder = readHolder(path);
  if (holder?.place === placeOf() && holder.port > 0) return (await tokenAt(holder.port)) === holder.token;
  return isTouched(path);
}

/** Whether the file is touched while one looks on. Clocks of two machines are not compared. */
async function isTouched(path: string): Promise<boolean> {
  const before = touchedAt(path);
  for (let waited = 0; waited < SILENCE_MILLISECONDS; waited += RACE_MILLISECONDS) {
    await sleep(RACE_MILLISECONDS);
    if (touchedAt(path) !== before) return true;
  }
  return false;
}

function touchedAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

function readHolder(path: string): Holder | undefined {
  try {
    const holder: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isHolder(holder) ? holder : undefined;
  } catch {
    return undefined;
  }
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== "object" || value === null) return false;
  const { token, place, port }: { token?: unknown; place?: unknown; port?: unknown } = value;
  const isPort = Number.isInteger(port) && Number(port) >= 0 && Number(port) < 65_536;
  return typeof token === "string" && typeof place === "string" && isPort;
}

/** The machine's name; on Linux also the network namespace, which containers have one each of. */
function placeOf(): string {
  try {
    return `${hostname()} ${readlinkSync("/proc/self/ns/net")}`;
  } catch {
    return hostname();
  }
}

/** Tells the token to whoever connects. Does not keep the process alive. */
function tokenServer(token: string): Promise<Server> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.end(token);
  });
  server.unref();
  return new Promise((resolve) => {
    server.once("error", () => resolve(server));
    server.listen(0, "127.0.0.1", () => resolve(server));
  });
}

/** What is told at a port, or `undefined` where nobody listens there. */
function tokenAt(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    let told = "";
    const socket = connect(port, "127.0.0.1");
    socket.setTimeout(ANSWER_MILLISECONDS, () => socket.destroy());
    socket.setEncoding("utf8").on("data", (text: string) => {
      told += text;
      // Whoever has that port by now may have much to say.
      if (told.length > TOKEN_LENGTH) socket.destroy();
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(told === "" ? undefined : told));
  });
}
