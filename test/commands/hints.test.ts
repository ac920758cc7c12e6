/** Commands in error messages: they keep the given options, and can be pasted. */
import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { listening } from "../support/listening.ts";
import { run, sharedServers, startServe } from "../support/program.ts";
import { fixture, ROOT } from "../support/repository.ts";
import { dataDirectory } from "../support/temporary.ts";

const KEY = "ca6558e1-81be-46e1-a367-99864e2b06fc";
const HEX = KEY.replaceAll("-", "");
const USYNC = fixture("usync/which-nodes");

const serverOf = sharedServers();
/** The origin of a site with another prefix than the usual one. */
const limboSite = async () =>
  (await serverOf(["--sample", "--prefix", "umbraco/Limbo", "--log", "none"])).origin;

/** The command in the last line of stderr. */
function hintIn(stderr: string): string {
  return / (?:try|list them:) (migrations .*)$/m.exec(stderr)?.[1] ?? `no hint in ${stderr}`;
}

describe("hints: the command in an error", () => {
  it.each([
    ["content KEY --sample --depth 0", "migrations content --key KEY --depth 0 --sample"],
    ["media umb://media/HEX", "migrations media --key umb://media/HEX"],
    ["find KEY --sample --name x", "migrations content --sample --key KEY"],
    ["pull https://old.example --out x", "migrations pull --out x --base-url https://old.example"],
    [
      "media --key 1203 --sample --format tree --no-color",
      "migrations media --id 1203 --sample --format tree --no-color",
    ],
    ["content --id 1203 --sample", "migrations media --id 1203 --sample"],
    [
      "media --key umb://document/HEX --sample --depth 0",
      "migrations content --key umb://document/HEX --depth 0 --sample",
    ],
    ["media --key umb://media/HEX --sample", "migrations content --key KEY --sample"],
    [
      "pull --base-url http://h --out x --kind media --key umb://document/HEX",
      "migrations pull --out x --kind content --key umb://document/HEX --base-url http://h",
    ],
  ])("of %s", async (line, hint) => {
    const fill = (text: string) => text.replaceAll("KEY", KEY).replaceAll("HEX", HEX);
    const { status, stderr } = await run(fill(line).split(" "));
    expect([2, 3]).toContain(status);
    expect(hintIn(stderr)).toBe(fill(hint));
  });

  it.skipIf(process.platform === "win32").each([
    ["content --data OLD --id KEY", "content --key KEY --data OLD"],
    ["types Image --data OLD", "types Image --kind media --data OLD"],
  ])("has the arguments of the command, and works: %s", async (line, hint) => {
    const cwd = dataDirectory({});
    cpSync(join(ROOT, "data"), join(cwd, "it's old"), { recursive: true });
    const words: Record<string, string> = { OLD: "./it's old", KEY };
    const args = line.split(" ").map((word) => words[word] ?? word);
    const hinted = hintIn((await run(args, { cwd })).stderr);
    const pasted: Record<string, string> = { ...words, OLD: `'./it'\\''s old'` };
    expect(hinted).toBe(`migrations ${hint.replace(/OLD|KEY/g, (word) => pasted[word] ?? word)}`);
    // As a shell reads it.
    const read = spawnSync("sh", ["-c", hinted.replace("migrations", "printf '%s\\n'")], {
      encoding: "utf8",
    });
    expect((await run(read.stdout.trimEnd().split("\n"), { cwd })).status).toBe(0);
  });

  it("has --base-url, --prefix and --timeout of a live site", async () => {
    const origin = await limboSite();
    const from = ["--base-url", origin, "--prefix", "umbraco/Limbo", "--timeout", "9"];
    const { stderr } = await run(["content", "--id", "1203", ...from]);
    expect(hintIn(stderr)).toBe(
      `migrations media --id 1203 --base-url ${origin} --prefix umbraco/Limbo --timeout 9`,
    );
  });

  it("for warnings has --culture and --include-unpublished", async () => {
    const args = ["--data", USYNC, "--include-unpublished", "--culture", "en-US"];
    const { output } = await startServe([...args, "--log", "none"]);
    expect(hintIn(output.stderr)).toBe(
      `migrations check --data ${USYNC} --culture en-US --include-unpublished`,
    );
  });
});

