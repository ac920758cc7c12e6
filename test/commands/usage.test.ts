/** Error messages for invalid command lines: the error, and what to write instead. */

import { readdirSync, writeFileSync } from "node:fs";
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
  "formats that a command does not have": [
    ["content --format plain", '--format takes json, ndjson or tree, not "plain"'],
    ["media --format xml", '--format takes json, ndjson or tree, not "xml"'],
    [
      "types --format tree",
      '--format takes plain, json, ndjson, table, csv, csv-excel, model, typescript or json-schema, not "tree"',
    ],
    ["find --format html", '--format takes plain, json, ndjson, table, csv or csv-excel, not "html"'],
    ["check --format csv", '--format takes plain or json, not "csv"'],
    ["pull --format tree", '--format takes plain or json, not "tree"'],
    ["slice --format ndjson", '--format takes plain or json, not "ndjson"'],
    ["diff --format tree", '--format takes plain, json, ndjson, csv or csv-excel, not "tree"'],
    ["diff data data --format html", '--format takes plain, json, ndjson, csv or csv-excel, not "html"'],
    ["audit --format table", '--format takes plain, json, ndjson, csv, csv-excel or html, not "table"'],
    [
      "urls --format redirects",
      '--format takes plain, json, ndjson, table, csv or csv-excel, not "redirects"',
    ],
    [
      "find --sample --full --format table",
      "--full is for json and ndjson: a table list has no properties: try migrations find --sample --full",
    ],
    [
      "find --sample --full --format csv",
      "--full is for json and ndjson: a csv list has no properties: try migrations find --sample --full",
    ],
    [
      "content --sample --id 1085 --value bodyText --format tree",
      "--value can only be used with --format json: try migrations content --id 1085 --value bodyText --sample",
    ],
    [
      "audit --sample --fields id --format html",
      "--fields selects columns, and html has none: try migrations audit --sample --fields id --format csv",
    ],
    [
      "content --sample --values delivery --format tree",
      "--values delivery has the format ndjson, not tree: try migrations content --sample --values delivery",
    ],
    [
      "content --sample --id 1050 --depth 2 --values delivery --format json",
      "--values delivery of several nodes has the format ndjson, not json: try migrations content --id 1050 --depth 2 --sample --values delivery",
    ],
    ["urls --sample --against data --format table", "--format table cannot be used with --against: use csv"],
    [
      "urls --sample --request http://h --format table",
      "--format table cannot be used with --request: use plain, json, ndjson or csv",
    ],
  ],
  "values of options": [
    ["media --id 1e3", '--id takes a decimal 32-bit integer such as 1050, not "1e3"'],
    ["media --id ''", "--id is empty: it is a decimal 32-bit integer such as 1050"],
    ["content --id KEY", "--id takes an id, not a key: try migrations content --key KEY"],
    ["media --key 5", "--key takes a key, not an id: try migrations media --id 5"],
    ["media --key x", '--key takes a GUID, or a UDI such as umb://document/<32 digits>, not "x"'],
    [
      "media --key umb://document/HEX",
      "--key is a UDI of a content node: try migrations content --key umb://document/HEX",
    ],
    ["media --key umb://member/HEX", "--key takes UDIs of documents and media, not of a member"],
    ["media --depth -1", '--depth takes a whole number from 0 to 2147483647, or "all", not "-1"'],
    ["media --max-level all", '--max-level takes a whole number from 0 to 2147483647, not "all"'],
    ["media --timeout 0", '--timeout takes seconds, more than 0 and up to 300, not "0"'],
    ["media --timeout 0.0", '--timeout takes seconds, more than 0 and up to 300, not "0.0"'],
    ["media --timeout 300.1", '--timeout takes seconds, more than 0 and up to 300, not "300.1"'],
    ["media --timeout 1e2", '--timeout takes seconds, more than 0 and up to 300, not "1e2"'],
    ["media --timeout 5s", '--timeout takes seconds, more than 0 and up to 300, not "5s"'],
    ["media --data ''", "--data is empty: it is the path of a directory"],
    ["content --culture ''", "--culture is empty: it is a code such as en-US"],
    ["types --kind member", '--kind takes content, media, data or dictionary, not "member"'],
    ["pull --sample --out x --kind pages", '--kind takes content or media, not "pages"'],
    ["pull --sample --out x --concurrency 0", '--concurrency takes a whole number from 1 to 64, not "0"'],
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
      "serve --fail 503",
      '--fail takes an error status, reset, cut or html, a colon and a percentage of requests, such as 503:10 or cut:2, not "503"',
    ],
    [
      "serve --fail cut",
      '--fail takes an error status, reset, cut or html, a colon and a percentage of requests, such as 503:10 or cut:2, not "cut"',
    ],
    [
      "serve --fail timeout:3",
      '--fail takes an error status, reset, cut or html, a colon and a percentage of requests, such as 503:10 or cut:2, not "timeout:3"',
    ],
    [
      "serve --fail cut:101",
      '--fail takes an error status, reset, cut or html, a colon and a percentage of requests, such as 503:10 or cut:2, not "cut:101"',
    ],
    ["serve --fail 503:60 --fail cut:41", "the shares of --fail must add up to at most 100 percent, not 101"],
    ["serve --seed 4294967296", '--seed takes a whole number from 0 to 4294967295, not "4294967296"'],
    ["serve --seed=-1", '--seed takes a whole number from 0 to 4294967295, not "-1"'],
    ["serve --seed 1.5", '--seed takes a whole number from 0 to 4294967295, not "1.5"'],
    [
      "serve --cors https://importer.example/page",
      '--cors takes an origin such as https://importer.example, without a path, or * for all, not "https://importer.example/page"',
    ],
    [
      "serve --cors importer.example",
      '--cors takes an origin such as https://importer.example, without a path, or * for all, not "importer.example"',
    ],
    ["urls --request http://h --delay 60001", '--delay takes a whole number from 0 to 60000, not "60001"'],
    [
      "redirects a b --rename-host www.old.example",
      '--rename-host takes two hosts, such as www.old.example=www.new.example, not "www.old.example"',
    ],
    [
      "redirects a b --rename-host www.old.example=new:example:x",
      '--rename-host takes two hosts, such as www.old.example=www.new.example, not "www.old.example=new:example:x"',
    ],
    ["redirects a b --removed there", '--removed takes ancestor, none or a URL, not "there"'],
    ["urls --request http://u:p@h", "--request takes a URL without user and password"],
    [
      "urls --request ftp://h",
      '--request takes the URL of a site, such as https://new.example, not "ftp://h"',
    ],
    [
      "urls --request new.example",
      '--request takes the URL of a site, such as https://new.example, not "new.example"',
    ],
    [
      "urls --request http://h/page",
      "--request takes only the site, http://h: the paths are those of the old URLs",
    ],
    ["find --name ''", "--name is empty: it is what a name holds"],
    [
      "find --name '/(/'",
      "--name /(/ is not a regular expression: Invalid regular expression: /(/u: Unterminated group",
    ],
    [
      "find --name /a/xyz",
      "--name /a/xyz is not a regular expression: Invalid flags supplied to RegExp constructor 'xzu'",
    ],
    ["find --search '  '", '--search takes what to search for, not "  "'],
    ["find --type ''", "--type is empty: it is an alias, or part of one with *"],
    ["find --type article,", '--type takes an alias, or part of one with *, not "article,"'],
    ["find --url ''", "--url is empty: it is the beginning of a url"],
    ["find --text ''", "--text is empty: it is what a value holds"],
    ["find --property =x", '--property takes an alias, alias=value or alias~text, not "=x"'],
    ["diff data data --below x", '--below takes an id, a GUID or a UDI, not "x"'],
    ["slice --sample --out x --below x", '--below takes an id, a GUID or a UDI, not "x"'],
    ["find --below x", '--below takes an id, a GUID or a UDI, not "x"'],
    ["find --below umb://member/HEX", "--below takes UDIs of documents and media, not of a member"],
    ["find --links-to media/x", '--links-to takes an id, a GUID, a UDI or a path, not "media/x"'],
    ["find --level 0", '--level takes a whole number from 1 to 2147483647, not "0"'],
    [
      "find --changed-since soon",
      '--changed-since takes a date such as 2024-01-31 or 2024-01-31T14:00, not "soon"',
    ],
    [
      "find --changed-since 2024-02-31",
      '--changed-since takes a date such as 2024-01-31 or 2024-01-31T14:00, not "2024-02-31"',
    ],
    ["find --kind members", '--kind takes content or media, not "members"'],
    ["slice --follow some", '--follow takes a number of references, or all, not "some"'],
    [
      "diff data data --only added,lost",
      '--only takes added, removed, moved, renamed, retyped, reordered or changed, separated by commas, not "lost"',
    ],
    ["diff data data --ignore-property a,,b", "--ignore-property is empty: it is the alias of a property"],
    [
      "audit --section nodes",
      '--section takes editors, elements, references, leftovers, media, files, urls, secrets, texts, properties, filled or markup, separated by commas, not "nodes"',
    ],
    [
      "audit --fail-on leftover,typo",
      '--fail-on takes dead-reference, unpublished-reference, leftover, missing-file, orphaned-file, shared-file, unused-media, unlisted-file, duplicate-url, secret, conflict-marker, control-character, broken-encoding, references, leftovers, media, files, urls, secrets or texts, separated by commas, not "typo"',
    ],
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
    [
      "media --base-url localhost:4801/umbraco/Limbo/Migrations",
      "the base URL must begin with http:// or https://: try migrations media --base-url http://localhost:4801/umbraco/Limbo/Migrations",
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
  "options that are given twice, or together with another": [
    ["media --id 1 --id 2", "--id is given twice"],
    ["media --format=json --format csv", "--format is given twice"],
    ["find --sample --count --format json", "--count and --format cannot be used together"],
    [
      "diff data data --stat --format csv",
      "--stat and --format csv cannot be used together: csv has each change",
    ],
    ["media --key KEY --id 5", "--id and --key cannot be used together"],
    ["media --depth 1 --max-level 1", "--depth and --max-level cannot be used together"],
    ["check --data x --sample", "--data and --sample cannot be used together"],
    [
      "content --base-url http://h --ca-file x --insecure",
      "--ca-file and --insecure cannot be used together",
    ],
    ["find --sample --full --count", "--full and --count cannot be used together"],
    ["find --sample --in element", "--in can only be used with --property or --editor"],
    [
      "find --sample --values delivery --fields name",
      "--fields and --values delivery cannot be used together",
    ],
    ["pull --base-url http://h --out x --id 1 --key 2", "--id and --key cannot be used together"],
    ["pull --sample --out x --files --kind content", "--files and --kind content cannot be used together"],
    ["export --sample --out x --files --kind content", "--files and --kind content cannot be used together"],
    [
      "serve --sample --api-key-file x --allow-anonymous",
      "--allow-anonymous and --api-key-file cannot be used together",
    ],
    ["serve --no-explorer --open", "--open and --no-explorer cannot be used together"],
    ["serve --no-explorer --against x", "--against and --no-explorer cannot be used together"],
    ["diff data data --stat --whole", "--stat and --whole cannot be used together"],
    ["audit --sample --editors-stub --section texts", "--editors-stub and --section cannot be used together"],
    ["audit --sample --editors-stub --format json", "--editors-stub and --format cannot be used together"],
    [
      "audit --sample --editors-stub --fail-on secret",
      "--editors-stub and --fail-on cannot be used together",
    ],
  ],
  "options without what they need": [
    ["pull", "pull needs --out DIRECTORY"],
    ["pull --out x", "pull needs --base-url URL, the site to copy, or --data DIRECTORY"],
    ["pull --sample --out x --id 1085", "--id needs --kind content or --kind media"],
    [
      "pull --base-url http://h --out x --files folder",
      "--files takes a directory only with --data: a live site sends its own files",
    ],
    ["pull --base-url http://h --out package.json", "--out package.json is a file, not a directory"],
    ["pull --sample --out x --files nowhere", "--files nowhere is not a directory"],
    [
      "pull --data test/fixtures/usync/early-2019 --out x --files --quiet",
      "no media files found beside test/fixtures/usync/early-2019: give their folder, --files DIRECTORY",
    ],
    ["slice --sample --id 1085", "slice needs --out DIRECTORY"],
    ["export --sample", "export needs --out DIRECTORY"],
    ["serve --sample --", "there is no command after --"],
    ["serve --sample --files no/such/folder", "--files no/such/folder is not a directory"],
    ["diff data", "diff needs two sources: migrations diff OLD NEW"],
    ["diff data data --names x", "--names can only be used across versions: add --as-migrated"],
    ["urls --sample --match key", "--match can only be used with --against"],
    ["urls --sample --timeout 3", "--timeout can only be used with --request"],
    ["redirects data", "redirects needs two sources: migrations redirects OLD NEW, or OLD and --by FILE"],
    ["urls --sample --header-file x", "--header-file can only be used with --request"],
    [
      "audit --data test/fixtures/json --fail-on missing-file",
      "--fail-on missing-file needs --files, the folder of media files",
    ],
  ],
  "options that the source cannot use": [
    ["content --sample --prefix x", "--prefix cannot be used with a directory"],
    ["media --data ./data --timeout 5", "--timeout cannot be used with a directory"],
    ["content --insecure", "--insecure cannot be used with a directory"],
    ["content --sample --api-key-file x", "--api-key-file cannot be used with a directory"],
    ["pull --sample --out x --concurrency 2", "--concurrency cannot be used with a directory"],
    ["pull --sample --out x --fresh", "--fresh cannot be used with a directory"],
    ["verify data data --timeout 3", "--timeout can only be used if NEW is a URL"],
    ["diff data data --culture da", "--culture cannot be used: data is JSON, data is JSON"],
    [
      "diff --base-url http://127.0.0.1:1",
      "--base-url cannot be used with diff: give the sources as migrations diff OLD NEW",
    ],
    ["check --prefix a/b", "--prefix cannot be used with check, which reads directories"],
    ["find --name x --insecure", "--insecure cannot be used with find, which reads directories"],
    ["content --base-url http://h --culture da", "--culture cannot be used with a live site"],
    ["content --base-url http://h --editors x", "--editors cannot be used with a live site"],
    [
      "content --data test/fixtures/json --culture en",
      "--culture cannot be used: JSON holds only one culture",
    ],
    [
      "content --data test/fixtures/json --include-unpublished",
      "--include-unpublished cannot be used: JSON has no unpublished nodes",
    ],
    [
      "content --data test/fixtures/json --editors x",
      "--editors cannot be used: JSON holds editor aliases itself",
    ],
    [
      "content --data test/fixtures/umbraco-config/site --culture en",
      "--culture cannot be used: umbraco.config holds only one culture",
    ],
    [
      "content --data test/fixtures/umbraco-config/site --include-unpublished",
      "--include-unpublished cannot be used: umbraco.config has no unpublished nodes",
    ],
    [
      "diff http://h data",
      "http://h is a live site: copy it with migrations pull --base-url http://h --out ./site, which fetches only what changed if you repeat it, and give the path of the copy",
    ],
    [
      "check --api-key s3cret",
      "--api-key is not an option, since other users could see the key in the list of processes: a directory needs no key",
    ],
    [
      "content --api-key=s3cret",
      "--api-key is not an option, since other users could see the key in the list of processes: put the key in a file, --api-key-file FILE, or in MIGRATIONS_API_KEY",
    ],
    [
      "pull --api-key",
      "--api-key is not an option, since other users could see the key in the list of processes: put the key in a file, --api-key-file FILE, or in MIGRATIONS_API_KEY",
    ],
  ],
  "live sites, by commands that read directories": [
    [
      "find --name x --base-url https://old.example",
      "find cannot read a live site: pull it first: migrations pull --base-url https://old.example --out ./site, then migrations find --data ./site",
    ],
    [
      "find --name x --data HTTPS://old.example",
      "find cannot read a live site: pull it first: migrations pull --base-url HTTPS://old.example --out ./site, then migrations find --data ./site",
    ],
    [
      "slice --id 1 --out x --base-url https://old.example",
      "slice cannot read a live site: pull it first: migrations pull --base-url https://old.example --out ./site, then migrations slice --data ./site",
    ],
    [
      "export --base-url https://old.example --out ./x",
      "export --out ./x cannot read a live site: pull it first: migrations pull --base-url https://old.example --out ./site, then migrations export --out ./x --data ./site",
    ],
    [
      "audit --base-url https://old.example",
      "audit cannot read a live site: pull it first: migrations pull --base-url https://old.example --out ./site, then migrations audit --data ./site",
    ],
    [
      "urls --base-url https://old.example",
      "urls cannot read a live site: pull it first: migrations pull --base-url https://old.example --out ./site, then migrations urls --data ./site",
    ],
    [
      "content --values delivery --base-url https://old.example",
      "content --values delivery cannot read a live site: pull it first: migrations pull --base-url https://old.example --out ./site, then migrations content --values delivery --data ./site",
    ],
  ],
  "fields that a list does not have": [
    ["find --sample --fields id,nmea", '--fields has no field "nmea"; --fields help lists them'],
    [
      "find --sample --fields words,wrds",
      '--fields has no field "wrds" (did you mean words?); --fields help lists them',
    ],
    ["types --sample --fields words", '--fields has no field "words"; --fields help lists them'],
    ["audit --sample --fields words", '--fields has no field "words"; --fields help lists them'],
    ["urls --sample --fields words", '--fields has no field "words"; --fields help lists them'],
  ],
  arguments: [
    ["content a --sample", 'unexpected argument "a"'],
    ["content 1085 --sample", 'unexpected argument "1085": try migrations content --id 1085 --sample'],
    ["types a b --sample", 'unexpected argument "b"'],
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

describe("usage: a live site in MIGRATIONS_BASE_URL, for a command that reads directories,", () => {
  const env = { MIGRATIONS_BASE_URL: "https://old.example" };

  it.each(["audit", "find", "slice", "urls"])("is refused by %s", async (command) => {
    expect(await piped([command], env)).toEqual({
      status: 2,
      stdout: "",
      stderr: `error: ${command} cannot read a live site: pull it first: migrations pull --base-url https://old.example --out ./site, then migrations ${command} --data ./site\n`,
    });
  });

  it("is ignored if a directory is given", async () => {
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
    [
      "diff data data --as-migrated --names",
      `--names cannot be read from ${missing}: no such file or directory`,
    ],
    [
      "slice --sample --out x --keys-from",
      `--keys-from ${missing} cannot be read: no such file or directory`,
    ],
    ["redirects data data --by", `--by ${missing} cannot be read: no such file or directory`],
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
      "diff data data --as-migrated --names",
      "[1]",
      '--names FILE must be a JSON object of names: {"oldType": "newType", "oldType.alias": "newAlias", "oldType.removed": null}',
    ],
    [
      "diff data data --as-migrated --names",
      '{"a":""}',
      '--names FILE must be a JSON object of names: {"oldType": "newType", "oldType.alias": "newAlias", "oldType.removed": null}',
    ],
    ["slice --sample --out x --keys-from", '{"key":1', "--keys-from FILE, line 1 is not valid JSON: "],
    ["slice --sample --out x --keys-from", '{"name":"x"}', "--keys-from FILE, line 1 has no key"],
    ["slice --sample --out x --keys-from", "[null]", "--keys-from FILE, item 1 has no key"],
    ["slice --sample --out x --keys-from", "[{}]", "--keys-from FILE, item 1 has no key"],
    [
      "redirects data data --by",
      "/a,/b,/c\n",
      "FILE:1: must be an old key or URL, a comma, and a new key or URL: /a,/b,/c",
    ],
  ])("%s: %j", async (line, text, message) => {
    const path = fileOf(text);
    const { status, stdout, stderr } = await piped([...line.split(" "), path]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr.replaceAll(path, "FILE")).toContain(`error: ${message}`);
  });

  it.each([
    "content --base-url http://h --api-key-file",
    "diff data data --as-migrated --names",
    "verify data data --accept",
    "check --sample --accept",
    "usync --sample --out nowhere --map",
    "slice --sample --out nowhere --keys-from",
    "redirects data data --by",
    "urls --sample --request http://127.0.0.1:9 --header-file",
  ])("%s: text that is not UTF-8, as some programs save it", async (line) => {
    for (const bytes of [Buffer.from("bl\xe5,/a\n", "latin1"), Buffer.from("\ufeff/a,/b\n", "utf16le")]) {
      const path = join(temporaryDirectory(), "file.csv");
      writeFileSync(path, bytes);
      expect(await piped([...line.split(" "), path])).toEqual({
        status: 2,
        stdout: "",
        stderr: `error: ${path} is not UTF-8: save it as CSV UTF-8\n`,
      });
    }
    expect(readdirSync(".")).not.toContain("nowhere");
  });

  it("but certificates may have comments in other encodings", async () => {
    const path = join(temporaryDirectory(), "certificates.pem");
    writeFileSync(path, Buffer.from("# Bl\xe5\n-----BEGIN CERTIFICATE-----\n", "latin1"));
    const { stderr } = await piped(["content", "--base-url", "http://127.0.0.1:9", "--ca-file", path]);
    expect(stderr).not.toContain("UTF-8");
  });

  it("but a byte-order mark is ignored", async () => {
    const types = fileOf(`${BYTE_ORDER_MARK}{"article":"story"}`);
    expect((await piped(["diff", "data", "data", "--as-migrated", "--names", types])).status).toBe(1);
    const keys = fileOf(`${BYTE_ORDER_MARK}5\n`);
    expect(await piped(["slice", "--sample", "--out", "nowhere", "--keys-from", keys])).toEqual({
      status: 3,
      stdout: "",
      stderr: "error: no node matches --keys-from 5\n",
    });
  });
});
