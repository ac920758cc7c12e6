/** Sites as uSync has them in files, and the folders for uSync 17 that are written of them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { readLines } from "../support/ndjson.ts";
import { run } from "../support/program.ts";
import { dataDirectory, temporaryDirectory } from "../support/temporary.ts";

export const KEY = (number: number) => `${String(number).padStart(8, "0")}-0000-4000-8000-000000000000`;
export const UDI = (type: string, number: number) => `umb://${type}/${KEY(number).replaceAll("-", "")}`;

export const language = (key: number, iso: string, isDefault: boolean, more = "") =>
  `<Language Key="${KEY(key)}" Alias="${iso}"><Name>${iso}</Name><IsoCode>${iso}</IsoCode><IsDefault>${isDefault}</IsDefault>${more}</Language>`;

export const dataType = (key: number, name: string, editor: string, config: unknown = {}) =>
  `<DataType Key="${KEY(key)}" Alias="${name}"><Info><Name>${name}</Name><EditorAlias>${editor}</EditorAlias></Info>
    <Config><![CDATA[${JSON.stringify(config)}]]></Config></DataType>`;

export const property = (key: number, alias: string, type: number, editor: string, more = "") =>
  `<GenericProperty><Key>${KEY(key)}</Key><Name>${alias}</Name><Alias>${alias}</Alias><Definition>${KEY(type)}</Definition><Type>${editor}</Type>${more}</GenericProperty>`;

type Kind = "Content" | "Media";
type TypeParts = {
  properties?: readonly string[];
  isElement?: boolean;
  kind?: Kind;
  /** Elements of `Info`, and after the properties. */
  info?: string;
  more?: string;
};
export const type = (
  key: number,
  alias: string,
  { properties = [], isElement = false, kind = "Content", info = "", more = "" }: TypeParts = {},
) =>
  `<${kind}Type Key="${KEY(key)}" Alias="${alias}"><Info><Name>${alias}</Name><IsElement>${isElement}</IsElement>${info}</Info>
    <GenericProperties>${properties.join("")}</GenericProperties>${more}</${kind}Type>`;

type NodeParts = {
  name?: string;
  /** Texts, or JSON. */
  values?: Readonly<Record<string, unknown>>;
  isPublished?: boolean;
  kind?: Kind;
  /** Elements of `Info`. */
  info?: string;
};
/** A root. */
export const node = (
  key: number,
  typeAlias: string,
  { name = typeAlias, values = {}, isPublished = true, kind = "Content", info = "" }: NodeParts = {},
) =>
  `<${kind} Key="${KEY(key)}" Alias="${name}" Level="1"><Info><Parent Key="00000000-0000-0000-0000-000000000000" />
    <ContentType>${typeAlias}</ContentType><NodeName Default="${name}" /><SortOrder>0</SortOrder><Published Default="${isPublished}" />${info}</Info>
    <Properties>${Object.entries(values)
      .map(([alias, value]) => {
        const text = typeof value === "string" ? value : JSON.stringify(value);
        return `<${alias}><Value><![CDATA[${text}]]></Value></${alias}>`;
      })
      .join("")}</Properties></${kind}>`;

export type ReportLine = Readonly<Record<string, string>>;

/** The files of a uSync folder of a version, in a directory. */
export function usyncFolder(files: Readonly<Record<string, string>>, version = 8): string {
  const named = Object.entries(files).map(([name, text]) => [`v${version}/${name}.config`, text]);
  return join(dataDirectory(Object.fromEntries(named)), `v${version}`);
}

/** Writes the folder of a site. @param data a path, or the files of a uSync folder @param more options */
export async function written(data: string | Readonly<Record<string, string>>, more: readonly string[] = []) {
  const path = typeof data === "string" ? data : usyncFolder(data);
  const out = temporaryDirectory();
  const folder = join(out, "uSync", "v17");
  const { status, stdout, stderr } = await run(["usync", "--data", path, "--out", out, ...more]);
  expect(status, stderr).toBe(0);
  const report: ReportLine[] = readLines(join(out, "report.ndjson"));
  const text = (name: string) => readFileSync(join(folder, `${name}.config`), "utf8");
  return {
    ...{ out, folder, stdout, stderr, report, text },
    names: (section: string) =>
      existsSync(join(folder, section)) ? readdirSync(join(folder, section)).toSorted() : [],
    of: (problem: string) => report.filter((line) => line.problem === problem),
    /** A value of a page: JSON, or a text; `undefined` if it is empty. */
    value: (page: string, alias: string, culture?: string) => {
      const of = culture === undefined ? "" : ` Culture="${culture}"`;
      const pattern = new RegExp(
        `<${alias}>(?:(?!</${alias}>).)*?<Value${of}><!\\[CDATA\\[(.*?)\\]\\]>`,
        "s",
      );
      return read(pattern.exec(text(`Content/${page}`))?.[1]);
    },
    config: (name: string) => read(/<Config><!\[CDATA\[(.*?)\]\]>/s.exec(text(`DataTypes/${name}`))?.[1]),
  };
}

/** JSON, or a text; `undefined` for an empty one. */
function read(text = "") {
  return /^(?:\{|\[\s|\[\]$)/.test(text) ? JSON.parse(text) : text || undefined;
}
