/** Error messages for invalid command lines: the error, and what to write instead. */

import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";
import { piped, shellWords } from "../support/terminal.ts";

/** A file with this text. */
function fileOf(text: string): string {
  return join(dataDirectory({ file: text }), "file");
}

const KEY = "ca6558e1-81be-46e1-a367-99864e2b06fc";

/** Puts a key in place of KEY, and without hyphens in place of HEX. */
function withKey(text: string): string {
  return text.replace(/\bKEY\b/, KEY).replace(/\bHEX\b/, KEY.replaceAll("-", ""));
}

/** Command lines and their error messages, by kind of error. */
const REFUSED: Readonly<Record<string, readonly (readonly [line: string, message: string])[]>> = {
  "formats that cannot do what other options ask for": [
    [
      "find --sample --full --format table",
      "--full is for json and ndjson: a table list has no properties: try migrations find --sample --full",
    ],
    [
      "content --sample --id 1085 --value bodyText --format tree",
      "--value can only be used with --format json: try migrations content --id 1085 --value bodyText --sample",
    ],
    [
      "audit --sample --fields id --format html",
      "--fields selects columns, and html has none: try migrations audit --sample --fields id --format csv",
    ],
    ["diff data data --stat --format csv", "--stat is for --format plain, and this is csv"],
    [
      "audit --sample --section editors --files data",
      "--files is for the section media, and --section has others",
    ],
  ],
  "values of options, in words of their own": [
    ["media --id ''", "--id is empty: it is a decimal 32-bit integer such as 1050"],
    ["content --id KEY", "--id takes an id, not a key: try migrations content --key KEY"],
    ["media --key 5", "--key takes a key, not an id: try migrations media --id 5"],
    [
      "media --key umb://document/HEX",
      "--key is a UDI of a content node: try migrations content --key umb://document/HEX",
    ],
    ["media --key umb://member/HEX", "--key takes UDIs of documents and media, not of a member"],
    ["serve --fail 503:60 --fail cut:41", "the shares of --fail must add up to at most 100 percent, not 101"],
    ["urls --request http://u:p@h", "--request takes a URL without user and password"],
    [
      "urls --request http://h/page",
      "--request takes only the site, http://h: the paths are those of the old URLs",
    ],
    ["diff data data --ignore-property a,,b", "--ignore-property is empty: it is the alias of a property"],
  ],
  "base URLs and prefixes": [
    [
      "media --base-url old.example",
      "the base URL must begin with http:// or https://: try migrations media --base-url https://old.example",
    ],
    [
      "media --base-url 127.0.0.1:4801",
      "the base URL must begin with http:// or https://: try migrations media --base-url http://127.0.0.1:4801",
    ],
    ["media --base-url 'a b'", "the base URL is not a URL such as https://old.example"],
    [
      "media --base-url ftp://old.example",
      "the base URL must begin with http:// or https://, as in https://old.example",
    ],
    [
      "media --base-url https://u:p@old.example",
      "the base URL contains credentials: leave them out, and give the API key with --api-key-file",
    ],
    [
      "media --base-url https://old.example/?x=1",
      "the base URL has a query: leave out the part from the question mark on",
    ],
    [
      "media --base-url http://h/a/b/Migrations --prefix c/d",
      'the base URL has the prefix "a/b", but --prefix differs',
    ],
    ["media --base-url http://h --prefix a//b", 'the prefix "a//b" is not a path such as umbraco/Limbo'],
    ["media --base-url http://h --api-key-file -", "the API key in standard input is empty"],
  ],
  "options that are given twice": [["media --id 1 --id 2", "--id is given twice"]],
  "options without what they need": [
    ["pull", "pull needs --out DIRECTORY"],
    ["pull --out x", "pull needs --base-url URL, the site to copy"],
    ["pull --base-url http://h --out x --id 1085", "--id needs --kind content or --kind media"],
    [
      "pull --data old --out x",
      "--data cannot be used with pull, which copies a live site: data on disk is read as it is",
    ],
    [
      "pull --sample --out x",
      "--sample cannot be used with pull, which copies a live site: data on disk is read as it is",
    ],
    ["pull --base-url http://h --out package.json", "--out package.json is a file, not a directory"],
    ["export --sample --out x --files nowhere", "--files nowhere is not a directory"],
    [
      "export --data test/fixtures/usync/early-2019 --out x --files --quiet",
      "no media files found beside test/fixtures/usync/early-2019: give their folder, --files DIRECTORY",
    ],
    ["serve --sample --", "there is no command after --"],
    ["serve --sample --files no/such/folder", "--files no/such/folder is not a directory"],
    ["export --sample", "export needs --out DIRECTORY"],
    ["diff data", "diff needs two sources: migrations diff OLD NEW"],
    [
      "diff data data --as-migrated --no-as-migrated",
      "--as-migrated and --no-as-migrated cannot be used together",
    ],
    [
      "diff data data --no-as-migrated --as-migrated",
      "--as-migrated and --no-as-migrated cannot be used together",
    ],
    ["diff data data --names x", "--names can only be used across versions: add --as-migrated"],
    [
      "serve --sample --public-files",
      "--public-files can only be used with an API key: without one, media files need none",
    ],
    ["redirects data", "redirects needs two sources: migrations redirects OLD NEW, or OLD and --by FILE"],
    [
      "audit --data test/fixtures/json --fail-on missing-file",
      "--fail-on missing-file needs --files, the folder of media files",
    ],
  ],
  "options that the source cannot use": [
    ["content --insecure", "--insecure cannot be used with a directory"],
    ["verify data data --timeout 3", "--timeout can only be used if NEW is a URL"],
    ["diff data data --culture da", "--culture cannot be used: data is JSON, data is JSON"],
    [
      "diff --base-url http://127.0.0.1:1",
      "--base-url cannot be used with diff: give the sources as migrations diff OLD NEW",
    ],
    ["check --prefix a/b", "--prefix cannot be used with check, which reads directories"],
    ["content --base-url http://h --culture da", "--culture cannot be used with a live site"],
    [
      "content --data test/fixtures/json --culture en",
      "--culture cannot be used: JSON holds only one culture",
    ],
    [
      "check --api-key s3cret",
      "--api-key is not an option, since other users could see the key in the list of processes: a directory needs no key",
    ],
    [
      "content --api-key=s3cret",
      "--api-key is not an option, since other users could see the key in the list of processes: put the key in a file, --api-key-file FILE, or in MIGRATIONS_API_KEY",
    ],
  ],
  "live sites, by commands that read directories": [
    [
      "export --base-url https://old.example --out ./x",
      "export --out ./x cannot read a live site: pull it first: migrations pull --base-url https://old.example --out ./site, then migrations export --out ./x --data ./site",
    ],
  ],
  "fields that a list does not have": [
    ["find --sample --fields id,nmea", '--fields has no field "nmea"; --fields help lists them'],
    [
      "find --sample --fields words,wrds",
      '--fields has no field "wrds" (did you mean words?); --fields help lists them',
    ],
  ],
  arguments: [
    ["content a --sample", 'unexpected argument "a"'],
    ["content 1085 --sample", 'unexpected argument "1085": try migrations content --id 1085 --sample'],
    ["diff a b c", 'unexpected argument "c"'],
  ],
};

