/** With colours, a terminal shows the text that it shows without: every command that prints tables, heads, cards or trees. */
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { writeEditedSample } from "../support/edited-sample.ts";
import { listening } from "../support/listening.ts";
import { run } from "../support/program.ts";
import { ROOT } from "../support/repository.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const KEY = "504fb370-51ca-4c19-b0e0-0f68ed6a3753";

/** An import of the sample in another system. */
const LISTING = [
  { key: KEY, url: "/", name: "Foghorns", text: "fog" },
  { key: "11111111-1111-4111-8111-111111111111", url: "/other/", name: "Other", text: "" },
];

/**
 * Command lines, by command. EDITED is the sample some days later, TYPES a folder of uSync with types, LISTING an import,
 * SITE a server without pages, OUT a new directory.
 */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  content: ["--sample --depth all", "--sample --key 504fb370-51ca-4c19-b0e0-0f68ed6a3753"],
  media: ["--sample --id 1209"],
  find: ["--sample --search fog", "--sample --text fog --fields key,name,words", "--sample --fields help"],
  types: [
    "--data TYPES",
    "--data TYPES --kind data",
    "page --data TYPES",
    "Numeric --kind data --data TYPES",
  ],
  diff: ["data EDITED", "data EDITED --whole", "data data", "data EDITED --as-migrated"],
  verify: ["data LISTING"],
  urls: ["--sample", "--sample --against EDITED", "--sample --kind media --request SITE --quiet"],
  export: ["--data TYPES --out OUT"],
  usync: ["--data TYPES --out OUT"],
  check: ["--sample", "TYPES"],
  audit: ["--sample"],
};

/** Commands that print lines of a server, files of other programs, or the time that they took. */
const WITHOUT_COLORS = ["serve", "mcp", "redirects", "pull"];

/** Rows that are also printed at another width, where their tables have more columns. */
const WIDE = ["find --sample --search fog", "diff data EDITED", "audit --sample"];
const COLORS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

it("every command has a row", async () => {
  const { stdout } = await run(["--help"]);
  const listed = [...stdout.matchAll(/^ {2}([a-z]+) {2,}[A-Z]/gm)].map(([, name]) => name);
  expect([...Object.keys(COMMANDS), ...WITHOUT_COLORS].sort()).toEqual(listed.sort());
});

const ROWS = Object.entries(COMMANDS).flatMap(([command, rows]) => rows.map((row) => `${command} ${row}`));

it.each(ROWS)("%s", async (line) => {
  const edited = join(temporaryDirectory(), "edited");
  if (line.includes("EDITED")) writeEditedSample(edited);
  const listing = join(temporaryDirectory(), "listing.ndjson");
  writeFileSync(listing, LISTING.map((row) => `${JSON.stringify(row)}\n`).join(""));
  const site = await listening((_, response) => response.writeHead(404).end());
  for (const columns of WIDE.includes(line) ? [80, 200] : [80]) {
    const outputs = [];
    for (const flags of [[], ["--no-color"]]) {
      const placeholders: Record<string, string> = {
        EDITED: edited,
        TYPES: join(ROOT, "test/fixtures/usync/types"),
        LISTING: listing,
        SITE: site,
        OUT: join(temporaryDirectory(), "out"),
      };
      const args = line.split(" ").map((word) => placeholders[word] ?? word);
      const { stdout, status } = await run([...args, ...flags], { env: { FORCE_COLOR: "1" }, columns });
      expect([0, 1], stdout).toContain(status);
      outputs.push(stdout.replaceAll(dirname(placeholders.OUT), "FOLDER"));
    }
    const [colored, plain] = outputs;
    expect(colored).not.toContain("\\u001b");
    expect(plain).not.toMatch(COLORS);
    expect(colored.replace(COLORS, "")).toBe(plain);
  }
});
