/** Control characters from outside never reach a terminal raw, where they would be executed, hidden or reorder text. */
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { shortened, visible, visibleLines } from "../../src/text/visible-text.ts";
import { listening } from "../support/listening.ts";
import { run } from "../support/program.ts";
import { dataDirectory } from "../support/temporary.ts";
import { shown } from "../support/terminal.ts";

/** One of each sort: C0, DEL, C1, bidi, zero-width, filler, soft hyphen, tag, line and paragraph separators. */
const UNSAFE =
  "\u0007\u001b[31m\u007f\u009b2J\u202e\u2066\u200b\u2060\ufeff\u3164\u00ad\u{e0041}\u2028\u2029";
const CONTROL = /[^\P{Cc}\n]|[\p{Bidi_Control}\u200b\u2060\ufeff\u3164\u00ad\u{e0041}\u2028\u2029]/u;

// Loads that take long show their progress, which moves the cursor. Here no time passes, however slow the machine is.
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

describe("visible", () => {
  it.each([
    ["a\tb\r\n", "a\\tb\\r\\n"],
    [UNSAFE.slice(0, 3), "\\u0007\\u001b["],
    ["a\u{e0041}b", "a\\udb40\\udc41b"],
    ["a\u200db", "a\u200db"],
    ["\u200dx", "\\u200dx"],
    ["x \u200c", "x \\u200c"],
    ["می\u200cخواهم", "می\u200cخواهم"],
    ["👨\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3", "👨\u200d👩\u200d👧 ❤\ufe0f 1\ufe0f\u20e3"],
    [" \ufe0f", " \\ufe0f"],
    ["plain, ø, 日本, 🇩🇰", "plain, ø, 日本, 🇩🇰"],
  ])("%j is %j", (text, shown) => {
    expect(visible(text)).toBe(shown);
    expect(visible(shown)).toBe(shown);
  });

  it("keeps the value of JSON", () => {
    const value = { [UNSAFE]: [UNSAFE, "\u{e0041}", "\u009b"] };
    const shown = visibleLines(JSON.stringify(value, undefined, 2));
    expect(shown).not.toMatch(CONTROL);
    expect(JSON.parse(shown)).toEqual(value);
  });
});

it.each([
  ["abc", 3, "abc"],
  ["abcd", 3, "ab…"],
  ["a🔑b", 3, "a…"],
])("shortened: %j to %d", (text, length, shown) => {
  expect(shortened(text, length)).toBe(shown);
});

it.each([40, 80, 140])("check wraps lines at %d columns, between words", async (columns) => {
  const types = ["page", "a type with spaces in its name"];
  const nodes = types.map((type, i) => ({
    id: i + 1,
    key: KEY.replace(/.$/, String(i)),
    type,
    properties: { a: {} },
  }));
  const { stdout } = await shown(["check", "--data", dataDirectory({ "content.json": nodes })], columns);
  const lines = stdout.split("\n");
  for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(columns);
  expect(lines).toContain("  1  a type with spaces in its name");
  expect(stdout.replace(/\n {2}/g, " ")).toMatch(
    /^warning: .* properties have no editor alias: .* drops those$/m,
  );
});

const KEY = "00000000-0000-4000-8000-000000000001";

describe("visible: a terminal gets no control characters", () => {
  it.each([
    [["check"], 0],
    [["content"], 0],
    [["content", "--format", "json"], 0],
    [["content", "--id", "1"], 0],
    [["content", "--id", "1", "--value", UNSAFE], 0],
    [["find", "--format", "table"], 0],
    [["find", "--full"], 0],
    [["audit"], 0],
    [["urls", "--format", "table"], 0],
    [["urls", "--request", "http://127.0.0.1:9", "--quiet", "--format", "table"], 1],
    [["find", "--name", UNSAFE, "--format", "ndjson"], 0],
    [["find", "--type", `x${UNSAFE}`], 3],
    [["content", `--${UNSAFE}`], 2],
    [["content", "--id", UNSAFE], 2],
    [[UNSAFE], 2],
  ])("in data: %j", async (args, status) => {
    const node = {
      id: 1,
      key: KEY,
      name: UNSAFE,
      type: UNSAFE,
      url: `/${UNSAFE}`,
      properties: { [UNSAFE]: { value: UNSAFE } },
    };
    const data = dataDirectory({ "content.json": [node] });
    const found = await shown([...args, ...(args[0] === UNSAFE ? [] : ["--data", data])]);
    expect(found.status).toBe(status);
    expect(found.stdout + found.stderr).not.toMatch(CONTROL);
    if (args.includes("json")) JSON.parse(found.stdout);
  });

  it.skipIf(process.platform === "win32").each([["content"], ["check"]])(
    "in names of files: %s",
    async (command) => {
      const data = dataDirectory({ [`Content/${UNSAFE}.config`]: "<Content" });
      const found = await shown([command, "--data", data]);
      expect(found.status).toBe(6);
      expect(found.stdout + found.stderr).toContain("\\u001b[31m");
      expect(found.stdout + found.stderr).not.toMatch(CONTROL);
    },
  );

  it.each<[string, string[]]>([
    ["an id", ["content", "--sample", "--id", "1\nerror: second"]],
    ["a format", ["content", "--sample", "--format", "1\r\nerror: second"]],
    ["a directory", ["check", "--data", "nowhere\nerror: second"]],
  ])("and no line breaks in %s", async (_, args) => {
    const { status, stdout, stderr } = await run(args);
    expect(stderr).toMatch(/^error: .*\\n|^error: .*\\r/);
    expect(stdout + stderr).not.toMatch(/^error: second/m);
    expect([2, 6]).toContain(status);
  });

  it.skipIf(process.platform === "win32").each(["content", "check"])(
    "and no line breaks in names of files: %s",
    async (command) => {
      const data = dataDirectory({ "Content/a\nerror: second.config": "<Content" });
      const { status, stdout, stderr } = await run([command, "--data", data]);
      expect(stdout + stderr).toContain("a\\nerror: second.config:1:");
      expect(stdout + stderr).not.toMatch(/^error: second/m);
      expect(status).toBe(6);
    },
  );

  it.each(["content", "pull"])("in responses of a site: %s", async (command) => {
    const origin = await listening((_, response) => response.writeHead(400, UNSAFE.slice(0, 0)).end(UNSAFE));
    // Quiet, since the progress of a pull moves the cursor.
    const out = command === "pull" ? ["--quiet", "--out", join(dataDirectory({}), "copy")] : [];
    const found = await shown([command, "--base-url", origin, ...out]);
    expect(found.status).toBe(5);
    expect(found.stdout + found.stderr).not.toMatch(CONTROL);
  });
});
