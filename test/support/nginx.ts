/** A real nginx that stops when the test ends. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";

/** Folders that nginx wants to write to. */
const TEMPORARY = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

/** Whether a program is installed. */
export function isInstalled(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** A free port of loopback. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/**
 * Starts nginx, and waits until it responds.
 * @param folder the folder for its files
 * @param http the contents of the block `http` of its configuration
 * @param send rejects until it responds
 */
export async function startNginx(folder: string, http: string, send: () => Promise<unknown>): Promise<void> {
  const folders = TEMPORARY.map((name) => {
    mkdirSync(join(folder, name));
    return `${name}_temp_path ${join(folder, name)};`;
  });
  const owner = process.getuid?.() === 0 ? "user root;" : "";
  const blocks = `events {} http { access_log off; ${folders.join(" ")} ${http} }`;
  writeFileSync(join(folder, "nginx.conf"), `${owner} daemon off; pid ${folder}/pid; ${blocks}`);
  const nginx = spawn("nginx", ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", "stderr"], {
    stdio: "ignore",
  });
  const ended = once(nginx, "close");
  onTestFinished(async () => {
    nginx.kill("SIGQUIT");
    await ended;
  });
  for (;;) {
    if (nginx.exitCode !== null) throw new Error(`nginx ended with ${nginx.exitCode}`);
    try {
      await send();
      return;
    } catch {
      await sleep(20);
    }
  }
}