describe("hints: a wrong prefix", () => {
  const PATH = "/Umbraco/Old";

  it.each([["content", "--id", "1097"], ["pull"]])(
    "the error names the site's own prefix: %s %s %s",
    async (...args) => {
      if (args[0] === "pull") args.push("--out", join(dataDirectory({}), "copy"));
      const origin = await limboSite();
      const { status, stderr } = await run([...args, "--base-url", origin, "--prefix", "a/b"]);
      expect(status).toBe(5);
      expect(stderr).toMatch(/, so the API is not at "a\/b": try migrations .* --prefix umbraco\/Limbo.*\n$/);
      expect(stderr).not.toMatch(/\.,|::|\.\.|\.:/);
      const again = await run([...args, "--base-url", origin, "--prefix", "umbraco/Limbo"]);
      expect(again.status, again.stderr).toBe(0);
    },
  );

  it.each([
    ["/umbraco/Limbo", ["--prefix", "umbraco/limbo"], "umbraco/limbo"],
    ["/umbraco/Limbo/", [], "umbraco/Limbo"],
  ])("a prefix in the base URL becomes --prefix: %s %j", async (path, prefix, named) => {
    const origin = await limboSite();
    const { status, stderr } = await run(["content", "--base-url", origin + path, ...prefix]);
    expect(status).toBe(5);
    expect(stderr).toContain(`: try migrations content --base-url ${origin} --prefix ${named}\n`);
    expect((await run(hintIn(stderr).split(" ").slice(1))).status).toBe(0);
  });

  it.each([
    ["/x", []],
    ["/x/y", ["--prefix", "a/b"]],
    ["/x", ["--prefix", "umbraco/Limbo"]],
    ["/x/umbraco/Limbo", ["--prefix", "umbraco/Limbo"]],
  ])(
    "a base URL with a path that the site does not have is replaced by its origin: %s %j",
    async (path, prefix) => {
      const origin = await limboSite();
      const { stderr } = await run(["content", "--base-url", origin + path, ...prefix]);
      expect(hintIn(stderr)).toBe(`migrations content --base-url ${origin} --prefix umbraco/Limbo`);
      expect((await run(hintIn(stderr).split(" ").slice(1))).status).toBe(0);
    },
  );

  it("a base URL keeps its path if a proxy removes it before the site answers", async () => {
    const site = await limboSite();
    const origin = await listening(async (request, response) => {
      const answer = await fetch(site + request.url?.replace(/^\/old/, ""));
      response.writeHead(answer.status).end(await answer.text());
    });
    const { stderr } = await run(["content", "--base-url", `${origin}/old`]);
    expect(hintIn(stderr)).toBe(`migrations content --base-url ${origin}/old --prefix umbraco/Limbo`);
    expect((await run(hintIn(stderr).split(" ").slice(1))).status).toBe(0);
  });

  it("the error names the usual prefix, if the response only repeats the request", async () => {
    const origin = await listening((request, response) => {
      const message = `No HTTP resource was found that matches the request URI 'http://h${request.url}'.`;
      response
        .writeHead(404, { "Content-Type": "application/json" })
        .end(JSON.stringify({ Message: message }));
    });
    const { stderr } = await run(["content", "--id", "5", "--base-url", origin + PATH, "--prefix", "a/b"]);
    expect(stderr).toMatch(
      /, so the API is not at "a\/b": try migrations content .* --prefix umbraco\/Limbo\n$/,
    );
  });
});

describe("hints: a path without --data is accepted or refused", () => {
  it.each([
    ["content", ["./site", "--id", "1"]],
    ["types", ["home", "./site"]],
    ["types", ["."], "site"],
  ])("%s %j", async (command, args, folder = ".") => {
    const root = dataDirectory({
      "site/content.json": [{ id: 1, key: KEY, name: "Home", url: "/", type: "home" }],
      "site/content-types.json": [
        { id: 2, key: KEY.replace("ca", "cb"), alias: "home", name: "Home", tabs: [] },
      ],
    });
    const path = args.find((arg) => /site|^\.$/.test(arg)) ?? "";
    const cwd = join(root, folder);
    const bare = await run([command, ...args], { cwd });
    const named = await run([command, ...args.filter((arg) => arg !== path), "--data", path], { cwd });
    expect(bare).toEqual(named);
    expect([bare.status, bare.stdout === ""]).toEqual([0, false]);
  });

  it.each([
    ["content ./gone", "error: ./gone does not exist: --data names the directory"],
    ["check nowhere", "error: there is no file or folder nowhere\n"],
    ["export nowhere --out copy", "error: there is no file or folder nowhere\n"],
    ["serve --port 0 production.bacpac", "error: there is no file or folder production.bacpac\n"],
    ["check nowhere --data data", 'error: unexpected argument "nowhere"\n'],
    ["content ./a ./b", 'error: unexpected argument "./b"'],
    ["verify data data data", 'error: unexpected argument "data"\n'],
    ["content ./a --sample", "error: --data and --sample cannot be used together"],
    ["types gone", "error: there is no content type with the alias gone"],
    ["find kafe --sample", 'error: unexpected argument "kafe": try migrations find --search kafe --sample'],
    ["find --search half past --sample", `try migrations find --search 'half past' --sample`],
  ])("%s", async (line, message) => {
    const args = line.startsWith("types") ? [...line.split(" "), "--sample"] : line.split(" ");
    expect((await run(args)).stderr).toContain(message);
  });

  it("serve", async () => {
    const { url } = await startServe([dataDirectory({ "content.json": [] })]);
    expect((await fetch(`${url}/GetContentAtRoot`)).status).toBe(200);
  });
});

