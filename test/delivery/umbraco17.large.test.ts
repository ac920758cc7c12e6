/** The Content Delivery API and the lines of `export`, laid beside what a running Umbraco 17.0.1 answered over the same database. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openImage } from "../formats/database/site-database.ts";
import { readLines } from "../support/ndjson.ts";
import { run, startServe } from "../support/program.ts";
import { SHARED } from "../support/repository.ts";
import { temporaryDirectory } from "../support/temporary.ts";

const RECORDED = join(SHARED, "recorded", "umbraco17");
const DATABASE = join(RECORDED, "golden-17.sqlite.db");

type Json = undefined | null | boolean | number | string | Json[] | { [name: string]: Json };
type Members = { [name: string]: Json };

/** A request, and what Umbraco answered. */
type Recorded = {
  file: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  status: number;
  body: Json;
};

/** A part of an answer that is not as recorded; `undefined` is a member that there is not. */
type Difference = { at: string; recorded: Json; answered: Json };

/** A difference on purpose. Each row must be needed. */
type Row = {
  reason: string;
  /** Of the names of recorded answers. Default: any */
  files?: RegExp;
  /** Of the JSON pointer of the member; `status`; a pointer and ` order`, for the order of an object's members. */
  at: RegExp;
  /** Whether the two differ as the reason says. */
  is: (recorded: Json, answered: Json) => boolean;
};

const from =
  (recorded: Json, answered: Json): Row["is"] =>
  (one, other) =>
    one === recorded && other === answered;

/** What 17.2.2 adds to links of rich text, and the program to images, too. */
const ADDED_ATTRIBUTES = / data-(?:destination-id|destination-type|link-type)="[^"]*"/g;
const without = (pattern: RegExp, value: Json) => String(value).replaceAll(pattern, "");
const isList = (value: Json): value is Json[] => Array.isArray(value);

