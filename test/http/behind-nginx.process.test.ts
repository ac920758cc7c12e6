/** Two processes of one directory behind nginx, configured as the example is. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { freePort, isInstalled, startNginx } from "../support/nginx.ts";
import { startServeProcess } from "../support/program.ts";
import { ROOT } from "../support/repository.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const KEY = "a key of the test";
const BASIC = basicOf(KEY);
const PATH = "/platform/module/Migrations/GetContentById?id=1085";
const DELIVERY_PATH = "/umbraco/delivery/api/v2/content/item/";

const isHere = isInstalled("nginx", "-v") && isInstalled("openssl", "version");

describe.skipIf(!isHere)("behind nginx (skipped without nginx and openssl)", () => {
  it("answers every request, also while one of two processes is killed", async () => {
    const { servers, send } = await shared();
    const statuses = new Map<number, number>();
    let isOver = false;
    const client = async () => {
      while (!isOver) {
        const { status } = await send(PATH);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    const clients = Array.from({ length: 4 }, client);
    const answered = () => [...statuses.values()].reduce((sum, count) => sum + count, 0);
    const more = async (count: number) => {
      const before = answered();
      await expect.poll(answered).toBeGreaterThan(before + count);
    };
    await more(20);
    servers[0].child.kill("SIGKILL");
    await servers[0].ended;
    await more(100);
    isOver = true;
    await Promise.all(clients);
    expect([...statuses.keys()]).toEqual([200]);
  });

  it("caches answers, and revalidates them by ETag", async () => {
    const { servers, send } = await shared();
    const first = await send(PATH);
    expect(first).toMatchObject({ status: 200, cache: "MISS" });
    expect(JSON.parse(first.body)).toMatchObject({ id: 1085 });
    // nginx counts whole seconds.
    let later = await send(PATH);
    for (; later.cache === "HIT"; later = await send(PATH)) await sleep(100);
    expect(later).toEqual({ ...first, cache: "REVALIDATED" });
    await expect.poll(() => send(PATH)).toEqual({ ...first, cache: "HIT" });
    const direct = servers.map(
      async ({ origin }) => (await fetch(origin + PATH, { headers: BASIC })).headers,
    );
    const tags = (await Promise.all(direct)).map((headers) => headers.get("etag"));
    expect(tags).toEqual([first.etag, first.etag]);
  });

  it("shares no answer between credentials, whichever header has the key", async () => {
    const { send } = await shared();
    const clients: RequestHeaders[] = [{ "Api-Key": KEY }, BASIC, { ...BASIC, "Api-Key": KEY }];
    const strangers: RequestHeaders[] = [{}, basicOf("another key"), { "Api-Key": "another key" }];
    for (const path of [PATH, DELIVERY_PATH]) {
      for (const client of clients) {
        expect(await send(path, client), `${path} ${Object.keys(client)}`).toMatchObject({
          status: 200,
          cache: "MISS",
        });
        for (const stranger of strangers) {
          const refused = await send(path, stranger);
          expect(refused.status).toBe(401);
          expect(JSON.parse(refused.body)).toMatchObject({ type: "urn:migrations:problem:unauthorized" });
        }
      }
    }
  });

  it("shares no answer between hosts, since the domains of a site decide what a path is", async () => {
    const { send } = await shared();
    for (const Host of ["old.example", "new.example"])
      expect((await send(DELIVERY_PATH, { ...BASIC, Host })).cache).toBe("MISS");
  });
});

/** Two servers, and nginx before them. */
async function shared() {
  const options = { env: { MIGRATIONS_API_KEY: KEY } };
  const servers = [
    await startServeProcess(["--sample"], options),
    await startServeProcess(["--sample"], options),
  ];
  const port = await startShared(servers.map((server) => server.port));
  return { servers, send: (path: string, headers: RequestHeaders = BASIC) => send(port, path, headers) };
}

/** Starts nginx with the configuration of the example, with other ports and paths. @returns the port that it listens on */
async function startShared([first, second]: number[]): Promise<number> {
  const folder = temporaryDirectory();
  const port = await freePort();
  const text = readFileSync(join(ROOT, "examples", "server", "nginx.conf"), "utf8");
  const replacements = [
    ["127.0.0.1:3000", `127.0.0.1:${first}`],
    ["127.0.0.1:3001", `127.0.0.1:${second}`],
    ["listen 443 ssl", `listen 127.0.0.1:${port} ssl`],
    ["/etc/ssl/migrations", folder],
    ["/var/cache/nginx/migrations", join(folder, "cache")],
  ];
  for (const [written] of replacements) expect(text).toContain(written);
  const site = replacements.reduce((all, [written, here]) => all.replaceAll(written, here), text);
  const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  const files = ["-keyout", join(folder, "key.pem"), "-out", join(folder, "cert.pem")];
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...files, ...subject],
    {
      stdio: "ignore",
    },
  );
  await startNginx(folder, site, () => send(port, "/healthz"));
  return port;
}

type RequestHeaders = Readonly<Record<string, string>>;

function basicOf(key: string): { Authorization: string } {
  return { Authorization: `Basic ${Buffer.from(`api:${key}`).toString("base64")}` };
}

type Fetched = { status: number; etag: string | undefined; cache: string; body: string };

/** Requests over a new connection, as many clients do. */
function send(port: number, path: string, headers: RequestHeaders = {}): Promise<Fetched> {
  return new Promise((resolve, reject) => {
    const options = { port, path, headers, rejectUnauthorized: false, agent: false };
    const sent = request({ host: "127.0.0.1", ...options }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text) => {
        body += text;
      });
      response.on("error", reject).on("end", () => {
        const { etag, "x-cache": cache } = response.headers;
        resolve({ status: response.statusCode ?? 0, etag, cache: String(cache), body });
      });
    });
    sent.on("error", reject).end();
  });
}
