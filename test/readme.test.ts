/** The README's examples, run as they stand there. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EXIT } from "../src/errors.ts";
import { PROBLEMS } from "../src/http/problem.ts";
import { dataDirectory, ROOT, run, startServe } from "./support.ts";

const README = readFileSync(join(ROOT, "README.md"), "utf8");
const MANIFEST = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

/** The commands of the README's console blocks, each with the lines that stand below it. */
const EXAMPLES = [...README.matchAll(/```console\n([\s\S]*?)```/g)].flatMap(([, block]) =>
  block
    .split(/^\$ /m)
    .slice(1)
    .map((text) => {
      const [command, ...output] = text.split("\n");
      return { command: command.replace(/ +#.*$/, ""), output: output.join("\n") };
    }),
);

/** The words of a command line, quotes taken off. */
function words(command: string): string[] {
  return (command.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll("'", ""));
}

it("shows the answer to a first request by its tenth line", () => {
  const top = README.split("\n").slice(0, 10).join("\n");
  expect(top).toMatch(/\$ npm ci && npm start\n\$ curl .*\n\{"id":/);
});

describe("a request's answer is the one shown", () => {
  const requests = EXAMPLES.filter(({ command }) => command.startsWith("curl "));
  it.each(requests)("$command", async ({ command, output }) => {
    expect(MANIFEST.scripts.start).toBe("node bin/migrations.js serve --sample");
    const { origin } = await startServe(["--sample", "--log", "none"]);
    const shown = words(command).find((word) => word.startsWith("http")) ?? "";
    const answer = await (await fetch(shown.replace("http://127.0.0.1:3000", origin))).text();
    expect(`${answer}\n`).toBe(output);
  });
});

describe("a command's output is the one shown", () => {
  const shown = EXAMPLES.filter(({ command, output }) => command.startsWith("migrations ") && output !== "");
  it.each(shown)("$command", async ({ command, output }) => {
    expect(await run(words(command).slice(1))).toEqual({ status: 0, stdout: output, stderr: "" });
  });
});

describe("a command is understood", () => {
  const silent = EXAMPLES.filter(({ command, output }) => command.startsWith("migrations ") && output === "");
  it.each(silent)("$command", async ({ command }) => {
    const args = words(command).slice(1);
    // Each of these needs a directory or a site that only its reader has; what counts is that it is no misuse.
    const { status, stderr } = await run([...args, "--help"]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    for (const flag of args.filter((word) => word.startsWith("--"))) {
      expect((await run([args[0], "--help"])).stdout).toContain(`${flag} `);
    }
  });
});

it("names every kind of problem and every exit status", () => {
  for (const name of Object.keys(PROBLEMS)) expect(README).toContain(`\`${name}\``);
  for (const status of Object.values(EXIT)) expect(README).toContain(`| ${status} | `);
});

it("shows the problem document as it is", async () => {
  const document = JSON.parse(/```json\n(.*)\n```/.exec(README)?.[1] ?? "");
  const { url } = await startServe([
    "--data",
    dataDirectory({ "content.json": [] }),
    "--log",
    "none",
    "--quiet",
  ]);
  const response = await fetch(`${url}/GetContentById?id=5`);
  expect(await response.json()).toEqual(document);
});
