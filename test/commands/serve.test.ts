import { chmodSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { expectProblem } from "../support/problem.ts";
import { run, startServe } from "../support/program.ts";
import { API_KEY, AUTHORIZATION, keyOf, nameOfRoot, ROOTS, siteDirectory } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";

/** The status of the response to a request with this Host header. */
function statusUnderHost(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { Host: host } }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode));
    });
    sent.on("error", reject).end();
  });
}

describe("serve", () => {
  it("prints one line to stdout when ready, and the data, the access and the media folder to stderr", async () => {
    const { output, url, stop, until } = await startServe(["--sample", "--prefix", "umbraco/Limbo"]);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/umbraco\/Limbo\/Migrations$/);
    await fetch(`${url}/GetContentById?id=1097&maxLevel=0`);
    await fetch(`${url}/GetContentById?id=x`);
    await until(/id=x 400 .*\n/);
    await stop();
    expect(output.stdout).toBe(`${url}\n`);
    const [page, loaded, access, files, first, second, ...rest] = output.stderr.split("\n");
    expect(page).toBe(`open in a browser: ${new URL(url).origin}/`);
    expect(loaded).toMatch(/^loaded 41 content and 21 media nodes \(JSON\) from .*data$/);
    expect(access).toBe("no API key: only requests from this machine are answered");
    expect(files).toMatch(/^media files come from .*data.files$/);
    expect(first).toMatch(
      /^GET \/umbraco\/Limbo\/Migrations\/GetContentById\?id=1097&maxLevel=0 200 \d+ B \d+\.\d ms$/,
    );
    expect(second).toMatch(/^GET \/umbraco\/Limbo\/Migrations\/GetContentById\?id=x 400 \d+ B \d+\.\d ms$/);
    expect(rest).toEqual([""]);
  });

  it("--against compares generated URLs, which the explorer shows, and not those of the operations", async () => {
    const xml = (urlName: string) =>
      `<?xml version="1.0"?><root id="-1"><page id="1" key="${keyOf(1)}" parentID="-1" level="1" sortOrder="1" nodeName="Home" urlName="home" isDoc=""><page id="2" key="${keyOf(2)}" parentID="1" level="2" sortOrder="1" nodeName="News" urlName="${urlName}" isDoc="" /></page></root>`;
    const site = (urlName: string) => dataDirectory({ "umbraco.config": xml(urlName) });
    const { url } = await startServe(["--data", site("stories"), "--against", site("news"), "--quiet"]);
    const changes = await (await fetch(new URL("/explorer/changes", url))).json();
    expect(changes.groups.map(({ fields }: { fields: string[] }) => fields)).toEqual([["url", "urlName"]]);
    expect(await (await fetch(`${url}/GetContentById?id=2`)).json()).not.toHaveProperty("url");
  });

  it("logs no requests with --log none, and prints nothing to stderr with --quiet", async () => {
    const { output, url, stop } = await startServe(["--sample", "--quiet", "--log", "none"]);
    await fetch(`${url}/GetContentAtRoot`);
    await stop();
    expect(output.stderr).toBe("");
  });

  it("answers any host name with --allow-anonymous, and prints a line about it", async () => {
    const { url, output } = await startServe(["--sample", "--allow-anonymous"]);
    expect(await statusUnderHost(`${url}/GetMediaAtRoot`, "evil.example")).toBe(200);
    expect(output.stderr).toContain("no API key: anyone who reaches this server can read the data");
  });

  it("requires the key of --api-key-file, and prints the path of the file", async () => {
    const file = join(dataDirectory({}), "key");
    writeFileSync(file, "\ufeffs3cret\r\n");
    const { url, output } = await startServe(["--sample", "--api-key-file", file]);
    expect(output.stderr).toContain(`requests need the API key in ${file}`);
    const refused = await fetch(`${url}/GetMediaAtRoot`);
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toBe('Basic realm="migrations", charset="UTF-8"');
    expect(await refused.json()).toMatchObject({ type: "urn:migrations:problem:unauthorized" });
    const headers = { Authorization: `Basic ${Buffer.from("api:s3cret").toString("base64")}` };
    expect((await fetch(`${url}/GetMediaAtRoot`, { headers })).status).toBe(200);
  });
});