const ROWS: readonly Row[] = [
  {
    reason: "links have the member culture, as from 17.6 on",
    at: /\/\d+\/culture$/,
    is: from(undefined, null),
  },
  {
    reason: "links and images in rich text say which node they lead to, as from 17.2 on",
    at: /\/markup$/,
    is: (recorded, answered) => recorded === without(ADDED_ATTRIBUTES, answered),
  },
  {
    reason:
      "images in rich text stay as they are written; one of a node that there is not loses its UDI, and a src that is no path",
    at: /\/markup$/,
    is: (recorded, answered) =>
      without(/ data-udi="[^"]*"| src="(?:\?[^"]*)?"/g, recorded) ===
      without(ADDED_ATTRIBUTES, answered)
        .replaceAll(/ data-caption="[^"]*"/g, "")
        .replaceAll(" />", ">"),
  },
  {
    reason: "a local link in Markdown is resolved, also outside of a tag",
    at: /\/markdown$/,
    is: (recorded, answered) =>
      recorded === String(answered).replace(/\(\/(?:about-us|da\/om-os)\/\)/, `(/{localLink:${ABOUT}})`),
  },
  {
    reason: "blocks whose type the data type does not list are given",
    at: /\/blockList\/items$/,
    is: (recorded, answered) =>
      isList(answered) &&
      areAlike(
        recorded,
        answered.filter((item) => !JSON.stringify(item).includes('"contentType":"unlistedElement"')),
      ),
  },
  {
    reason:
      "values of nodes that do not vary are those of the language, not of the language that asked first",
    files: /-da/,
    at: /\/properties\/(?:link|list)\/.*(?:name|path|markup|heading)$/,
    is: (recorded, answered) => !DANISH.test(String(recorded)) && DANISH.test(String(answered)),
  },
  {
    reason: "a language that the site does not have has no pages, also none that do not vary",
    files: /^08[67]-list/,
    at: /^\/total$/,
    is: from(6, 0),
  },
  {
    reason: "the total does not depend on which items are asked for",
    files: /^1(?:66|71)-page/,
    at: /^\/total$/,
    is: from(0, 22),
  },
  {
    reason: "a filter of a name with a space requires all words",
    files: /^134-filter/,
    at: /^\/(?:total|items)$/,
    is: (_, answered) => (isList(answered) ? answered.length : answered) === 2,
  },
  {
    reason: "filters of media know commas and negation, as those of content do",
    files: /^30[579]-media-filter/,
    at: /^\/(?:total|items)$/,
    is: (recorded, answered) =>
      isList(recorded) ? recorded.length === 0 && isList(answered) : recorded === 0 && answered !== 0,
  },
  {
    reason: "the path of a page's URL finds it, whatever the domain, the language and the case of the path",
    files:
      /^(?:18[567]|190)-path|^222-path-da|^2(?:28|29|33|35)-path-start|^238-path-start-da|^07[02]-path-start/,
    at: /^status$/,
    is: from(404, 200),
  },
  {
    reason: "the path of a page's URL finds it, also as the target of a list",
    files: /^1(?:09|14)-fetch/,
    at: /^\/(?:total|items)$/,
    is: (recorded, answered) =>
      isList(recorded) ? recorded.length === 0 && isList(answered) : recorded === 0 && answered !== 0,
  },
  {
    reason: "Start-Item takes the segment of a root in any language",
    files: /^119-start/,
    at: /^status$/,
    is: from(404, 200),
  },
  {
    reason: "lists of ids can be empty, and are at the path of version 1, too",
    files: /^2(?:57|59)-items|^327-media-odd/,
    at: /^status$/,
    is: from(404, 200),
  },
  {
    reason: "what is no number from 0, or no selection, is refused",
    files: /^16[78]-page|^17[4579]-expand-odd|^177-expand-odd/,
    at: /^status$/,
    is: from(500, 400),
  },
  {
    reason: "what is no selection is refused, and a negative number, too",
    files: /^1(?:76|78|80|81)-expand-odd|^326-media-odd/,
    at: /^status$/,
    is: from(200, 400),
  },
  {
    reason: "HEAD is answered, and other methods are said not to be allowed",
    files: /^28[3-7]-method/,
    at: /^status$/,
    is: (recorded, answered) => recorded === 404 && [200, 405].includes(Number(answered)),
  },
  {
    reason: "every problem has a detail",
    at: /^\/detail$/,
    is: (recorded, answered) => recorded === undefined && typeof answered === "string",
  },
];

/** What is Danish in the values of nodes that do not vary. */
const DANISH = /^(?:Alt indeni|Hemmelig|Om os|Inv da|gylden-forside)$|\/da\//;
const ABOUT = "affce1a2-499a-5001-9727-a1dc686b5ae0";

/** Recorded answers that are not compared. */
const NOT_COMPARED: readonly { reason: string; files: RegExp }[] = [
  { reason: "previews are not served: the header is ignored", files: /^2(?:6[1-9]|7[0-7])-preview/ },
  { reason: "segments are not served: the header is ignored", files: /^28[01]-segment/ },
  {
    reason: "a page of an unsorted list has other items, since the order is that of the tree",
    files: /^(?:089-list-default|170-page)/,
  },
];

/** All differences between two values; lists of different lengths are one. */
function* differences(recorded: Json, answered: Json, at = ""): Generator<Difference> {
  if (isList(recorded) && isList(answered)) {
    if (recorded.length !== answered.length) yield { at, recorded, answered };
    else for (const [i, each] of recorded.entries()) yield* differences(each, answered[i], `${at}/${i}`);
    return;
  }
  if (!isMembers(recorded) || !isMembers(answered)) {
    if (recorded !== answered) yield { at, recorded, answered };
    return;
  }
  const names = Object.keys(recorded);
  for (const name of new Set([...names, ...Object.keys(answered)]))
    yield* differences(recorded[name], answered[name], `${at}/${name}`);
  const [order, own] = [
    names.filter((name) => name in answered).join(),
    Object.keys(answered)
      .filter((name) => name in recorded)
      .join(),
  ];
  if (order !== own) yield { at: `${at} order`, recorded: order, answered: own };
}

function isMembers(value: Json): value is Members {
  return typeof value === "object" && value !== null && !isList(value);
}

function byId(items: Json): Json {
  if (!isList(items)) return items;
  const idOf = (item: Json) => String(isMembers(item) ? item.id : "");
  return items.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
}

/** Whether two values differ only as rows of the table say. */
function areAlike(recorded: Json, answered: Json): boolean {
  return [...differences(recorded, answered)].every((difference) => rowFor("", difference) !== undefined);
}

function rowFor(file: string, { at, recorded, answered }: Difference, rows = ROWS): Row | undefined {
  return rows.find((row) => (row.files?.test(file) ?? true) && row.at.test(at) && row.is(recorded, answered));
}

/** Requests a path with the recorded headers, `Host` included. */
function ask(port: number, { method, path, headers }: Recorded): Promise<{ status: number; body: Json }> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port, method, path, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part) => {
        text += part;
      });
      response.on("end", () => {
        const isJson = /json/.test(response.headers["content-type"] ?? "") && text !== "";
        resolve({ status: response.statusCode ?? 0, body: isJson ? JSON.parse(text) : text });
      });
    });
    asked.on("error", reject).end();
  });
}

