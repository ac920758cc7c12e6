/** `content --value` and `media --value` print the value of one property. */
import { describe, expect, it } from "vitest";
import { run, startServe } from "../support/program.ts";
import { dataDirectory } from "../support/temporary.ts";
import { shown } from "../support/terminal.ts";

const KEY = "00000000-0000-4000-8000-000000000001";
const PICKED = [{ key: KEY, mediaKey: KEY, crops: [] }];

/** Aliases, values in the data, and the output in a pipe. */
const VALUES: readonly [alias: string, json: string, printed: string][] = [
  [
    "text",
    '"A \\"quoted\\" text,\\nin two lines, with a tab\\t."',
    'A "quoted" text,\nin two lines, with a tab\t.',
  ],
  ["empty", '""', ""],
  ["number", "12345678901234567890.10", "12345678901234567890.10"],
  ["truth", "true", "true"],
  ["nothing", "null", "null"],
  ["json", JSON.stringify(PICKED), JSON.stringify(PICKED)],
  ["jsonInText", JSON.stringify('{ "a": 1.0 }'), '{ "a": 1.0 }'],
  ["__proto__", '"a normal alias"', "a normal alias"],
  ["brackets", '"[no JSON]"', "[no JSON]"],
];

const DATA = {
  "content.json": `[{"id":1,"key":"${KEY}","name":"A","properties":{${VALUES.map(
    ([alias, value]) => `"${alias}":{"alias":"${alias}","editorAlias":"E","value":${value}}`,
  ).join(",")}},"children":[]},{"id":2,"key":"${KEY.replace(/1$/, "2")}","name":"B","children":[]}]`,
  "media.json": [],
};

const args = (alias: string) => ["content", "--id", "1", "--value", alias];

describe("--value prints the value, text as text and JSON as JSON", () => {
  it.each(VALUES)("%s, and with --format json unchanged", async (alias, value, printed) => {
    const given = [...args(alias), "--data", dataDirectory(DATA)];
    expect(await run(given)).toEqual({ status: 0, stdout: `${printed}\n`, stderr: "" });
    expect((await run([...given, "--format", "json"])).stdout).toBe(`${value}\n`);
  });

  it("of a live site", async () => {
    const { origin } = await startServe(["--data", dataDirectory(DATA), "--log", "none"]);
    const { stdout } = await run(["content", "--key", KEY, "--value", "json", "--base-url", origin]);
    expect(stdout).toBe(`${JSON.stringify(PICKED)}\n`);
  });

  it.each([
    ["json", `${JSON.stringify(PICKED, undefined, 2)}\n`],
    ["jsonInText", '{\n  "a": 1.0\n}\n'],
    ["brackets", "[no JSON]\n"],
    ["number", "12345678901234567890.10\n"],
    ["text", 'A "quoted" text,\nin two lines, with a tab\\u0009.\n'],
  ])("on a terminal indents JSON, and escapes control characters: %s", async (alias, stdout) => {
    const found = await shown([...args(alias), "--data", dataDirectory(DATA)]);
    expect(found).toEqual({ status: 0, stdout, stderr: "" });
  });
});

describe("--value prints an error, if there is no value to print", () => {
  it.each([
    [
      ["--id", "1", "--value", "txt"],
      3,
      'the content node with the id 1 has no property "txt"; near it: text: try migrations content --id 1 --value text --data DATA',
    ],
    [
      ["--key", KEY, "--value", "zzzzz"],
      3,
      `the content node with the key ${KEY} has no property "zzzzz": it has text, empty, number, truth, nothing, json, jsonInText, __proto__, brackets`,
    ],
    [
      ["--id", "2", "--value", "text"],
      3,
      'the content node with the id 2 has no property "text": it has none at all',
    ],
    [["--id", "3", "--value", "text"], 3, "there is no content node with the id 3"],
    [["--value", "text"], 2, "--value needs one node: add --id or --key"],
  ])("%j", async (args, status, message) => {
    const data = dataDirectory(DATA);
    const found = await run(["content", ...args, "--data", data]);
    expect(found).toEqual({ status, stdout: "", stderr: `error: ${message.replace("DATA", data)}\n` });
  });
});