describe("serve does not start", () => {
  it.each([
    [["--port", "65536"], 2, '--port takes a number from 0 to 65535 (0 selects a free one), not "65536"'],
    [
      ["--host", "0.0.0.0"],
      2,
      "--host 0.0.0.0 lets other machines connect: set an API key (--api-key-file), or add --allow-anonymous",
    ],
    [["--prefix", ""], 2, 'the prefix "" is not a path such as umbraco/Limbo'],
    [
      ["--prefix", "umbraco/Delivery/api/v2"],
      2,
      'the prefix "umbraco/Delivery/api/v2" is where serve has the Content Delivery API: choose one outside of umbraco/delivery/api',
    ],
    [
      ["--host", "192.0.2.1", "--allow-anonymous"],
      5,
      "192.0.2.1 is not an address of this machine: try --host 127.0.0.1",
    ],
  ])("%j", async (args, status, message) => {
    const port = args.includes("--port") ? [] : ["--port", "0"];
    expect(await run(["serve", "--sample", "--quiet", ...port, ...args])).toEqual({
      status,
      stdout: "",
      stderr: `error: ${message}\n`,
    });
  });

  it("with data with errors", async () => {
    const directory = dataDirectory({ "content.json": "[1]" });
    const found = await run(["serve", "--port", "0", "--data", directory]);
    expect(found).toMatchObject({ status: 6, stdout: "" });
    expect(found.stderr).toBe(
      `error: ${directory} does not load: 1 error\n  content.json:1: /0 must be a node, not 1\n`,
    );
  });

  it("on a port that is in use", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const found = await run(["serve", "--sample", "--quiet", "--port", String(port)]);
    expect(found).toEqual({
      status: 5,
      stdout: "",
      stderr: `error: port ${port} on 127.0.0.1 is in use: try another --port, or --port 0 for a free one\n`,
    });
  });
});

it("serve: prints the shares of --fail at the start", async () => {
  const args = ["--fail", "503:30", "--fail", "reset:10", "--", process.execPath, "--version"];
  const { status, stderr } = await run(["serve", "--sample", ...args]);
  expect(status).toBe(0);
  expect(stderr).toContain("\nrequests fail: 30 % with 503, 10 % with reset (seed 1)\n");
});

it.each(["0", "4294967295"])("serve: --seed %s is accepted", async (seed) => {
  const args = ["--data", siteDirectory(), "--latency", "1", "--seed", seed];
  const { output } = await startServe(args);
  expect(output.stderr).toContain(`(seed ${seed})`);
});

describe("serve -- command: errors", () => {
  it.each<[string, number, string]>([
    ["no-such-command-here", 127, "there is no such command"],
    ["./no-such-command-here", 127, "there is no such command"],
    [
      "node -e 'process.exit()'",
      127,
      "there is no such command: write its words separately after --, not as one argument",
    ],
    ...(process.platform === "win32"
      ? []
      : [["./content.json", 126, "it may not be executed"] satisfies [string, number, string]]),
  ])("exits with the status of env, if %s cannot run: %i", async (command, status, reason) => {
    const args = ["serve", "--data", siteDirectory(), "--port", "0", "--quiet", "--", command];
    const found = await run(args, { cwd: dataDirectory({ "content.json": "{}" }) });
    expect(found).toMatchObject({ status, stdout: "" });
    expect(found.stderr.trimEnd()).toBe(`error: cannot run ${command}: ${reason}`);
  });
});

describe("serve --log json", () => {
  it("writes one JSON object per line to stderr, for messages and requests, without the key", async () => {
    const args = ["--data", siteDirectory(), "--log", "json"];
    const { origin, output, stop, until } = await startServe(args, { env: { MIGRATIONS_API_KEY: API_KEY } });
    const headers = { Authorization: AUTHORIZATION };
    expect((await fetch(`${origin}${ROOTS}?key=${API_KEY}`, { headers })).status).toBe(200);
    expect((await fetch(origin + ROOTS)).status).toBe(401);
    await until(/"status":401.*\n/);
    await stop();
    const lines = output.stderr
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { level: "info", message: `open in a browser: ${origin}/` },
      { level: "info", message: expect.stringMatching(/^loaded 4 content and 0 media nodes \(JSON\) from /) },
      { level: "info", message: "requests need the API key in MIGRATIONS_API_KEY" },
      { method: "GET", target: `${ROOTS}?key=***`, status: 200, bytes: expect.any(Number) },
      { method: "GET", target: ROOTS, status: 401, milliseconds: expect.any(Number) },
    ]);
    for (const { time } of lines) expect(Date.parse(time)).toBeGreaterThan(0);
    for (const secret of [API_KEY, AUTHORIZATION.slice(6)])
      expect(output.stderr + output.stdout).not.toContain(secret);
  });

  it("writes the requests before a message that comes after them", async () => {
    const { origin, output, stop, until } = await startServe(["--sample", "--log", "json"], KEYED);
    const requests = [ROOTS, "/?a", "/?b", FILE];
    for (const target of requests) await fetch(origin + target);
    await until(/without the API key.*\n/);
    await stop();
    const lines = output.stderr
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const [first] = lines.filter(({ level }) => level === "warning");
    expect(
      lines.slice(lines.findIndex(({ target }) => target === ROOTS)).map(({ target }) => target),
    ).toEqual([...requests.slice(0, -1), undefined, FILE]);
    expect(first.message).toContain("without the API key");
    const times = lines.map(({ time }) => time);
    expect(times).toEqual(times.toSorted());
  });

  it("writes the error that ends it as an object, with its findings", async () => {
    const directory = dataDirectory({ "content.json": "[" });
    const { status, stderr } = await run(["serve", "--data", directory, "--log", "json"]);
    expect(status).toBe(6);
    expect(JSON.parse(stderr)).toMatchObject({
      level: "error",
      message: expect.stringMatching(/does not load: 1 error\n {2}content\.json:1/),
    });
  });
});

