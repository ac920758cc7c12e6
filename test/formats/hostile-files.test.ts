/** Data files that are not regular files, never end, or exceed memory: each is refused at once, in one line. */
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { run } from "../support/program.ts";
import { dataDirectory } from "../support/temporary.ts";

const KEY = "00000000-0000-4000-8000-000000000001";

describe.skipIf(process.platform === "win32")(
  "loadDirectory: a pipe or a device (not on Windows, whose folders have none)",
  () => {
    it.each(["content.json", "content.ndjson", "umbraco.config", "Content"])(
      "as %s is an error",
      async (name) => {
        const pipe = dataDirectory({});
        execFileSync("mkfifo", [join(pipe, name)]);
        const endless = dataDirectory({});
        symlinkSync("/dev/zero", join(endless, name));
        for (const [directory, what] of [
          [pipe, "a pipe"],
          [endless, "a device"],
        ]) {
          const { status, stdout, stderr } = await run(["content", "--data", directory]);
          expect([status, stdout]).toEqual([6, ""]);
          if (name === "Content") expect(stderr).toContain(`${directory} holds no data`);
          else expect(stderr).toMatch(new RegExp(`${name}:? cannot be read: it is ${what}, not a file\\n$`));
        }
      },
    );

    it("beside the data is ignored", async () => {
      const directory = dataDirectory({ "content.json": "[]" });
      execFileSync("mkfifo", [join(directory, "manifest.json")]);
      expect(await run(["content", "--data", directory])).toEqual({ status: 0, stdout: "[]\n", stderr: "" });
    });

    it("in a uSync folder is skipped", async () => {
      const directory = dataDirectory({});
      mkdirSync(join(directory, "Content"));
      writeFileSync(join(directory, "Content", "a.config"), `<Empty Key="${KEY}" Change="None"/>`);
      execFileSync("mkfifo", [join(directory, "Content", "b.config"), join(directory, "usync.config")]);
      expect((await loadDirectory(directory)).trees.content.size).toBe(0);
    });
  },
);

it.skipIf(process.platform === "win32").each(["content.json", "content.ndjson", "umbraco.config"])(
  "loadDirectory: a %s that links to itself is an error (not on Windows, where links need rights)",
  async (name) => {
    const directory = dataDirectory({});
    symlinkSync(name, join(directory, name));
    await expect(loadDirectory(directory)).rejects.toThrow(
      new RegExp(`${name}:? cannot be read: too many symbolic links encountered$`),
    );
  },
);

it("loadDirectory refuses a folder without types and a pipe as --editors", async () => {
  const editors = dataDirectory({});
  const directory = dataDirectory({ "umbraco.config": '<root id="-1"/>' });
  await expect(loadDirectory(directory, { editors })).rejects.toThrow(
    `--editors ${editors} holds no types: `,
  );
  if (process.platform === "win32") return;
  const pipe = join(editors, "pipe");
  execFileSync("mkfifo", [pipe]);
  await expect(loadDirectory(directory, { editors: pipe })).rejects.toThrow(
    `--editors ${pipe} cannot be read: it is a pipe, not a file`,
  );
});

it("loadDirectory refuses a folder called content.json", async () => {
  const directory = dataDirectory({});
  mkdirSync(join(directory, "content.json"));
  await expect(loadDirectory(directory)).rejects.toThrow(/content\.json cannot be read: /);
});

it.each([
  ["content.json", "cannot be read: it takes more than 2 GB, which is the most that is read of one file"],
  ["content.ndjson", "cannot be read: it takes more than 2 GB, which is the most that is read of one file"],
  ["umbraco.config", "cannot be read: it takes more than 256 MB"],
])("loadDirectory refuses a %s of 3 GB without reading it", async (name, reason) => {
  const directory = dataDirectory({ [name]: "\0\0" });
  truncateSync(join(directory, name), 3_000_000_000);
  await expect(loadDirectory(directory)).rejects.toThrow(reason);
});

describe("loadDirectory: messages cut the long text", () => {
  const long = "x".repeat(300_000);
  it.each([
    ["an id", `[{"id":"${long}"}]`],
    ["a key", `[{"key":"${long}"}]`],
    ["a number", `[{"sortOrder":"${long}"}]`],
    ["children", `[{"children":"${long}"}]`],
    ["properties", `[{"properties":"${long}"}]`],
    ["a property", `[{"properties":{"${long}":"${long}"}}]`],
    ["a duplicate name", `[{"${long}":1,"${long}":2}]`],
    ["a node", `["${long}"]`],
    ["surrogate pairs", `[{"id":"${"\ud83d\ude00".repeat(100_000)}"}]`],
  ])("of %s", async (_, text) => {
    for (const files of [{ "content.json": text }, { "content.ndjson": text.slice(1, -1) }]) {
      const error: unknown = await loadDirectory(dataDirectory(files)).catch((error: unknown) => error);
      expect(String(error)).toMatch(/does not load: \d errors?\n/);
      expect(String(error).length).toBeLessThan(900);
      expect(String(error)).not.toMatch(/\p{Cs}/u);
    }
  });
});
