/** `serve` as a process: a log that is not read, signals, and `serve -- command`. */
import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { BINARY, start, startServeProcess } from "../support/program.ts";
import { API_KEY, nameOfRoot, ROOTS, siteDirectory } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";

/** Sends a request, and waits until the server has it: then it sends 100 (RFC 9110, 10.1.1). @returns its answer, or what there is of it */
async function arrived(port: number): Promise<{ answer: Promise<string> }> {
  const socket = connect(port, "127.0.0.1");
  let received = "";
  socket.setEncoding("utf8").on("data", (text) => {
    received += text;
  });
  socket.on("error", () => {});
  const closed = once(socket, "close");
  const head = "Host: localhost\r\nExpect: 100-continue\r\nConnection: close";
  socket.write(`GET ${ROOTS} HTTP/1.1\r\n${head}\r\n\r\n`);
  await expect.poll(() => received).toContain("100 Continue\r\n\r\n");
  return { answer: closed.then(() => received.replace(/^.*100 Continue\r\n\r\n/s, "")) };
}

/** Waits until a server that stops refuses connections. */
async function refused(url: string): Promise<void> {
  const isRefused = () =>
    fetch(`${url}/healthz`).then(
      () => false,
      () => true,
    );
  await expect.poll(isRefused).toBe(true);
}

