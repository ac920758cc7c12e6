/** `shellQuoted`: arguments in hints, which users paste into a shell. */
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { shellQuoted } from "../../src/text/visible-text.ts";

describe("shellQuoted", () => {
  it.each([
    ["./site", "./site", "./site"],
    ["a,b", "a,b", '"a,b"'],
    ["@old", "@old", '"@old"'],
    ["10%", "10%", '"10%"'],
    ["C:\\site\\v9", "'C:\\site\\v9'", "C:\\site\\v9"],
    ["C:\\RUNNER~1", "'C:\\RUNNER~1'", "C:\\RUNNER~1"],
    ["C:\\my site\\", "'C:\\my site\\'", '"C:\\my site\\\\"'],
    ['say "hi"', "'say \"hi\"'", '"say \\"hi\\""'],
    ['a\\"b', "'a\\\"b'", '"a\\\\\\"b"'],
    ["it's", "'it'\\''s'", '"it\'s"'],
    ["$env:TEMP", "'$env:TEMP'", "'$env:TEMP'"],
    ["it's $5", "'it'\\''s $5'", "'it''s $5'"],
    ["a`b", "'a`b'", "'a`b'"],
    ["", "''", '""'],
  ])("quotes %j for POSIX shells and for Windows", (text, posix, windows) => {
    expect(shellQuoted(text, "linux")).toBe(posix);
    expect(shellQuoted(text, "darwin")).toBe(posix);
    expect(shellQuoted(text, "win32")).toBe(windows);
  });

  it("makes arguments that this system's shell passes unchanged", () => {
    const given = ["./site", "a b", "C:\\my site\\", 'say "hi"', "it's", "&|<>^;", "æ, ø", "10%"];
    const program = shellQuoted("console.log(JSON.stringify(process.argv.slice(1)))");
    const command = [shellQuoted(process.execPath), "-e", program, ...given.map((text) => shellQuoted(text))];
    const { stdout } = spawnSync(command.join(" "), { shell: true, encoding: "utf8" });
    expect(JSON.parse(stdout)).toEqual(given);
  });
});
