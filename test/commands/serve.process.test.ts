/** `serve` as a process: its log, its reload, how it stops, and the command that it runs. */
import { execFile, execFileSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { renameWhenFree } from "../../src/pull/when-free.ts";
import { BINARY, start, startServeProcess } from "../support/program.ts";
import { API_KEY, AUTHORIZATION, nodeOf, OPERATIONS, siteDirectory, smallTree } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";

const ROOTS = `${OPERATIONS}/GetContentAtRoot`;

async function nameOfRoot(url: string): Promise<unknown> {
  const response = await fetch(url + ROOTS);
  expect(response.status).toBe(200);
  return ((await response.json()) as { name: unknown }[])[0].name;
}

describe("serve: the log", () => {
  it("is a JSON object a line, without the key wherever a client puts it", async () => {
    const args = ["--data", siteDirectory(), "--log", "json"];
    const {
      origin: url,
      output,
      child,
      ended,
      until,
    } = await startServeProcess(args, { env: { MIGRATIONS_API_KEY: API_KEY } });
    const headers = { Authorization: AUTHORIZATION };
    expect((await fetch(`${url}${ROOTS}?key=${API_KEY}`, { headers })).status).toBe(200);
    expect((await fetch(url + ROOTS)).status).toBe(401);
    await until(/"status":401.*\n/);
    child.kill("SIGTERM");
    await ended;
    const lines = output.stderr.split("\n").filter((line) => line.startsWith("{"));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { method: "GET", target: `${ROOTS}?key=***`, status: 200, bytes: expect.any(Number) },
      { method: "GET", target: ROOTS, status: 401, milliseconds: expect.any(Number) },
    ]);
    expect(Date.parse(JSON.parse(lines[0]).time)).toBeGreaterThan(0);
    for (const secret of [API_KEY, AUTHORIZATION.slice(6)])
      expect(output.stderr + output.stdout).not.toContain(secret);
  });
});

describe("serve: --watch", () => {
  it("serves what a changed directory holds, of whatever format, and goes on where it breaks", async () => {
    const directory = siteDirectory();
    const content = join(directory, "content.json");
    const {
      origin: url,
      output,
      until,
    } = await startServeProcess(["--data", directory, "--watch", "--log", "none"]);
    expect(await nameOfRoot(url)).toBe("Home");
    writeFileSync(`${content}.new`, JSON.stringify(smallTree("Changed")));
    await renameWhenFree(`${content}.new`, content);
    await until(/reloaded 4 content and 0 media nodes \(JSON\)/);
    expect(await nameOfRoot(url)).toBe("Changed");
    truncateSync(content, 10);
    await until(/reloading failed, so the earlier data is still served: .*does not load: 1 error/);
    expect(await nameOfRoot(url)).toBe("Changed");
    rmSync(content);
    const { children: _, ...line } = nodeOf(7, "Flat");
    writeFileSync(join(directory, "content.ndjson"), `${JSON.stringify(line)}\n`);
    await until(/reloaded 1 content/);
    expect(await nameOfRoot(url)).toBe("Flat");
    rmSync(directory, { recursive: true });
    await until(/still served: .*does not exist/);
    expect(await nameOfRoot(url)).toBe("Flat");
    expect(output.stderr.match(/still served/g)).toHaveLength(2);
    expect(output.stderr).not.toMatch(/\n\s+at /);
  });
});

