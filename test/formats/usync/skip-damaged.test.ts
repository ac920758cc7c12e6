/** `--skip-damaged`: a uSync folder of which some files cannot be read. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "../../support/program.ts";
import { fixture } from "../../support/repository.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

const CONFLICT = "<<<<<<< HEAD\n<Content/>\n=======\n<Content></Content>\n>>>>>>> other\n";
/** Each damage, and what the warning says of it. */
const DAMAGES: [file: string, damaged: (text: string) => string | Uint8Array, said: RegExp][] = [
  [
    "Content/second.config",
    () => CONFLICT,
    /^Content\/second\.config:1: is damaged, and skipped: .*conflict/,
  ],
  ["ContentTypes/seo.config", (text) => text.slice(0, 100), /^ContentTypes\/seo\.config:2:61: is damaged/],
  ["DataTypes/unused.config", () => Uint8Array.of(0x3c, 0xff), /^DataTypes\/unused\.config.*UTF-8/],
  ["Dictionary/a.config", () => "<Dictionary", /^Dictionary\/a\.config:1:11: is damaged/],
  ["Domains/a.config", () => "", /^Domains\/a\.config/],
];

function damagedSite(damages = DAMAGES): string {
  const folder = temporaryDirectory();
  cpSync(fixture("usync/types"), folder, { recursive: true });
  for (const [file, damaged] of damages) {
    const path = join(folder, file);
    mkdirSync(join(path, ".."), { recursive: true });
    const text = file.startsWith("D") ? "" : readFileSync(path, "utf8");
    writeFileSync(path, damaged(text));
  }
  return folder;
}

describe("--skip-damaged", () => {
  it("reads what is left, with a warning for each skipped file, which `check` lists and fails on", async () => {
    const data = damagedSite();
    const args = ["check", "--data", data, "--skip-damaged", "--format", "json"];
    const { status, stdout } = await run([...args, "--fail-on", "damaged"]);
    const { nodes, warnings } = JSON.parse(stdout);
    expect([status, nodes.content.total]).toEqual([1, 1]);
    const lines = (warnings as { file: string; text: string }[])
      .filter(({ text }) => text.startsWith("is damaged"))
      .map(({ file, text }) => `${file}: ${text}`);
    expect(lines).toHaveLength(DAMAGES.length);
    for (const [, , said] of DAMAGES) expect(lines).toContainEqual(expect.stringMatching(said));
  });

  it.each(DAMAGES.slice(0, 3).map((damage) => [damage[0], damage] as const))(
    "is not the default: with %s damaged nothing is read",
    async (_, damage) => {
      const data = damagedSite([damage]);
      const command = damage[0].startsWith("Data") ? "types" : "content";
      expect(await run([command, "--data", data])).toMatchObject({ status: 6, stdout: "" });
      expect((await run([command, "--data", data, "--skip-damaged"])).status).toBe(0);
    },
  );

  it("is refused for data that is not a folder of files", async () => {
    expect(await run(["content", "--sample", "--skip-damaged"])).toEqual({
      status: 2,
      stdout: "",
      stderr: "error: --skip-damaged cannot be used: JSON is read as a whole or not at all\n",
    });
  });
});