describe.each(Object.entries(REFUSED))("usage: %s are refused", (_, lines) => {
  it.each(lines)("%s", async (line, message) => {
    expect(await piped(shellWords(withKey(line)))).toEqual({
      status: 2,
      stdout: "",
      stderr: `error: ${withKey(message)}\n`,
    });
  });
});

/** Forms of values: an option, what it takes, and values of other forms. */
const FORMS: readonly (readonly [line: string, form: string, ...values: string[]])[] = [
  ["media --id", "a decimal 32-bit integer such as 1050", "1e3"],
  ["media --key", "a GUID, or a UDI such as umb://document/<32 digits>", "x"],
  ["media --depth", 'a whole number from 0 to 2147483647, or "all"', "-1"],
  ["media --timeout", "seconds, more than 0 and up to 300", "0.0", "300.1", "5s"],
  ["types --kind", "content, media, data or dictionary", "member"],
  [
    "serve --latency",
    "milliseconds such as 200, or a range such as 50-500, up to 60000",
    ...["60001", "5-1", "1-2-3"],
  ],
  [
    "serve --fail",
    "an error status, reset, cut or html, a colon and a percentage of requests, such as 503:10 or cut:2",
    ...["399:10", "503", "cut", "timeout:3", "cut:101"],
  ],
  [
    "serve --cors",
    "an origin such as https://importer.example, without a path, or * for all",
    ...["https://importer.example/page", "importer.example"],
  ],
  [
    "redirects a b --rename-host",
    "two hosts, such as www.old.example=www.new.example",
    ...["www.old.example", "www.old.example=new:example:x"],
  ],
  ["redirects a b --removed", "ancestor, none or a URL", "there"],
  ["urls --request", "the URL of a site, such as https://new.example", "ftp://h", "new.example"],
  ["find --search", "what to search for", "  "],
  ["find --type", "an alias, or part of one with *", "article,"],
  ["find --property", "an alias, alias=value or alias~text", "=x"],
  ["find --below", "an id, a GUID or a UDI", "x"],
  ["find --links-to", "an id, a GUID, a UDI or a path", "media/x"],
  ["find --changed-since", "a date such as 2024-01-31 or 2024-01-31T14:00", "soon", "2024-02-31"],
];

