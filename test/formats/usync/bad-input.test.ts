/** uSync folders that are malformed or unusual: each is an error with a location, or a warning. */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { DataError } from "../../../src/errors.ts";
import { loadDirectory } from "../../../src/formats/load-directory.ts";
import { temporaryDirectory } from "../../support/temporary.ts";

const ZERO = "00000000-0000-0000-0000-000000000000";
const KEY = "11111111-1111-4111-8111-111111111111";
const OTHER = "22222222-2222-4222-8222-222222222222";

let folder: string;
beforeEach(() => {
  folder = temporaryDirectory();
});

function write(name: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

function node(key: string, parent = ZERO, properties = "", sortOrder = "0"): string {
  return `<Content Key="${key}" Alias="A" Level="1">
<Info><Parent Key="${parent}"/><ContentType>page</ContentType><NodeName Default="A"/><SortOrder>${sortOrder}</SortOrder><Published Default="true"/></Info>
<Properties>${properties}</Properties></Content>`;
}

async function findingsOf(promise: Promise<unknown>): Promise<readonly string[]> {
  const error = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(DataError);
  return (error as DataError).findings;
}

describe("loadDirectory refuses a uSync folder with a file", () => {
  const utf16 = Buffer.from(`\uFEFF${node(KEY)}`, "utf16le");
  const sound = node(KEY);
  it.each<[string, string | Uint8Array, string]>([
    [
      "with conflict markers",
      sound.replace("<Info>", "\n<<<<<<< HEAD\n<Info>"),
      ":3: unresolved Git conflict: the line begins with <<<<<<<",
    ],
    [
      "with conflict markers between attributes, and CRLF",
      '<Content\r\n<<<<<<< HEAD\r\nKey="a"\r\n=======\r\nKey="b"\r\n>>>>>>> theirs\r\n/>',
      ":2: unresolved Git conflict: the line begins with <<<<<<<",
    ],
    ["that is truncated", sound.slice(0, 80), ":2:7: not well-formed XML: unclosed tag: Info"],
    [
      "with an HTML entity",
      node(KEY, ZERO, "<x><Value>&nbsp;</Value></x>"),
      ":3:28: not well-formed XML: undefined entity",
    ],
    [
      "in UTF-16",
      utf16,
      ': is UTF-16: save it as UTF-8 (in PowerShell, "| Out-File -Encoding utf8" instead of ">")',
    ],
    [
      "that is not UTF-8",
      Buffer.concat([Buffer.from("<a>\n\n"), Buffer.of(0xe9), Buffer.from("\n</a>")]),
      ":3: the bytes here are not UTF-8",
    ],
    ["with a Key that is not a GUID", node("nope"), ':1: Key must be a GUID, not "nope"'],
    ["without a Key", "<Content Alias='A'/>", ":1: Key is missing"],
    [
      "with a parent that is not a GUID",
      node(KEY, "home"),
      ':2: the Key of Info/Parent must be a GUID, not "home"',
    ],
    ["without a parent", `<Content Key="${KEY}"><Info/></Content>`, ":1: the Key of Info/Parent is missing"],
    [
      "with a SortOrder that is not a number",
      node(KEY, ZERO, "", "first"),
      ':2: SortOrder must be an integer, not "first"',
    ],
    ["that is its own parent", node(KEY, KEY), ": is its own parent"],
  ])("%s", async (_name, text, finding) => {
    write("Content/a.config", text);
    write("Content/b.config", node(OTHER));
    const findings = await findingsOf(loadDirectory(folder));
    expect(findings).toContain(`Content/a.config${finding}`);
  });
});

describe("loadDirectory: a uSync folder", () => {
  it("with parents in a cycle is refused", async () => {
    write("Content/a.config", node(KEY, OTHER));
    write("Content/b.config", node(OTHER, KEY));
    expect(await findingsOf(loadDirectory(folder))).toEqual([
      "Content/a.config: is its own ancestor, in a circle of 2 nodes",
    ]);
  });

  it("reports all errors in one load", async () => {
    for (const name of ["a", "b", "c"]) write(`Content/${name}.config`, "<");
    write("ContentTypes/page.config", "<ContentType>");
    write("Languages/en.config", "");
    expect(await findingsOf(loadDirectory(folder))).toHaveLength(5);
  });

  it("is read without following symbolic links", async () => {
    const outside = temporaryDirectory();
    writeFileSync(join(outside, "b.config"), node(OTHER));
    write("Content/a.config", node(KEY));
    // On Windows, a link to a file needs rights.
    const toFile = process.platform === "win32" ? [] : ["Content/file.config"];
    for (const link of toFile) symlinkSync(join(outside, "b.config"), join(folder, link));
    symlinkSync(outside, join(folder, "Content/folder"), "junction");
    symlinkSync(outside, join(folder, "Media"), "junction");
    const { trees, warnings } = await loadDirectory(folder);
    expect([trees.content.size, trees.media.size]).toEqual([1, 0]);
    expect(warnings.filter(({ text }) => text.includes("symbolic link")).map(({ file }) => file)).toEqual([
      ...toFile,
      "Content/folder",
      "Media",
    ]);
  });

  const cannotBeRefused = process.platform === "win32" || process.getuid?.() === 0;
  it.skipIf(cannotBeRefused)(
    "that cannot be read is an error (skipped if this user can read any file)",
    async () => {
      write("Content/a.config", node(KEY));
      write("Content/closed/b.config", node(OTHER));
      chmodSync(join(folder, "Content/closed"), 0);
      try {
        expect(await findingsOf(loadDirectory(folder))).toEqual([
          "Content/closed: cannot be read: permission denied",
        ]);
      } finally {
        chmodSync(join(folder, "Content/closed"), 0o700);
      }
    },
  );

  it.each([
    ["no files", () => mkdirSync(join(folder, "Content")), /holds no data: looked for content\.json/],
    ["only types", () => write("ContentTypes/a.config", "<a/>"), /holds no data/],
    [
      "only the files of its Content folder",
      () => write("a.config", node(KEY)),
      /--data names the folder above it/,
    ],
    [
      "an umbraco.config beside it",
      () => {
        write("Content/a.config", node(KEY));
        write("umbraco.config", "<root/>");
      },
      /holds both uSync and umbraco\.config/,
    ],
  ])("with %s is refused", async (_name, make, message) => {
    make();
    await expect(loadDirectory(folder)).rejects.toThrow(message);
  });
});
