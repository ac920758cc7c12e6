/** Options: combinations, variables, and --help. */
import { describe, expect, it } from "vitest";
import { type Command, flagsOf } from "../../src/commands/command.ts";
import { type Flags, nameOfFlag } from "../../src/commands/flag.ts";
import { EXIT } from "../../src/errors.ts";
import { run } from "../support/program.ts";

const NODE = ["content", "--sample", "--id", "1097"];

it("variables that a command does not use are ignored", async () => {
  const env = { MIGRATIONS_PREFIX: "a/b", MIGRATIONS_API_KEY: "k", MIGRATIONS_BASE_URL: "http://h" };
  expect(await run(NODE, { env })).toMatchObject({ status: 0, stderr: "" });
});

describe("options that take names accept commas and repetition", () => {
  it.each([
    ["find --sample --count", "--type", "article", "event*"],
    ["audit --sample", "--section", "editors", "media"],
    ["check --sample", "--fail-on", "missing", "decided"],
    ["diff data test/fixtures/usync/values", "--only", "added", "removed"],
    ["diff data test/fixtures/usync/values", "--ignore-property", "title", "article.*"],
  ])("%s %s %s,%s", async (line, name, one, other) => {
    const command = line.split(" ");
    const repeated = await run([...command, name, one, name, other]);
    expect(repeated.status).not.toBe(EXIT.usage);
    for (const list of [`${one},${other}`, `${one}, ${other}`]) {
      expect(await run([...command, name, list])).toEqual(repeated);
    }
  });

  it("but texts, paths and alias=value are not split", async () => {
    const find = async (...args: string[]) => (await run(["find", "--sample", "--count", ...args])).stdout;
    expect(await find("--name", "horns,horns")).toBe("0\n");
    expect(await find("--property", "title=a,bodyText")).toBe("0\n");
    expect(await find("--links-to", "/a,/media/kd5w0m3r/gamle-broelen.jpg")).toBe("0\n");
  });
});

/** The commands that --help lists, in groups. */
const GROUPED = (await run(["--help"])).stdout.split("\n\n").flatMap((group) => {
  const [heading, ...lines] = group.split("\n");
  const names = lines.flatMap((line) => /^ {2}([a-z]+) {2,}[A-Z]/.exec(line)?.[1] ?? []);
  return names.length > 0 ? [{ heading, names }] : [];
});
const COMMANDS = GROUPED.flatMap(({ names }) => names);

/** The options of each command, as its file declares them. */
const DECLARED = await Promise.all(
  COMMANDS.map(async (name): Promise<[string, Flags]> => {
    const isQuery = name === "content" || name === "media";
    const exported = await import(`../../src/commands/${isQuery ? "content" : name}.ts`);
    const command: Command = isQuery ? exported.queryCommand(name) : exported[`${name}Command`];
    return [name, flagsOf(command)];
  }),
);

describe("an option that cannot be used with another, or needs another, is refused", () => {
  const rows = DECLARED.flatMap(([command, flags]) =>
    Object.values(flags).flatMap(({ spelling, conflicts = [], needs }) => {
      const spellingOf = (name: string) => flags[name]?.spelling ?? `no option ${name}`;
      const others = [needs ?? []].flat().map((name) => nameOfFlag({ spelling: spellingOf(name) }));
      return [
        ...conflicts.map((name) => [command, `${spelling} ${spellingOf(name)}`, "cannot be used together"]),
        ...(others.length > 0 ? [[command, spelling, `can only be used with ${others.join(", ")}`]] : []),
      ];
    }),
  );

  it.each(rows)("%s %s: %s", async (command, spellings, reason) => {
    const { status, stdout, stderr } = await run([
      command,
      ...spellings.replace(/[<[].*?[>\]]/g, "1").split(" "),
    ]);
    expect({ status, stdout }).toEqual({ status: EXIT.usage, stdout: "" });
    const [first, second] = spellings.match(/--[a-z-]+/g) ?? [];
    const options = second === undefined ? first : `(?:${first} and ${second}|${second} and ${first})`;
    expect(stderr).toMatch(new RegExp(`^error: ${options} ${reason.replace(/, ([^,]+)$/, " or $1")}\n$`));
  });

  it("occurs in many commands", () => expect(rows.length).toBeGreaterThan(30));
});

describe("--help", () => {
  it("lists the commands by what people want", () => {
    expect(GROUPED.map(({ heading }) => heading)).toEqual([
      "Look up and serve:",
      "Copy:",
      "Inspect:",
      "Move:",
      "Check:",
    ]);
    expect(COMMANDS.length).toBeGreaterThan(10);
  });

  it.each([[], ...COMMANDS.map((name) => [name])])(
    "starts with examples, and each group fits 80 columns and 30 lines: %s",
    async (...name) => {
      const { status, stdout, stderr } = await run([...name, "--help"]);
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(stdout).toMatch(/^Examples:\n {2}migrations /);
      const lines = stdout.split("\n");
      for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80);
      // One group after the other is read, so each must fit a small terminal.
      for (const group of stdout.split("\n\n")) {
        expect(group.split("\n").length, group).toBeLessThanOrEqual(30);
      }
    },
  );

  it.each(COMMANDS)("lists each option of its examples: %s", async (name) => {
    const { stdout } = await run([name, "--help"]);
    const [examples, ...others] = stdout.split("\n\n");
    const used = examples.split("\n").filter((line) => line.startsWith(`  migrations ${name}`));
    expect(used).not.toEqual([]);
    const listed = new Set(others.join("\n\n").match(/(?<=^ {2}|^|, |: )--[a-z-]+/gm));
    for (const line of used)
      for (const option of line.replace(/ -- .*/, "").match(/--[a-z-]+/g) ?? [])
        expect([line, option, listed.has(option)]).toEqual([line, option, true]);
  });

  it.each(COMMANDS)("describes common options elsewhere, in one line: %s", async (name) => {
    const { stdout } = await run([name, "--help"]);
    expect(stdout).toContain("\nCommon options (migrations help options): --");
    expect(stdout).not.toMatch(/^ {2}--culture/m);
  });

  it("help options describes the common options, with their variables", async () => {
    const { status, stdout } = await run(["help", "options"]);
    expect(status).toBe(0);
    for (const name of ["--culture", "--no-urls", "--timeout", "MIGRATIONS_PREFIX", "MIGRATIONS_API_KEY"]) {
      expect(stdout).toContain(name);
    }
  });

  it("lists every exit status", async () => {
    const { stdout } = await run(["--help"]);
    for (const status of Object.values(EXIT))
      expect(stdout).toMatch(new RegExp(`^(?:.*\\S)? +${status}  \\w`, "m"));
  });

  it("content --help explains nested ndjson, and names find for flat ndjson", async () => {
    const { stdout } = await run(["content", "--help"]);
    expect(stdout.replace(/\s+/g, " ")).toMatch(
      /each root is a line, with its descendants nested.*migrations find --full/,
    );
  });

  it.each([
    [["help"], ["--help"]],
    [
      ["help", "content"],
      ["content", "--help"],
    ],
    [
      ["--help", "content"],
      ["content", "--help"],
    ],
    [
      ["content", "help"],
      ["content", "--help"],
    ],
    [["-v"], ["--version"]],
    [["version"], ["--version"]],
    [["-V"], ["--version"]],
  ])("%j is the same as %j", async (args, equivalent) => {
    expect(await run(args)).toEqual(await run(equivalent));
  });
});
