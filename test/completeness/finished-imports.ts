/** Exports, and what the examples import of them into two targets. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import initSqlJs from "sql.js";
import { EXAMPLES, exported, runExample } from "../support/examples.ts";
import { readLines } from "../support/ndjson.ts";
import { keyOf } from "../support/site.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";

/** A line of an export's `content.ndjson`. */
export type ExportedPage = {
  id: string;
  legacyId: number | null;
  properties: Record<string, unknown>;
  cultures: Record<string, { properties: Record<string, unknown> }>;
};

/** Changes what an importer reads: a loss that it would not notice. */
export type Plant = (pages: ExportedPage[]) => ExportedPage[];

/** Exports data, imports it with an example, and returns the path of the listing. */
type Import = (source: readonly string[], plant?: Plant) => Promise<string>;

/** Exports a source, with losses planted into its pages. */
async function plantedExport(source: readonly string[], plant: Plant = (pages) => pages): Promise<string> {
  const out = await exported(source);
  const path = join(out, "content.ndjson");
  const lines = plant(readLines(path)).map((page) => `${JSON.stringify(page)}\n`);
  writeFileSync(path, lines.join(""));
  return out;
}

const staticSite: Import = async (source, plant) => {
  const site = join(temporaryDirectory(), "site");
  mkdirSync(site);
  runExample("static-site/build.js", await plantedExport(source, plant), site);
  return join(site, "listing.ndjson");
};

const sqlite: Import = async (source, plant) => {
  const { Database } = await initSqlJs();
  const database = new Database();
  database.run(runExample("sqlite/to-sql.js", await plantedExport(source, plant)));
  const [{ columns, values }] = database.exec(readFileSync(join(EXAMPLES, "sqlite/listing.sql"), "utf8"));
  database.close();
  const path = join(temporaryDirectory(), "listing.csv");
  const rows = values.map((row) =>
    row.map((cell) => `"${String(cell ?? "").replaceAll('"', '""')}"`).join(","),
  );
  writeFileSync(path, [columns.join(","), ...rows, ""].join("\r\n"));
  return path;
};

/** By the folders of the examples. */
export const IMPORTS = { "static-site": staticSite, sqlite };

const NO_KEY = "00000000-0000-0000-0000-000000000000";
const each = (texts: Record<string, string>, write: (culture: string, text: string) => string) =>
  Object.entries(texts)
    .map(([culture, text]) => write(culture, text))
    .join("");

function page(
  id: number,
  parent: number | undefined,
  names: Record<string, string>,
  texts: Record<string, string>,
) {
  const [first] = Object.values(names);
  return `<Content Key="${keyOf(id)}" Alias="${first}" Level="1"><Info><Parent Key="${parent === undefined ? NO_KEY : keyOf(parent)}" /><ContentType>page</ContentType>
    <NodeName Default="${first}">${each(names, (culture, name) => `<Name Culture="${culture}">${name}</Name>`)}</NodeName><SortOrder>${id}</SortOrder>
    <Published Default="true">${each(names, (culture) => `<Published Culture="${culture}">true</Published>`)}</Published></Info>
    <Properties><text>${each(texts, (culture, text) => `<Value Culture="${culture}"><![CDATA[${text}]]></Value>`)}</text></Properties></Content>`;
}

const domain = (name: string, language: string) =>
  `<Domain Key="${keyOf(90)}" Alias="${name}"><Info><IsWildcard>false</IsWildcard><Language>${language}</Language><Root Key="${keyOf(1)}">/x</Root></Info></Domain>`;

/** A uSync export of two pages in English, the default, and Danish. */
export function bilingualSite(): string {
  return dataDirectory({
    "Languages/en.config": `<Language Key="${keyOf(201)}" Alias="en-US"><IsDefault>true</IsDefault></Language>`,
    "Languages/da.config": `<Language Key="${keyOf(202)}" Alias="da"><IsDefault>false</IsDefault></Language>`,
    "Domains/en.config": domain("/en", "en-US"),
    "Domains/da.config": domain("/da", "da"),
    "ContentTypes/page.config": `<ContentType Key="${keyOf(204)}" Alias="page"><Info><Name>Page</Name><Variations>Culture</Variations></Info><GenericProperties><GenericProperty><Key>${keyOf(205)}</Key><Name>Text</Name><Alias>text</Alias><Type>Umbraco.RichText</Type><Variations>Culture</Variations></GenericProperty></GenericProperties></ContentType>`,
    "Content/home.config": page(
      1,
      undefined,
      { "en-US": "Home", da: "Forside" },
      {
        "en-US": "<p>Hold on to your cup.</p>",
        da: "<p>Hold fast i koppen.</p>",
      },
    ),
    "Content/news.config": page(
      2,
      1,
      { "en-US": "News", da: "Nyheder" },
      {
        "en-US": "<p>The horn sounds at noon.</p>",
        da: "<p>Hornet lyder klokken tolv.</p>",
      },
    ),
  });
}