const KEYED = { env: { MIGRATIONS_API_KEY: API_KEY } };
const FILE = "/media/t4qn8w2x/ferry-timetable.pdf";
const OTHER_FILE = "/media/0zbx3i9w/logo.svg";

it.each([
  {
    args: [],
    line: /^media files come from \S+, and need the key, which the API's \.NET client does not send for files: add --public-files to serve them without it$/m,
  },
  { args: ["--public-files"], line: /^media files come from \S+, and need no key$/m },
])(
  "serve: with a key and files, $args: prints at the start whether files need the key",
  async ({ args, line }) => {
    const { output } = await startServe(["--sample", "--log", "none", ...args], KEYED);
    expect(output.stderr).toMatch(line);
  },
);

it.each([
  [undefined, /^http:\/\/127\.0\.0\.1:[0-9]+\/platform\/module\/Migrations\n$/],
  [80, /^serving http:\S+\/Migrations\n$/],
])("serve: prints the URL alone, unless stdout is a terminal: %s columns", async (columns, line) => {
  const { output } = await startServe(["--sample", "--quiet", "--log", "none"], { columns });
  expect(output).toMatchObject({ stdout: expect.stringMatching(line), stderr: "" });
});

it("serve: warns once of a file that was refused for lack of a key, and names --public-files", async () => {
  const { origin, output, until } = await startServe(["--sample", "--log", "none"], KEYED);
  const get = (path: string, headers = {}) => fetch(origin + path, { headers });
  await expectProblem(await get("/media/named-by-no-node.pdf"), "unauthorized");
  expect((await get(FILE, { Authorization: AUTHORIZATION })).status).toBe(200);
  await expectProblem(await get(FILE, { Authorization: "Basic d3Jvbmc6d3Jvbmc=" }), "unauthorized");
  await expectProblem(await get(FILE, { "Api-Key": "wrong" }), "unauthorized");
  expect(output.stderr).not.toContain("warning:");
  await expectProblem(await get(`${FILE}?rnd=1`), "unauthorized");
  await until(/^warning: .*\n/m);
  await expectProblem(await get(OTHER_FILE), "unauthorized");
  await expectProblem(await get(FILE), "unauthorized");
  const warnings = output.stderr.split("\n").filter((line) => line.startsWith("warning:"));
  expect(warnings).toEqual([
    `warning: ${FILE} was requested without the API key and refused, as other media files will be: to serve media files without the key, add --public-files`,
  ]);
});

it.each([
  { args: ["--quiet"], env: KEYED.env, status: 401 },
  { args: ["--public-files"], env: KEYED.env, status: 200 },
  { args: [], env: {}, status: 200 },
])("serve: prints no such warning with $args and $env", async ({ args, env, status }) => {
  const { origin, output } = await startServe(["--sample", "--log", "none", ...args], { env });
  const answer = await fetch(origin + FILE);
  expect(answer.status).toBe(status);
  if (status === 401) await expectProblem(answer, "unauthorized");
  expect(output.stderr).not.toContain("warning:");
});

describe("serve: without --watch", () => {
  it("serves the loaded data, even if the directory is changed or removed", async () => {
    const directory = siteDirectory();
    const { origin: url } = await startServe(["--data", directory]);
    chmodSync(join(directory, "content.json"), 0);
    expect(await nameOfRoot(url)).toBe("Home");
    truncateSync(join(directory, "media.json"));
    rmSync(directory, { recursive: true, force: true });
    expect(await nameOfRoot(url)).toBe("Home");
  });
});