describe("what goes away while it serves", () => {
  it("a folder of files: the data is loaded all the same, and the folder may come back", async () => {
    const media = [{ ...nodeOf(5, "x"), url: "/media/x.txt" }];
    const directory = siteDirectory(smallTree(), media);
    const files = join(directory, "..", "media");
    mkdirSync(files);
    writeFileSync(join(files, "x.txt"), "a file");
    const args = ["--data", directory, "--files", files, "--watch", "--log", "none"];
    const { origin: url, output, until } = await startServeProcess(args);
    const textOf = async () => {
      const response = await fetch(`${url}/media/x.txt`);
      return [response.status, response.status === 200 ? await response.text() : await response.json()];
    };
    expect(await textOf()).toEqual([200, "a file"]);
    renameSync(files, `${files}.away`);
    writeFileSync(join(directory, "content.json"), JSON.stringify(smallTree("Changed")));
    await until(/reloaded 4 content and 1 media/);
    expect(await nameOfRoot(url)).toBe("Changed");
    expect(await textOf()).toMatchObject([
      404,
      { detail: expect.stringContaining("media node with the id 5") },
    ]);
    renameSync(`${files}.away`, files);
    expect(await textOf()).toEqual([200, "a file"]);
    expect(output.stderr).not.toMatch(/\n\s+at /);
  });

  it("the reader of its log, at once or while it runs", async () => {
    const { origin: url, child, ended } = await startServeProcess(["--data", siteDirectory()]);
    child.stderr?.destroy();
    for (let i = 0; i < 5; i++) {
      expect(await nameOfRoot(url)).toBe("Home");
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    child.kill("SIGTERM");
    await ended;
    expect(child.exitCode).toBe(process.platform === "win32" ? null : 0);
  });

  it("nobody, but the log is not read: its lines wait in bounded memory, and the rest are counted", async () => {
    const {
      origin: url,
      child,
      output,
      until,
    } = await startServeProcess(["--data", siteDirectory(), "--log", "json"]);
    child.stderr?.pause();
    const query = `?unknown=${"x".repeat(12_000)}`;
    for (let i = 0; i < 160; i++) {
      await Promise.all(Array.from({ length: 8 }, async () => (await fetch(url + ROOTS + query)).text()));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
    child.stderr?.resume();
    await until(/"method":"GET"/);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await nameOfRoot(url);
    const [, lost] = await until(/\{"time":"[^"]+","lost":([0-9]+)\}\n/);
    const logged = output.stderr.split("\n").filter((line) => line.includes('"method"')).length;
    await until(new RegExp(`"target":"${ROOTS}"`));
    expect(logged + Number(lost)).toBeGreaterThanOrEqual(1280);
    expect(logged).toBeLessThan(1270);
  });
});

describe("serve: without --watch", () => {
  it("what happens to the directory does not matter", async () => {
    const directory = siteDirectory();
    const { origin: url } = await startServeProcess(["--data", directory]);
    chmodSync(join(directory, "content.json"), 0);
    expect(await nameOfRoot(url)).toBe("Home");
    truncateSync(join(directory, "media.json"));
    rmSync(directory, { recursive: true, force: true });
    expect(await nameOfRoot(url)).toBe("Home");
  });
});

/** Windows has no signals: what ends a process there ends it at once. */
describe.skipIf(process.platform === "win32")("serve: stopping", () => {
  it.each(["SIGTERM", "SIGINT"] as const)(
    "%s lets what runs finish, and takes nothing new",
    async (signal) => {
      const args = ["--data", siteDirectory(), "--latency", "700"];
      const { origin: url, port, child, ended } = await startServeProcess(args);
      // A request whose head has begun: its connection is not idle.
      const probe = connect(port, "127.0.0.1");
      await once(probe, "connect");
      probe.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n");
      const running = fetch(url + ROOTS);
      await new Promise((resolve) => setTimeout(resolve, 300));
      child.kill(signal);
      await new Promise((resolve) => setTimeout(resolve, 100));
      await expect(fetch(`${url}/healthz`)).rejects.toThrow();
      probe.write("\r\n");
      const [answer] = await once(probe, "data");
      expect(String(answer)).toMatch(/^HTTP\/1\.1 503 [\s\S]*Connection: close[\s\S]*\{"status":"fail"\}$/i);
      const response = await running;
      expect(response.status).toBe(200);
      await response.text();
      expect(await ended).toBe(0);
    },
  );

  it("cuts off what takes longer than --grace", async () => {
    const args = ["--data", siteDirectory(), "--latency", "60000", "--grace", "0.2"];
    const { origin: url, child, ended } = await startServeProcess(args);
    const running = expect(fetch(url + ROOTS)).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 200));
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    await running;
  });

  it.each([
    ["soon after the first signal", 1],
    ["at once on a second one", 2],
  ])("ends %s where a thread waits for a file that does not open", async (_name, signals) => {
    // As on a mount that hangs: Node itself would wait for that thread before it ends.
    const directory = siteDirectory();
    const pipe = join(directory, "pipe");
    execFileSync("mkfifo", [pipe]);
    const hang = join(directory, "hang.cjs");
    writeFileSync(hang, `require("node:fs").open(${JSON.stringify(pipe)}, "r", () => {});`);
    const args = ["--data", directory, "--latency", signals === 2 ? "60000" : "0", "--grace", "3600"];
    const {
      child,
      ended,
      origin: url,
    } = await startServeProcess(args, { env: { NODE_OPTIONS: `--require=${hang}` } });
    const running = signals === 2 ? expect(fetch(url + ROOTS)).rejects.toThrow() : undefined;
    await new Promise((resolve) => setTimeout(resolve, 200));
    for (let sent = 0; sent < signals; sent++) {
      child.kill("SIGTERM");
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(await ended).toBe("SIGTERM");
    await running;
  });

  it("ends at once on a second signal", async () => {
    const args = ["--data", siteDirectory(), "--latency", "60000", "--grace", "3600"];
    const { origin: url, child, ended } = await startServeProcess(args);
    const running = expect(fetch(url + ROOTS)).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 200));
    child.kill("SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, 100));
    child.kill("SIGTERM");
    expect(await ended).toBe(143);
    await running;
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

  it("gives the command the server, and passes on its output and its exit status", async () => {
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

  it("passes on --help and --all that are the command's own", async () => {
    const show = ["-e", "console.log(process.argv.slice(1).join(' '))", "--", "--help", "--all"];
    const { output, ended } = start(["serve", "--data", siteDirectory(), "--", process.execPath, ...show]);
    expect([await ended, output.stdout]).toEqual([0, "--help --all\n"]);
  });

  it("lets the program itself be the command", async () => {
    const { execPath } = process;
    const query = [execPath, join(import.meta.dirname, "../../bin/migrations.js"), "content", "--id", "2"];
    const { output, ended } = start(["serve", "--data", siteDirectory(), "--", ...query]);
    expect(await ended).toBe(0);
    expect(JSON.parse(output.stdout)).toMatchObject({ id: 2, name: "Products" });
  });

  it.skipIf(process.platform === "win32")("passes a signal on, and tells how the command ended", async () => {
    const wait = ["-e", "console.log('waiting'); setInterval(() => {}, 1000)"];
    const running = start(["serve", "--data", siteDirectory(), "--", process.execPath, ...wait]);
    await running.until(/waiting/);
    running.child.kill("SIGTERM");
    expect(await running.ended).toBe(143);
  });

  it.each<[string, number, string]>([
    ["no-such-command-here", 127, "there is no such command"],
    ["./no-such-command-here", 127, "there is no such command"],
    ...(process.platform === "win32"
      ? []
      : [["./content.json", 126, "it may not be executed"] satisfies [string, number, string]]),
  ])(
    "exits as env does, before anything is loaded, if %s cannot run: %i",
    async (command, status, reason) => {
      const { output, ended } = start(["serve", "--data", "./content.json", "--", command], {
        cwd: dataDirectory({ "content.json": "{ no data" }),
      });
      expect(await ended).toBe(status);
      expect(output).toEqual({ stdout: "", stderr: `error: cannot run ${command}: ${reason}\n` });
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

  it("needs a command behind --", async () => {
    const { output, ended } = start(["serve", "--data", siteDirectory(), "--"]);
    expect(await ended).toBe(2);
    expect(output).toEqual({ stdout: "", stderr: "error: there is no command after --\n" });
  });
});

describe("serve: flags that make no sense", () => {
  it.each([
    ["--log", "xml"],
    ["--grace", "-1"],
    ["--grace", "soon"],
    ["--latency", "500-50"],
    ["--latency", "1-2-3"],
    ["--latency", "9999999"],
    ["--fail", "200:10"],
    ["--fail", "503"],
    ["--fail", "503:101"],
    ["--fail", "drop:5"],
    ["--fail", "cut"],
    ["--fail-files", "some"],
    ["--seed", "x"],
    ["--seed", "4294967296"],
    ["--seed", "-1"],
    ["--seed", "1.5"],
    ["--cors", "https://a.example/path"],
    ["--cors", "example"],
    ["--port", "65536"],
  ])("%s %s", async (flag, value) => {
    const { output, ended } = start(["serve", "--data", "nowhere", `${flag}=${value}`]);
    expect(await ended).toBe(2);
    expect(output.stderr).toMatch(
      new RegExp(`^error: ${flag} takes [^\\n]*"${value.replaceAll("/", "\\/")}"\\n$`),
    );
    expect(output.stdout).toBe("");
  });
});

it.each(["0", "4294967295"])("serve: --seed %s is one", async (seed) => {
  const args = ["--data", siteDirectory(), "--latency", "1", "--seed", seed];
  const { output } = await startServeProcess(args);
  expect(output.stderr).toContain(`(seed ${seed})`);
});

it.skipIf(process.platform === "win32").each(["SIGINT", "SIGTERM"] as const)(
  "serve: ends in good order on %s (Windows has no signals to send)",
  async (signal) => {
    const { child, url } = await startServeProcess(["--sample"]);
    await fetch(`${url}/GetContentAtRoot`);
    child.kill(signal);
    expect(await once(child, "close")).toEqual([0, null]);
  },
);

it.skipIf(process.platform === "win32")(
  "a second signal ends a server at once (Windows has none)",
  async () => {
    const { child, port, ended } = await startServeProcess(["--sample"]);
    // A request that is never finished keeps the server from ending in good order.
    const sent = request({ port, host: "127.0.0.1", method: "POST" });
    sent.on("error", () => {});
    sent.write("x");
    await new Promise((resolve) => setTimeout(resolve, 100));
    child.kill("SIGINT");
    await new Promise((resolve) => setTimeout(resolve, 100));
    child.kill("SIGINT");
    expect(await ended).toBe(130);
  },
);