describe("usage: values of other forms are refused", () => {
  const rows = FORMS.flatMap(([line, form, ...values]) => values.map((value) => [line, value, form]));

  it.each(rows)("%s=%s", async (line, value, form) => {
    const words = line.split(" ");
    const option = words.at(-1);
    expect(await piped([...words.slice(0, -1), `${option}=${value}`])).toEqual({
      status: 2,
      stdout: "",
      stderr: `error: ${option} takes ${form}, not "${value}"\n`,
    });
  });
});

// What options declare of each other is tested in flags.test.ts.
it.each([
  ["check --data x --sample", "--data and --sample"],
  ["find --sample --values delivery --fields name", "--fields and --values delivery"],
  ["pull --base-url http://h --out x --files --kind content", "--files and --kind content"],
  ["export --sample --out x --files --kind content", "--files and --kind content"],
])("usage: options that cannot be used together are refused: %s", async (line, options) => {
  expect(await piped(line.split(" "))).toEqual({
    status: 2,
    stdout: "",
    stderr: `error: ${options} cannot be used together\n`,
  });
});

describe("usage: a live site in MIGRATIONS_BASE_URL, for a command that reads directories,", () => {
  const env = { MIGRATIONS_BASE_URL: "https://old.example" };

  it("is refused, and ignored if a directory is given", async () => {
    expect(await piped(["audit"], env)).toEqual({
      status: 2,
      stdout: "",
      stderr:
        "error: audit cannot read a live site: pull it first: migrations pull --base-url https://old.example --out ./site, then migrations audit --data ./site\n",
    });
    expect((await piped(["find", "--sample", "--count"], env)).status).toBe(0);
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
    ["content --base-url http://h --api-key-file", `${BYTE_ORDER_MARK}\r\n`, "the API key in FILE is empty"],
    [
      "content --base-url http://h --api-key-file",
      "one\ntwo",
      "the API key in FILE must be one line of text without control characters",
    ],
    [
      "diff data data --as-migrated --names",
      "[1]",
      '--names FILE must be a JSON object of names: {"oldType": "newType", "oldType.alias": "newAlias", "oldType.removed": null}',
    ],
    [
      "diff data data --as-migrated --names",
      '{"a":""}',
      '--names FILE must be a JSON object of names: {"oldType": "newType", "oldType.alias": "newAlias", "oldType.removed": null}',
    ],
  ])("%s: %j", async (line, text, message) => {
    const path = fileOf(text);
    const { status, stdout, stderr } = await piped([...line.split(" "), path]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr.replaceAll(path, "FILE")).toContain(`error: ${message}`);
  });

  it.each(["content --base-url http://h --api-key-file", "redirects data data --by"])(
    "%s: text that is not UTF-8, as some programs save it",
    async (line) => {
      for (const bytes of [Buffer.from("bl\xe5,/a\n", "latin1"), Buffer.from("\ufeff/a,/b\n", "utf16le")]) {
        const path = join(temporaryDirectory(), "file.csv");
        writeFileSync(path, bytes);
        expect(await piped([...line.split(" "), path])).toEqual({
          status: 2,
          stdout: "",
          stderr: `error: ${path} is not UTF-8: save it as CSV UTF-8\n`,
        });
      }
    },
  );

  it("but certificates may have comments in other encodings", async () => {
    const path = join(temporaryDirectory(), "certificates.pem");
    writeFileSync(path, Buffer.from("# Bl\xe5\n-----BEGIN CERTIFICATE-----\n", "latin1"));
    const { stderr } = await piped(["content", "--base-url", "http://127.0.0.1:9", "--ca-file", path]);
    expect(stderr).not.toContain("UTF-8");
  });

  it("but a byte-order mark is ignored", async () => {
    const types = fileOf(`${BYTE_ORDER_MARK}{"article":"story"}`);
    expect((await piped(["diff", "data", "data", "--as-migrated", "--names", types])).status).toBe(1);
  });
});