/** Of an answer what is compared: of a 400, its title, detail and errors; of other errors, the status. */
function comparedPart({ status, body }: { status: number; body: Json }, { path }: Recorded): Json {
  if (status === 200) return isMembers(body) && !/[?&]sort=/.test(path) ? withItemsById(body) : body;
  if (status !== 400 || !isMembers(body)) return null;
  const { title, detail, errors } = body;
  return { title, detail, errors };
}

/** Umbraco orders lists by the ids of nodes, then as its search index does. */
function withItemsById(body: Members): Members {
  return "items" in body ? { ...body, items: byId(body.items) } : body;
}

function recordedIn(folder: string): Recorded[] {
  const index: Pick<Recorded, "file" | "method" | "path" | "headers">[] = JSON.parse(
    readFileSync(join(RECORDED, folder, "index.json"), "utf8"),
  );
  return index.map((asked) => ({
    ...JSON.parse(readFileSync(join(RECORDED, folder, asked.file), "utf8")),
    ...asked,
  }));
}

/** Asks a server over a database what Umbraco was asked. @returns the differences that no row explains, and the rows that explain one */
async function compare(database: string, all: readonly Recorded[]) {
  const { port } = await startServe(["--data", database, "--allow-anonymous"]);
  const unexplained: string[] = [];
  const used = new Set<string>();
  for (const recorded of all) {
    const leftOut = NOT_COMPARED.find(({ files }) => files.test(recorded.file));
    if (leftOut) {
      used.add(leftOut.reason);
      continue;
    }
    const answer = await ask(port, recorded);
    const found: Difference[] =
      answer.status === recorded.status
        ? [...differences(comparedPart(recorded, recorded), comparedPart(answer, recorded))]
        : [{ at: "status", recorded: recorded.status, answered: answer.status }];
    for (const difference of found) {
      const row = rowFor(recorded.file, difference);
      if (row) used.add(row.reason);
      else unexplained.push(shown(recorded, difference));
    }
  }
  return { unexplained, used };
}

const SHOWN_LENGTH = 200;

function shown(
  { file, path }: Pick<Recorded, "file" | "path">,
  { at, recorded, answered }: Difference,
): string {
  const [one, other] = [recorded, answered].map((value) => JSON.stringify(value)?.slice(0, SHOWN_LENGTH));
  return `${file} ${decodeURIComponent(path)} ${at}: Umbraco ${one}, here ${other}`;
}

