/** Error messages for invalid command lines: the error, and what to write instead. */

import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dataDirectory } from "../support/temporary.ts";
import { piped } from "../support/terminal.ts";

/** A file with this text. */
function fileOf(text: string): string {
  return join(dataDirectory({ file: text }), "file");
}

/** Command lines and their error messages, by kind of error. */
const REFUSED: Readonly<Record<string, readonly (readonly [line: string, message: string])[]>> = {
  "formats that a command does not have": [
    ["content --format plain", '--format takes json, ndjson, csv, csv-excel, tree or table, not "plain"'],
    [
      "types --format tree",
      '--format takes plain, json, ndjson, table, csv, csv-excel, model, typescript or json-schema, not "tree"',
    ],
    ["find --format html", '--format takes plain, json, ndjson, table, csv or csv-excel, not "html"'],
    ["check --format csv", '--format takes plain or json, not "csv"'],
    ["pull --format tree", '--format takes plain or json, not "tree"'],
    ["slice --format ndjson", '--format takes plain or json, not "ndjson"'],
    ["diff --format table", "--format table can only be used with --report"],
    ["diff --format tree", '--format takes plain, json, ndjson, csv, csv-excel, table or html, not "tree"'],
    ["audit --format table", '--format takes plain, json, ndjson, csv, csv-excel or html, not "table"'],
    ["urls --format html", '--format takes plain, json, ndjson, table, csv or csv-excel, not "html"'],
    [
      "find --sample --full --format table",
      "--full is for json and ndjson: a table list has no properties: try migrations find --sample --full",
    ],
    [
      "content --sample --id 1085 --property bodyText --format table",
      "--property can only be used with --format json: try migrations content --id 1085 --property bodyText --sample",
    ],
    ["urls --sample --against data --format table", "--format table cannot be used with --against: use csv"],
    [
      "urls --sample --verify http://h --format table",
      "--format table cannot be used with --verify: use plain, json, ndjson or csv",
    ],
    [
      "urls --sample --against data --verify http://h --redirects csv",
      "--redirects and --verify cannot be used together",
    ],
  ],
  "invalid values of options": [
    [
      "serve --latency 60001",
      '--latency takes milliseconds such as 200, or a range such as 50-500, up to 60000, not "60001"',
    ],
    [
      "serve --latency 5-1",
      '--latency takes milliseconds such as 200, or a range such as 50-500, up to 60000, not "5-1"',
    ],
    [
      "serve --latency 1-2-3",
      '--latency takes milliseconds such as 200, or a range such as 50-500, up to 60000, not "1-2-3"',
    ],
    [
      "serve --fail 399:10",
      '--fail takes an error status, reset, cut or html, a colon and a percentage of requests, such as 503:10 or cut:2, not "399:10"',
    ],
    [
      "serve --fail cut:101",
      '--fail takes an error status, reset, cut or html, a colon and a percentage of requests, such as 503:10 or cut:2, not "cut:101"',
    ],
    ["serve --fail 503:60 --fail cut:41", "the shares of --fail must add up to at most 100 percent, not 101"],
    ["serve --seed 4294967296", '--seed takes a whole number from 0 to 4294967295, not "4294967296"'],
    [
      "serve --cors https://importer.example/page",
      '--cors takes an origin such as https://importer.example, without a path, or * for all, not "https://importer.example/page"',
    ],
    ["urls --verify http://h --delay 60001", '--delay takes a whole number from 0 to 60000, not "60001"'],
    [
      "urls --rename-host www.old.example",
      '--rename-host takes two hosts, such as www.old.example=www.new.example, not "www.old.example"',
    ],
    [
      "urls --rename-host www.old.example=new:example:x",
      '--rename-host takes two hosts, such as www.old.example=www.new.example, not "www.old.example=new:example:x"',
    ],
    ["urls --against data --removed there", '--removed takes ancestor, none or a URL, not "there"'],
    ["urls --verify http://u:p@h", "--verify takes a URL without user and password"],
    ["urls --verify ftp://h", '--verify takes the URL of a site, such as https://new.example, not "ftp://h"'],
    [
      "urls --verify http://h/page",
      "--verify takes only the site, http://h: the paths are those of the old URLs",
    ],
    ["find --url= --sample", "--url is empty: it is the beginning of a url"],
    ["find --text= --sample", "--text is empty: it is what a value holds"],
    ["slice --follow some", '--follow takes a number of references, or all, not "some"'],
    [
      "audit --section nodes",
      '--section takes editors, elements, references, leftovers, media, files, urls, secrets, texts, properties, filled or markup, separated by commas, not "nodes"',
    ],
    [
      "audit --fail-on leftover,typo",
      '--fail-on takes dead-reference, unpublished-reference, leftover, missing-file, orphaned-file, shared-file, unused-media, unlisted-file, duplicate-url, secret, conflict-marker, control-character, broken-encoding, references, leftovers, media, files, urls, secrets or texts, separated by commas, not "typo"',
    ],
  ],
  "conflicting or incomplete options": [
    [
      "content --sample --url-ascii try",
      "--url-ascii can only be used with --urls: try migrations content --sample --urls --url-ascii try",
    ],
    ["audit --editors-stub --section texts", "--editors-stub and --section cannot be used together"],
    ["serve --no-explorer --open", "--open and --no-explorer cannot be used together"],
    ["serve --no-explorer --against x", "--against and --no-explorer cannot be used together"],
    ["pull", "pull needs --out DIRECTORY"],
    ["pull --out x", "pull needs --base-url URL, the site to copy, or --data DIRECTORY"],
    ["pull --sample --out x --files --kind content", "--files and --kind content cannot be used together"],
    ["pull --sample --out x --id 1085", "--id needs --kind content or --kind media"],
    [
      "pull --base-url http://h --out x --files folder",
      "--files takes a directory only with --data: a live site sends its own files",
    ],
    ["pull --sample --out x --fresh", "--fresh cannot be used with a directory"],
    ["slice --sample --id 1085", "slice needs --out DIRECTORY"],
    ["diff data", "diff needs two sources: migrations diff OLD NEW"],
    ["diff data data --timeout 3", "--timeout cannot be used with two directories"],
    [
      "diff http://h http://h",
      "http://h and http://h are both live sites: copy one with pull, and give the path of the copy",
    ],
    ["diff data data --map x", "--map can only be used with --as-migrated"],
    ["urls --sample --match key", "--match can only be used with --against"],
    ["urls --sample --timeout 3", "--timeout can only be used with --against"],
    ["urls --sample --redirects csv", "--redirects can only be used with --against"],
    ["urls --sample --redirects csv --format csv", "--redirects and --format cannot be used together"],
    ["content a --sample", 'unexpected argument "a"'],
    ["content 1085 --sample", 'unexpected argument "1085": try migrations content --id 1085 --sample'],
    ["types a b --sample", 'unexpected argument "b"'],
    ["diff a b c", 'unexpected argument "c"'],
  ],
};

