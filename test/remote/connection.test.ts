/** Certificates, proxies and compression of requests to a site. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { PullEvent } from "../../src/remote/pull-events.ts";
import { listening } from "../support/listening.ts";
import { run } from "../support/program.ts";
import { siteOptions } from "../support/site-options.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";
import { newCopy } from "./pulled-site.ts";

const ROOTS = '[{"id":1,"key":"5f0c9e7a-0000-4000-8000-000000000001","name":"Home","children":[]}]';
const ANSWER = `${ROOTS}\n`;

/** A self-signed certificate for loopback, made with openssl. */
function certificate() {
  const directory = temporaryDirectory();
  const [key, cert] = ["key.pem", "cert.pem"].map((name) => join(directory, name));
  const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  const algorithm = "-x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2".split(" ");
  execFileSync("openssl", ["req", ...algorithm, "-keyout", key, "-out", cert, ...subject], {
    stdio: "ignore",
  });
  return { key: readFileSync(key), cert: readFileSync(cert), file: cert };
}

/** Serves roots over TLS until the test ends. @returns the origin, and the file of the certificate */
async function tlsSite() {
  const { key, cert, file } = certificate();
  const server = createTlsServer({ key, cert }, (_request, response) => response.end(ROOTS));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, file };
}

function hasOpenssl(): boolean {
  try {
    execFileSync("openssl", ["version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!hasOpenssl())("RemoteSource: an untrusted certificate (skipped without openssl)", () => {
  it("is refused, trusted with --ca-file, and ignored with --insecure", async () => {
    const { origin, file } = await tlsSite();
    const args = ["content", "--base-url", origin];
    const refused = await run(args);
    expect(refused.stderr).toMatch(
      /^error: https:\S+ has a certificate that is not trusted \(.*\): try --ca-file, or --insecure\n$/,
    );
    expect(refused.status).toBe(5);
    expect(await run([...args, "--ca-file", file])).toEqual({ status: 0, stdout: ANSWER, stderr: "" });
    const insecure = await run([...args, "--insecure"]);
    expect(insecure).toMatchObject({ status: 0, stdout: ANSWER });
    expect(insecure.stderr).toMatch(/^warning: --insecure: /);
    const pulled = await run(["pull", ...args.slice(1), "--out", temporaryDirectory()]);
    expect(pulled).toMatchObject({ status: 5, stdout: "" });
  });
});

describe("RemoteSource: unusable certificate files", () => {
  it("are usage errors", async () => {
    const directory = dataDirectory({ "no.pem": "hello" });
    const args = ["content", "--base-url", "https://127.0.0.1:1"];
    for (const [flags, message] of [
      [["--ca-file", join(directory, "no.pem")], /has no certificate in PEM/],
      [
        ["--ca-file", join(directory, "missing.pem")],
        /--ca-file cannot be read from .*missing\.pem: no such file or directory$/m,
      ],
      [["--ca-file", "x", "--insecure"], /cannot be used together/],
    ] as const) {
      const { status, stderr } = await run([...args, ...flags]);
      expect(stderr).toMatch(message);
      expect(status).toBe(2);
    }
  });
});

/** A proxy for plain requests and tunnels; records the requests. */
async function proxy() {
  const requested: string[] = [];
  const server = createServer((incoming, response) => {
    requested.push(`${incoming.method} ${incoming.url}`);
    request(incoming.url ?? "", { headers: incoming.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    }).end();
  });
  server.on("connect", (incoming, socket) => {
    requested.push(`CONNECT ${incoming.url}`);
    const [host, port] = (incoming.url ?? "").split(":");
    const target = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      target.pipe(socket).pipe(target);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requested };
}

describe("RemoteSource: a proxy", () => {
  it("is used with HTTP_PROXY, but not for the hosts in NO_PROXY", async () => {
    const site = await listening((_request, response) => response.end(ROOTS));
    const { url, requested } = await proxy();
    const args = ["content", "--base-url", site];
    expect(await run(args, { env: { HTTP_PROXY: url } })).toEqual({ status: 0, stdout: ANSWER, stderr: "" });
    expect(requested).toEqual([expect.stringMatching(/^GET http:\/\/127\.0\.0\.1:\d+\/platform\/module\//)]);
    const direct = await run(args, { env: { http_proxy: url, NO_PROXY: "127.0.0.1" } });
    expect(direct.stdout).toBe(ANSWER);
    expect(requested).toHaveLength(1);
    const wrong = await run(args, { env: { HTTP_PROXY: "no url" } });
    expect(wrong.stderr).toMatch(/^error: HTTP_PROXY or HTTPS_PROXY is not a URL/);
    expect(wrong.status).toBe(2);
  });

  it.skipIf(!hasOpenssl())("is used as a tunnel with HTTPS_PROXY", async () => {
    const { origin, file } = await tlsSite();
    const { url, requested } = await proxy();
    const args = ["content", "--base-url", origin, "--ca-file", file];
    expect(await run(args, { env: { HTTPS_PROXY: url } })).toEqual({ status: 0, stdout: ANSWER, stderr: "" });
    expect(requested).toEqual([`CONNECT ${new URL(origin).host}`]);
  });
});

describe("RemoteSource: an answer", () => {
  it("is requested compressed, but not from the same machine", async () => {
    const codings: unknown[] = [];
    const far = await listening(({ url, headers }, response) => {
      codings.push([url?.split("/platform")[0], headers["accept-encoding"]]);
      response.end(ROOTS);
    });
    expect((await run(["content", "--base-url", far])).stdout).toBe(ANSWER);
    const args = ["content", "--base-url", "http://old.example"];
    expect((await run(args, { env: { HTTP_PROXY: far } })).stdout).toBe(ANSWER);
    expect(codings).toEqual([
      ["", "identity"],
      ["http://old.example", "gzip, br"],
    ]);
  });
});

describe("a port on which nobody listens", () => {
  it("gives one line, after one short retry", async () => {
    const site = siteOptions("http://127.0.0.1:1", "p");
    const retries: PullEvent[] = [];
    const onEvent = (event: PullEvent) => void (event.type === "retry" && retries.push(event));
    await expect(newCopy(site.baseUrl, { site, onEvent })).rejects.toThrow("refused");
    expect(retries).toHaveLength(1);
    const { status, stderr } = await run(["content", "--base-url", site.baseUrl]);
    expect(stderr).toMatch(/^error: http:\/\/127\.0\.0\.1:1\/\S+ cannot be read: connection refused\n$/);
    expect(status).toBe(5);
  });
});