describe.skipIf(!existsSync(RECORDED))("what Umbraco 17.0.1 answered", () => {
  it("is what serve answers, but for the table", async () => {
    const { unexplained, used } = await compare(DATABASE, recordedIn("answers"));
    expect(unexplained).toEqual([]);
    const rows = [...ROWS, ...NOT_COMPARED].map(({ reason }) => reason);
    expect(rows.filter((reason) => !used.has(reason))).toEqual([]);
  });

  it("is what serve answers with path domains, but for the table", async () => {
    const { unexplained } = await compare(withPathDomains(), recordedIn("answers-path-domains"));
    expect(unexplained).toEqual([]);
  });

  it("is what export writes, but for the tables", async () => {
    const out = join(temporaryDirectory(), "out");
    expect(await run(["export", "--data", DATABASE, "--out", out])).toMatchObject({ status: 0 });
    const lines = new Map(readLines(join(out, "content.ndjson")).map((line) => [line.id, line]));
    const unexplained: string[] = [];
    const used = new Set<Row>();
    let compared = 0;
    for (const recorded of recordedIn("answers")) {
      const { file, path, headers, status, body } = recorded;
      const [, id] = /^\d+-id-.*\/item\/([0-9a-f-]{36})$/.exec(`${file} ${path}`) ?? [];
      const language = headers["Accept-Language"];
      if (id === undefined || status !== 200 || !isMembers(body)) continue;
      compared++;
      const { cultures: _, ...page } = body;
      for (const difference of differences(page, lineIn(lines.get(id) ?? {}, language))) {
        const row = rowFor(file, difference, [...LINE_ROWS, ...ROWS]);
        if (row) used.add(row);
        else unexplained.push(shown(recorded, difference));
      }
    }
    expect(unexplained).toEqual([]);
    expect(LINE_ROWS.filter((row) => !used.has(row))).toEqual([]);
    // Of 29 pages in two languages 7 are not published in one, and 8 answers are of pages that are in no list.
    expect(compared).toBe(44);
  });
});

/** Differences of exported lines on purpose. */
const LINE_ROWS: readonly Row[] = [
  {
    reason: "the page of an internal redirect is given, which the API hides",
    at: /^\/properties\/umbraco(?:InternalRedirectId|Redirect)$/,
    is: (recorded, exported) => recorded === null && isMembers(exported),
  },
  {
    reason: "media without a file has no URL, and folders and files have no crops",
    at: /\/url$/,
    is: from("", null),
  },
  {
    reason: "media without a file has no extension, width, height or size",
    at: /\/(?:extension|width|height|bytes)$/,
    is: (recorded, exported) => (recorded === "" || recorded === 0) && exported === null,
  },
  {
    reason: "a reference to a page of another language alone is kept",
    files: /-(?:da-Full|Dead)\.json$/,
    at: /^\/properties\/(?:mntpContent|mntpContentOne|v?[lL]inks)$/,
    is: (recorded, exported) => isList(exported) && areAlike(recorded, exported.filter(isInDanish)),
  },
];

/** Whether a picked page or a link leads to a page that exists in Danish. */
function isInDanish(item: Json): boolean {
  return (
    isMembers(item) && (item.route !== null || item.linkType === "External" || item.linkType === "Media")
  );
}

/** What a line of `export` says of a node in a language, with the members of the API. */
function lineIn({ cultures, properties, ...line }: Members, language: string | undefined): Members {
  const own = isMembers(cultures) && language !== undefined ? cultures[language] : undefined;
  const { path, queryString, startItem, properties: values, ...others } = isMembers(own) ? own : {};
  const whole: Members = {
    ...line,
    ...others,
    ...(own !== undefined && { route: { path, queryString, startItem } }),
    properties: { ...(properties as Members), ...(values as Members) },
  };
  return Object.fromEntries(MEMBERS.map((name) => [name, whole[name]]));
}

const MEMBERS = ["contentType", "name", "createDate", "updateDate", "route", "id", "properties"];

/** A copy of the database whose domains are paths, and that has no redirects. */
function withPathDomains(): string {
  const database = openImage(readFileSync(DATABASE));
  const path = join(temporaryDirectory(), "path-domains.sqlite.db");
  for (const [host, name] of [
    ["golden.example", "/en"],
    ["golden.example/da", "/da"],
    ["second.example", "/two"],
  ]) {
    database.run("update umbracoDomain set domainName = ? where domainName = ?", [name, host]);
  }
  database.run("delete from umbracoRedirectUrl");
  writeFileSync(path, database.export());
  database.close();
  return path;
}