describe.each(Object.entries(REFUSED))("usage: %s are refused", (_, lines) => {
  it.each(lines)("%s", async (line, message) => {
    expect(await piped(line.split(" "))).toEqual({
      status: 2,
      stdout: "",
      stderr: `error: ${message}\n`,
    });
  });
});

describe("usage: a size is a number with a unit, in thousands", () => {
  // No server listens on the port, so that a valid command line ends with 5.
  const sized = (size: string) =>
    piped(["content", "--base-url", "http://127.0.0.1:1", "--max-answer", size]);

  it.each(["500000000", "500MB", "500 m", "0.5GB", "500000kb", "1.5K"])("%s is accepted", async (size) => {
    expect((await sized(size)).status).toBe(5);
  });

  it.each(["500000001", "501MB", "0.6GB", "500001k", "0", "0.0004kB", "MB", "1.2.3", "5 TB"])(
    "%s is refused",
    async (size) => {
      expect(await sized(size)).toEqual({
        status: 2,
        stdout: "",
        stderr: `error: --max-answer takes a size up to 500MB, such as 256MB, not "${size}"\n`,
      });
    },
  );
});

describe("usage: commands that read directories refuse a live site", () => {
  it.each(["audit", "find", "slice", "urls"])("%s", async (command) => {
    const stderr = `error: ${command} cannot read a live site: pull it first: migrations pull --base-url http://h --out ./site, then migrations ${command} --data ./site\n`;
    const refused = { status: 2, stdout: "", stderr };
    expect(await piped([command, "--base-url", "http://h"])).toEqual(refused);
    expect(await piped([command, "--data", "HTTP://h"])).toMatchObject({ status: 2, stdout: "" });
    expect(await piped([command], { MIGRATIONS_BASE_URL: "http://h" })).toEqual(refused);
    // The variable is ignored, if a directory is given.
    const { stderr: other } = await piped([command, "--data", "nowhere"], {
      MIGRATIONS_BASE_URL: "http://h",
    });
    expect(other).not.toContain("pulled first");
  });
});

