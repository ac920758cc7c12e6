import { describe, expect, it } from "vitest";
import { listening } from "../support/listening.ts";
import { run, sharedServers, startServe } from "../support/program.ts";

const KEY = "ca6558e1-81be-46e1-a367-99864e2b06fc";
const HEX = KEY.replaceAll("-", "");
const NODE = ["content", "--sample", "--id", "1097"];
const serverOf = sharedServers();

describe("content and media print the server's responses", () => {
  it.each([
    ["the roots", ["content"], "GetContentAtRoot"],
    ["the roots to a level", ["content", "--max-level", "3"], "GetContentAtRoot?maxLevel=3"],
    ["all", ["media", "--depth", "all"], "GetMediaAtRoot?maxLevel=2147483647"],
    ["the roots without children", ["media", "--depth", "0"], "GetMediaAtRoot?maxLevel=1"],
    ["a node by id", ["content", "--id", "1063"], "GetContentById?id=1063"],
    ["a node by key", ["content", "--key", `{${KEY.toUpperCase()}}`], `GetContentByKey?key=${KEY}`],
    ["a node by UDI", ["content", "--key", `umb://document/${HEX}`], `GetContentByKey?key=${KEY}`],
    [
      "a node two levels deep",
      ["content", "--id", "1052", "--depth", "2"],
      "GetContentById?id=1052&maxLevel=4",
    ],
  ])("%s", async (_, args, operation) => {
    const { url, origin } = await serverOf(["--sample", "--log", "none"]);
    const expected = `${await (await fetch(`${url}/${operation}`)).text()}\n`;
    expect(await run([...args, "--sample"])).toEqual({ status: 0, stdout: expected, stderr: "" });
    expect(await run([...args, "--base-url", origin])).toEqual({ status: 0, stdout: expected, stderr: "" });
  });

  it("--format ndjson: prints a line for each root", async () => {
    const { stdout } = await run(["content", "--sample", "--format", "ndjson", "--depth", "all"]);
    const lines = stdout.trimEnd().split("\n");
    const whole = await run(["content", "--sample", "--depth", "all"]);
    expect(`[${lines.join(",")}]\n`).toBe(whole.stdout);
    expect(lines).toHaveLength(2);
    const node = await run([...NODE, "--format", "ndjson"]);
    expect(node.stdout).toBe((await run(NODE)).stdout);
  });
});

describe("content and media: the source", () => {
  it.each([
    ["an option over a variable", ["--sample"], { MIGRATIONS_DATA: "/nowhere" }, 0, ""],
    ["a variable", [], { MIGRATIONS_DATA: "./data" }, 0, ""],
    ["the default", [], {}, 0, ""],
    [
      "two variables",
      [],
      { MIGRATIONS_DATA: "x", MIGRATIONS_BASE_URL: "http://127.0.0.1" },
      2,
      "error: MIGRATIONS_DATA and MIGRATIONS_BASE_URL cannot be used together: unset one, or add --data or --base-url\n",
    ],
    [
      "two variables and an option",
      ["--sample"],
      { MIGRATIONS_DATA: "x", MIGRATIONS_BASE_URL: "http://127.0.0.1" },
      0,
      "",
    ],
  ])("%s", async (_, flags, env, status, stderr) => {
    expect(await run(["content", "--id", "1097", ...flags], { env })).toMatchObject({ status, stderr });
  });

  it("if missing, the error names --data, --sample and pull", async () => {
    const { status, stderr, stdout } = await run(["content"], { cwd: "/" });
    expect({ status, stdout }).toEqual({ status: 6, stdout: "" });
    expect(stderr).toBe(
      "error: ./data does not exist: --data names the directory that holds content.json, media.json, content.ndjson, media.ndjson, the folders Content or Media with *.config files, umbraco.config, or a site's own umbraco/Data/*.sqlite.db, App_Data/*.sdf, App_Data/*.mdf, uSync/v* or App_Data/umbraco.config; add --data PATH, or --sample for the sample site, or copy a site with migrations pull\n",
    );
  });

  it.each([
    ["a base URL with the API's path", "/umbraco/Limbo/Migrations", []],
    ["a base URL with an operation", "/umbraco/Limbo/Migrations/GetContentById?id=5", []],
    ["a base URL with a slash and a prefix", "/", ["--prefix", "/umbraco/Limbo/"]],
  ])("%s", async (_, path, flags) => {
    const { origin } = await serverOf(["--sample", "--prefix", "umbraco/Limbo", "--log", "none"]);
    const found = await run(["content", "--id", "1097", "--base-url", origin + path, ...flags]);
    expect(found).toMatchObject({ status: 0, stderr: "" });
  });
});

describe("content and media: each kind of failure has its exit status", () => {
  it.each([
    [
      "a node of the other kind",
      ["content", "--sample", "--id", "1203"],
      3,
      "there is no content node with the id 1203; a media node has it: try migrations media --id 1203",
    ],
    ["a directory that does not load", ["media", "--data", "./src"], 6, "./src holds no data"],
    [
      "a live site that refuses connections",
      ["media", "--base-url", "http://127.0.0.1:1"],
      5,
      "cannot be read",
    ],
  ])("%s", async (_, args, status, message) => {
    const found = await run(args);
    expect(found).toMatchObject({ status, stdout: "" });
    expect(found.stderr).toContain(message);
    expect(found.stderr).not.toContain("    at ");
  });

  it("a live site that refuses access", async () => {
    const origin = await listening((_, response) => response.writeHead(401).end("who are you?"));
    const found = await run(["content", "--base-url", origin]);
    expect(found).toMatchObject({ status: 4, stdout: "" });
    expect(found.stderr).toContain("refused access (401: who are you?): try --api-key-file");
  });
});

describe("content and media: the API key", () => {
  it.each([
    ["a variable", [], { MIGRATIONS_API_KEY: "s3cret" }, ""],
    ["standard input", ["--api-key-file", "-"], {}, "s3cret\n"],
  ])("is read from %s, and not printed", async (_, flags, env, stdin) => {
    const { origin, output } = await startServe(["--sample", ...flags], { env, stdin });
    expect(output.stderr).not.toContain("s3cret");
    const found = await run(["content", "--id", "1097", "--base-url", origin, ...flags], { env, stdin });
    expect(found).toMatchObject({ status: 0, stderr: "" });
    expect(await run(["content", "--base-url", origin])).toMatchObject({ status: 4 });
  });
});

describe("content and media: omitted levels", () => {
  it.each([
    [["--depth", "0"], "below level 1 not requested: --depth all\n"],
    [["--depth", "all"], ""],
  ])("of a live site are reported without a count: %j", async (depth, line) => {
    const { origin } = await serverOf(["--sample", "--log", "none"]);
    const args = ["content", "--base-url", origin, "--format", "tree", ...depth];
    const { stdout } = await run(args);
    expect(stdout.match(/^below level.*\n/m)?.[0] ?? "").toBe(line);
  });
});

it("content and media: --timeout 300 is accepted", async () => {
  const { status, stderr } = await run(["media", "--timeout", "300", "--base-url", "http://127.0.0.1:1"]);
  expect(stderr).toMatch(/^error: http:\/\/127\.0\.0\.1:1\/[^\n]*\n$/);
  expect(status).toBe(5);
});
