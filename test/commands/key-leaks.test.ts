/** The API key is neither printed nor written, even if a site repeats requests in its responses. */
import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listening } from "../support/listening.ts";
import { run, startServe } from "../support/program.ts";
import { nodeOf } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";

const KEY = 'p+s/ "w&9';
const BASIC = Buffer.from(`api:${KEY}`).toString("base64");
/** Texts that no output may contain: the key, its encodings, and parts of them. */
const LEAKS = [
  KEY,
  "s/ ",
  BASIC,
  BASIC.slice(0, 10),
  encodeURIComponent(KEY),
  "%2B",
  "%2b",
  "&amp;9",
  "\\u0022w",
];

/** Error responses that contain the header and the key in some encoding. */
const PAGES: [what: string, status: number, type: string, page: (shown: string) => string][] = [
  ["text", 403, "text/plain", (shown) => `no: ${shown} ${KEY} ${encodeURIComponent(KEY).toLowerCase()}`],
  ["text that is truncated", 404, "text/plain", (shown) => `${"x".repeat(230)} ${shown}`],
  ["text that is truncated within the key", 500, "text/plain", () => `${"x".repeat(250)}${KEY}`],
  ["a problem", 403, "application/problem+json", (shown) => JSON.stringify({ detail: `${shown} ${KEY}` })],
  ["JSON in ASCII", 404, "application/json", () => `{"message":"${KEY.replace('"', "\\u0022")} ${BASIC}"}`],
  ["a web page", 500, "text/html", (shown) => `<title>500 ${shown} ${KEY.replace("&", "&amp;")}</title>`],
];

/** A site that answers requests for node 2 with an error response, or all requests if `everything` is true. */
function echoingSite(status: number, type: string, page: (shown: string) => string, everything = false) {
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://h");
    if (everything || searchParams.get("id") === "2") {
      response.writeHead(status, { "Content-Type": type }).end(page(request.headers.authorization ?? ""));
      return;
    }
    const root = { ...nodeOf(1, "Home"), path: [], children: [nodeOf(2, "Broken")] };
    const body = /AtRoot$/.test(pathname) ? (/Media/.test(pathname) ? [] : [root]) : root;
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  };
  return listening(answer);
}

function expectNoLeak(texts: readonly string[]): void {
  for (const text of texts) for (const leak of LEAKS) expect(text).not.toContain(leak);
}

describe.each(PAGES)("API key: a site whose error responses are %s, %i", (_, status, type, page) => {
  const env = { MIGRATIONS_API_KEY: KEY };

  it("content prints the error without the key", async () => {
    const origin = await echoingSite(status, type, page, true);
    const { stdout, stderr } = await run(["content", "--base-url", origin], { env });
    expect(stdout).toBe("");
    expect(stderr).toMatch(/^error: /);
    expectNoLeak([stderr]);
  });

  it("pull neither prints nor writes the key", async () => {
    const origin = await echoingSite(500, type, page);
    const out = join(dataDirectory({}), "copy");
    const pulled = await run(["pull", "--base-url", origin, "--out", out, "--retries", "0"], { env });
    expect(pulled).toMatchObject({ status: 1, stdout: expect.stringContaining("missing: content 2: ") });
    const written = readdirSync(join(out, ".."), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
    expect(written.length).toBeGreaterThan(2);
    const checked = await run(["check", "--data", out]);
    const asJson = await run(["check", "--data", out, "--format", "json"]);
    expect(checked.stdout).toContain("could not be fetched");
    expectNoLeak([pulled.stdout, pulled.stderr, ...written, checked.stdout, checked.stderr, asJson.stdout]);
  });
});

it("API key: a redirect to a URL with the key is reported without it", async () => {
  const origin = await listening((request, response) => {
    const count = Number(/again([0-9])/.exec(request.url ?? "")?.[1] ?? 0) + 1;
    response.writeHead(302, { Location: `/again${count}/${BASIC}/${encodeURIComponent(KEY)}` }).end();
  });
  const { status, stderr } = await run(["content", "--base-url", origin], {
    env: { MIGRATIONS_API_KEY: KEY },
  });
  expect(status).toBe(5);
  expect(stderr).toContain("/again6/***/***");
  expectNoLeak([stderr]);
});

it("API key: the request log contains no encoding of the key", async () => {
  const { url, output, stop, until } = await startServe(["--sample"], { env: { MIGRATIONS_API_KEY: KEY } });
  const headers = { Authorization: `Basic ${BASIC}` };
  const spellings = [
    encodeURIComponent(KEY),
    encodeURIComponent(KEY).toLowerCase(),
    new URLSearchParams({ k: KEY }).toString().slice(2),
    encodeURIComponent(KEY).replace("s", "%73"),
    BASIC,
    encodeURIComponent(BASIC),
    Buffer.from(`api:${KEY}`).toString("base64url"),
  ];
  for (const spelling of [...spellings, "last"])
    await fetch(`${url}/GetContentAtRoot?x=${spelling}&y`, { headers });
  await until(/\?x=last&y 200/);
  await stop();
  expect(output.stderr.match(/\?x=\*\*\*&y 200/g)).toHaveLength(spellings.length);
  for (const spelling of spellings) expect(output.stderr).not.toContain(spelling);
});