describe("usage: an unreadable file is reported with the reason", () => {
  const missing = join(tmpdir(), "usage-nobody", "nowhere");

  it.each([
    [
      "content --base-url http://h --ca-file",
      `--ca-file cannot be read from ${missing}: no such file or directory`,
    ],
    [
      "content --base-url http://h --api-key-file",
      `the API key cannot be read from ${missing}: no such file or directory`,
    ],
    ["diff data data --as-migrated --map", `--map cannot be read from ${missing}: no such file or directory`],
    [
      "slice --sample --out x --keys-from",
      `--keys-from ${missing} cannot be read: no such file or directory`,
    ],
    ["urls --sample --against data --by", `--by ${missing} cannot be read: no such file or directory`],
  ])("%s", async (line, message) => {
    const { status, stdout, stderr } = await piped([...line.split(" "), missing]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain(`error: ${message}`);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });
});

describe("usage: a file with other contents is reported", () => {
  const BYTE_ORDER_MARK = "\uFEFF";

  it.each([
    [
      "content --base-url http://h --ca-file",
      "no certificate",
      "--ca-file FILE has no certificate in PEM (-----BEGIN CERTIFICATE-----)",
    ],
    ["content --base-url http://h --api-key-file", "", "the API key in FILE is empty"],
    ["content --base-url http://h --api-key-file", `${BYTE_ORDER_MARK}\r\n`, "the API key in FILE is empty"],
    [
      "content --base-url http://h --api-key-file",
      "one\ntwo",
      "the API key in FILE must be one line of text without control characters",
    ],
    [
      "diff data data --as-migrated --map",
      "[1]",
      '--map FILE must be a JSON object of names: {"oldType": "newType", "oldType.alias": "newAlias", "oldType.removed": null}',
    ],
    [
      "diff data data --as-migrated --map",
      '{"a":""}',
      '--map FILE must be a JSON object of names: {"oldType": "newType", "oldType.alias": "newAlias", "oldType.removed": null}',
    ],
    ["slice --sample --out x --keys-from", '{"key":1', "--keys-from FILE, line 1 is not valid JSON: "],
    ["slice --sample --out x --keys-from", '{"name":"x"}', "--keys-from FILE, line 1 has no key"],
    ["slice --sample --out x --keys-from", "[null]", "--keys-from FILE, item 1 has no key"],
    ["slice --sample --out x --keys-from", "[{}]", "--keys-from FILE, item 1 has no key"],
    [
      "urls --sample --against data --by",
      "/a,/b,/c\n",
      "FILE:1: must be an old key or URL, a comma, and a new key or URL: /a,/b,/c",
    ],
  ])("%s: %j", async (line, text, message) => {
    const path = fileOf(text);
    const { status, stdout, stderr } = await piped([...line.split(" "), path]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr.replaceAll(path, "FILE")).toContain(`error: ${message}`);
  });

  it("but a byte-order mark is ignored", async () => {
    const types = fileOf(`${BYTE_ORDER_MARK}{"article":"story"}`);
    expect((await piped(["diff", "data", "data", "--as-migrated", "--map", types])).status).toBe(1);
    const keys = fileOf(`${BYTE_ORDER_MARK}5\n`);
    expect(await piped(["slice", "--sample", "--out", "nowhere", "--keys-from", keys])).toEqual({
      status: 3,
      stdout: "",
      stderr: "error: no node matches --keys-from 5\n",
    });
  });
});