it("hints: the error of a command that reads directories has a pull command of the live site that works", async () => {
  const origin = await limboSite();
  const cwd = dataDirectory({});
  const pull = `migrations pull --base-url ${origin} --prefix umbraco/Limbo --timeout 9 --out ./site`;
  const args = ["check", origin, "--prefix", "umbraco/Limbo", "--timeout", "9"];
  expect(await run(args, { cwd })).toEqual({
    status: 2,
    stdout: "",
    stderr: `error: check cannot read a live site: pull it first: ${pull}, then migrations check --data ./site\n`,
  });
  for (const pasted of [pull, "migrations check --data ./site"])
    expect((await run(pasted.split(" ").slice(1), { cwd })).status).toBe(0);
});

it.each([
  ["diff", ["diff", "data"]],
  ["urls", ["urls", "--sample", "--against"]],
  ["serve", ["serve", "--sample", "--against"]],
  ["mcp", ["mcp", "--sample", "--against"]],
])("hints: %s of a live site names the command that copies it", async (_, args) => {
  const { origin } = await serverOf(["--sample", "--log", "none"]);
  const { status, stderr } = await run([...args, origin]);
  const [, hint] = /: copy it with (migrations pull .* --out \.\/site), which fetches/.exec(stderr) ?? [];
  expect([status, hint]).toEqual([2, `migrations pull --base-url ${origin} --out ./site`]);
});

it.each([
  ["content", "--base-url"],
  ["pull", "--out", "copy", "--base-url"],
])("hints: https:// on a port of http is reported: %s", async (...args) => {
  const { port } = await serverOf(["--sample", "--log", "none"]);
  const cwd = dataDirectory({ "content.json": [] });
  const { status, stderr } = await run([...args, `https://127.0.0.1:${port}`], { cwd });
  expect(status).toBe(5);
  expect(stderr).toBe(
    `error: https://127.0.0.1:${port} does not speak TLS: try http:// instead of https://\n`,
  );
});

describe("hints: a page searched by URL, in data without URLs", () => {
  const NO_URLS = fixture("usync/types");

  it.each([["find --url / --no-urls"], ["find --links-to /home/ --no-urls"]])(
    "the error leaves out --no-urls: %s",
    async (line) => {
      const cwd = dataDirectory({});
      const { status, stderr } = await run([...line.split(" "), "--data", NO_URLS], { cwd });
      expect(status).toBe(3);
      expect(stderr).toContain(": no content node of the data has a URL: try migrations ");
      const pasted = await run(hintIn(stderr).split(" ").slice(1), { cwd });
      expect(pasted.stderr).not.toContain("has a URL");
    },
  );

  it("the error has no hint, if the format cannot generate URLs", async () => {
    const directory = dataDirectory({ "content.json": [{ id: 1, key: KEY, name: "A" }] });
    expect(await run(["find", "--url", "/a", "--data", directory])).toEqual({
      status: 3,
      stdout: "[]\n",
      stderr: "error: no node matches: no content node of the data has a URL\n",
    });
  });
});

describe("hints: typos", () => {
  it.each([
    [["content", "--name", "x"], "error: unknown option '--name'\n(see --help)\n"],
    [["content", "--smaple"], "error: unknown option '--smaple'\n(Did you mean --sample?)\n(see --help)\n"],
    [["conten"], "error: unknown command 'conten'\n(Did you mean content?)\n(see --help)\n"],
    [["help", "\u001b[31m"], "error: unknown command '\\u001b[31m'\n(see --help)\n"],
  ])("%j", async (args, stderr) => {
    expect(await run(args)).toEqual({ status: 2, stdout: "", stderr });
  });
});

describe("hints: the error names the option of an unreadable source", () => {
  it.each([
    ["check --data gone", "gone does not exist: --data names the directory"],
    ["diff gone site", "gone does not exist: OLD names the directory"],
    ["diff site gone", "gone does not exist: NEW names the directory"],
    ["serve --sample --against gone", "gone does not exist: --against names the directory"],
    ["check --data gone.bacpac", "gone.bacpac does not exist: there is no such .bacpac file"],
    ["diff two site", "two holds several umbraco/Data/*.sqlite.db: OLD can name one of them, "],
    [
      "urls --data site --against one",
      `; pass the database file: --against ${join("one", "Umbraco.sqlite.db")}\n`,
    ],
  ])("%s", async (args, message) => {
    const cwd = dataDirectory({
      "site/content.json": [],
      "one/Umbraco.sqlite.db": "",
      "two/umbraco/Data/a.sqlite.db": "",
      "two/umbraco/Data/b.sqlite.db": "",
    });
    const { status, stderr } = await run(args.split(" "), { cwd });
    expect({ status, stderr }).toEqual({ status: 6, stderr: expect.stringContaining(message) });
  });
});