describe("serve: a log that is not read", () => {
  it("serves on after stderr is closed", async () => {
    const { origin: url, child, ended } = await startServeProcess(["--data", siteDirectory()]);
    child.stderr?.destroy();
    for (let i = 0; i < 5; i++) {
      expect(await nameOfRoot(url)).toBe("Home");
      // Longer than the log gathers lines, so that one is written each time.
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    child.kill("SIGTERM");
    await ended;
    expect(child.exitCode).toBe(process.platform === "win32" ? null : 0);
  });

  it("keeps a bounded number of lines, and logs the number of lost lines", async () => {
    const {
      origin: url,
      child,
      output,
      until,
    } = await startServeProcess(["--data", siteDirectory(), "--log", "json"]);
    child.stderr?.pause();
    // The log has the first 2,000 characters of a target.
    const query = `?unknown=${"x".repeat(2000)}`;
    for (let i = 0; i < 125; i++) {
      await Promise.all(Array.from({ length: 8 }, async () => (await fetch(url + ROOTS + query)).text()));
    }
    child.stderr?.resume();
    // The number of lost lines comes with the next line that is written.
    while (!output.stderr.includes('"lost"')) await nameOfRoot(url);
    await nameOfRoot(url);
    await until(new RegExp(`"target":"${ROOTS}".*\n$`));
    const lost = [...output.stderr.matchAll(/^\{"time":"[^"]+","lost":([0-9]+)\}$/gm)];
    const logged = output.stderr.split("\n").filter((line) => line.includes("unknown=")).length;
    expect(logged + lost.reduce((sum, [, count]) => sum + Number(count), 0)).toBeGreaterThanOrEqual(1000);
    expect(logged).toBeLessThan(990);
  });
});

// Windows has no signals: `kill` ends a process at once.
describe.skipIf(process.platform === "win32")("serve: stopping", () => {
  it.each(["SIGTERM", "SIGINT"] as const)(
    "%s: finishes running requests, and refuses new ones",
    async (signal) => {
      const args = ["--data", siteDirectory(), "--latency", "700"];
      const { origin: url, port, child, ended } = await startServeProcess(args);
      // A request with an incomplete head: its connection is not idle.
      const probe = connect(port, "127.0.0.1");
      await once(probe, "connect");
      probe.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n");
      const running = await arrived(port);
      child.kill(signal);
      await refused(url);
      probe.write("\r\n");
      const [answer] = await once(probe, "data");
      expect(String(answer)).toMatch(/^HTTP\/1\.1 503 [\s\S]*Connection: close[\s\S]*\{"status":"fail"\}$/i);
      expect(await running.answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(await ended).toBe(0);
    },
  );

  it("aborts requests that take longer than five seconds after the signal", async () => {
    const args = ["--data", siteDirectory(), "--latency", "60000"];
    const { port, child, ended } = await startServeProcess(args);
    const running = await arrived(port);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(await running.answer).toBe("");
  });

  it.each([
    ["soon after the first signal", 1],
    ["at once on a second one", 2],
  ])("ends %s, even if a thread is blocked by opening a file", async (_name, signals) => {
    // As on a mount that hangs: Node would wait for that thread before it exits.
    const directory = siteDirectory();
    const pipe = join(directory, "pipe");
    execFileSync("mkfifo", [pipe]);
    const hang = join(directory, "hang.cjs");
    writeFileSync(hang, `require("node:fs").open(${JSON.stringify(pipe)}, "r", () => {});`);
    const args = ["--data", directory, "--latency", signals === 2 ? "60000" : "0"];
    const {
      child,
      ended,
      port,
      origin: url,
    } = await startServeProcess(args, { env: { NODE_OPTIONS: `--require=${hang}` } });
    const running = signals === 2 ? await arrived(port) : undefined;
    child.kill("SIGTERM");
    if (running) {
      await refused(url);
      child.kill("SIGTERM");
    }
    expect(await ended).toBe("SIGTERM");
    if (running) expect(await running.answer).toBe("");
  });

  it.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
  ] as const)("ends at once on a second %s", async (signal, status) => {
    const args = ["--data", siteDirectory(), "--latency", "60000"];
    const { origin: url, port, child, ended } = await startServeProcess(args);
    const running = await arrived(port);
    child.kill(signal);
    await refused(url);
    child.kill(signal);
    expect(await ended).toBe(status);
    expect(await running.answer).toBe("");
  });
});

describe("serve -- command", () => {
  const SHOW = `
    const { MIGRATIONS_BASE_URL: url, MIGRATIONS_PREFIX, MIGRATIONS_API_KEY, MIGRATIONS_DATA } = process.env;
    const headers = { Authorization: "Basic " + Buffer.from("api:" + MIGRATIONS_API_KEY).toString("base64") };
    fetch(url + "/" + encodeURI(MIGRATIONS_PREFIX) + "/Migrations/GetContentAtRoot", { headers }).then(({ status }) => {
      console.log(JSON.stringify({ status, MIGRATIONS_PREFIX, MIGRATIONS_API_KEY, MIGRATIONS_DATA }));
      process.exitCode = 7;
    });`;

  it("sets the variables of the command, and passes on its output and its exit status", async () => {
    const args = ["serve", "--data", siteDirectory(), "--prefix", "umbraco/Ümläut", "--"];
    const { output, ended } = start([...args, process.execPath, "-e", SHOW], {
      env: { MIGRATIONS_API_KEY: API_KEY, MIGRATIONS_DATA: "elsewhere" },
    });
    expect(await ended).toBe(7);
    expect(JSON.parse(output.stdout)).toEqual({
      status: 200,
      MIGRATIONS_PREFIX: "umbraco/Ümläut",
      MIGRATIONS_API_KEY: API_KEY,
    });
    expect(output.stderr).toMatch(/^serving http:\/\/127\.0\.0\.1:[0-9]+\//m);
    expect(output.stderr).not.toMatch(/GET /);
  });

  it("passes --help and --all to the command", async () => {
    const show = ["-e", "console.log(process.argv.slice(1).join(' '))", "--", "--help", "--all"];
    const { output, ended } = start(["serve", "--data", siteDirectory(), "--", process.execPath, ...show]);
    expect([await ended, output.stdout]).toEqual([0, "--help --all\n"]);
  });

  it.skipIf(process.platform === "win32")(
    "passes a signal to the command, and exits with the status for the signal",
    async () => {
      const wait = ["-e", "console.log('waiting'); setInterval(() => {}, 1000)"];
      const running = start(["serve", "--data", siteDirectory(), "--", process.execPath, ...wait]);
      await running.until(/waiting/);
      running.child.kill("SIGTERM");
      expect(await running.ended).toBe(143);
    },
  );

  it.each([
    ["the default folders without PATH", {}, "true"],
    ["a folder of PATH", { PATH: "/nowhere:." }, "own"],
  ])("finds the command in %s", { skip: process.platform === "win32" }, async (_, env, command) => {
    const cwd = dataDirectory({ "content.json": [] });
    writeFileSync(join(cwd, "own"), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
    const run = promisify(execFile);
    const ended = run(process.execPath, [BINARY, "serve", "--data", ".", "--", command], { cwd, env });
    expect((await ended).stderr).toMatch(/^serving http/m);
  });
});
