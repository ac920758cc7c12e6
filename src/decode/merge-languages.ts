/** One line for a node in all its languages. */
import type { Key } from "../site/tree/key.ts";
import type { NodeVariation } from "./node-properties.ts";
import type { ReportLine } from "./report.ts";

/** A node in one language; members and properties are JSON texts. */
export type LanguageLine = {
  key: Key;
  /** The language. Absent if the data does not say which it is. */
  language: string | undefined;
  /** In the order of the line, without `properties` and `cultures`. */
  members: ReadonlyMap<string, string>;
  properties: ReadonlyMap<string, string>;
  /** Values of properties that vary by segment: by segment, then by alias. */
  segments?: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** The other nodes that its values refer to. */
  references: readonly Key[];
  /** What could not be decoded or resolved. */
  report: readonly ReportLine[];
};

/** A node in all its languages. */
export type MergedLine = {
  text: string;
  report: readonly ReportLine[];
  /** Host and path of the page in each language, each once. */
  urls: readonly string[];
  /** The number of other nodes that it refers to, in whatever languages. */
  references: number;
};

/** The URL of a node in a language, as JSON texts. */
export type LanguageRoute = { language: string; route: string; host: string };

/**
 * @param read the node in the language of `--culture`; absent if it does not exist in that language
 * @param all the node in each language in which it exists, including `read`, in the order of `cultures`
 * @param base the language whose members the line has: `read`, if it is there
 * @param routes of a node that does not vary, in the languages in which its path or host is another
 */
export function mergeLanguages(
  read: LanguageLine | undefined,
  all: readonly LanguageLine[],
  variation: NodeVariation,
  base: LanguageLine,
  routes: readonly LanguageRoute[] = [],
): MergedLine {
  const isAlone = all.length === 1 && all[0].language === undefined;
  const varying = isAlone ? new Set<string>() : varyingAliases(all, variation, read !== undefined);
  const members = all.length === 1 && read !== undefined ? base.members : mergedMembers(read, all, base);
  const properties = read
    ? read.properties
    : new Map(Array.from(base.properties, ([alias, value]) => [alias, varying.has(alias) ? "null" : value]));
  const propertiesText = objectText(properties);
  let text = "{";
  for (const [name, value] of members) text += `"${name}":${value},`;
  text += `"properties":${propertiesText}`;
  const cultures = isAlone ? [] : all.flatMap((line) => cultureEntry(line, varying));
  for (const { language, route, host } of routes)
    cultures.push(`${JSON.stringify(language)}:${route.slice(0, -1)},"host":${host}}`);
  // Media seldom varies, and the Delivery API has no languages of media.
  if (members.has("route") || cultures.length > 0) text += `,"cultures":{${cultures.join(",")}}`;
  return {
    text: `${text}}`,
    report: mergedReport(all, (alias) => variation.property(alias) ?? varying.has(alias)),
    urls: urlsOf([
      members,
      ...(isAlone ? [] : all.map((line) => line.members)),
      ...routes.map(({ route, host }) => new Map(Object.entries({ route, host }))),
    ]),
    references: new Set(all.flatMap(({ references }) => references)).size,
  };
}

function mergedMembers(
  read: LanguageLine | undefined,
  all: readonly LanguageLine[],
  base: LanguageLine,
): ReadonlyMap<string, string> {
  const members = new Map(base.members);
  if (read === undefined) members.set("route", "null");
  if (read === undefined) members.set("host", "null");
  if (members.has("published")) members.set("published", String(all.some(isPublished)));
  return members;
}

/** The properties whose decoded value differs by language. */
function varyingAliases(
  all: readonly LanguageLine[],
  { node, property }: NodeVariation,
  isRead: boolean,
): Set<string> {
  const [first, ...others] = all;
  const aliases = new Set(all.flatMap(({ properties }) => [...properties.keys()]));
  const varying = new Set<string>();
  for (const alias of aliases) {
    const value = first.properties.get(alias) ?? "null";
    const differs = others.some(({ properties }) => (properties.get(alias) ?? "null") !== value);
    // If the types are unknown and the node exists only in another language, each value may vary.
    const mayVary = property(alias) ?? (node === undefined && !isRead && others.length === 0);
    if (differs || mayVary) varying.add(alias);
  }
  return varying;
}

function cultureEntry(
  { language, members, properties, segments }: LanguageLine,
  varying: ReadonlySet<string>,
): string[] {
  if (language === undefined) return [];
  const own = new Map([...properties].filter(([alias]) => varying.has(alias)));
  const route = members.get("route")?.slice(1, -1);
  const parts = [
    ...(route === undefined ? [] : [route]),
    `"name":${members.get("name")}`,
    `"updateDate":${members.get("updateDate")}`,
    ...["published", "host"].flatMap((name) => (members.has(name) ? [`"${name}":${members.get(name)}`] : [])),
    `"properties":${objectText(own)}`,
  ];
  if (segments && segments.size > 0) {
    const texts = Array.from(
      segments,
      ([segment, values]) => `${JSON.stringify(segment)}:{"properties":${objectText(values)}}`,
    );
    parts.push(`"segments":{${texts.join(",")}}`);
  }
  return [`${JSON.stringify(language)}:{${parts.join(",")}}`];
}

function isPublished({ members }: LanguageLine): boolean {
  return members.get("published") !== "false";
}

/** A line of a property that varies has the language of its value, other lines are reported once, without one. */
function mergedReport(all: readonly LanguageLine[], varies: (alias: string) => boolean): ReportLine[] {
  const lines = all.flatMap(({ report, language = null }) =>
    report.map((line) => ({
      ...line,
      language: line.property !== null && varies(line.property) ? language : null,
    })),
  );
  return [...new Map(lines.map((line) => [JSON.stringify(line), line])).values()];
}

function urlsOf(all: readonly ReadonlyMap<string, string>[]): string[] {
  const urls = all.flatMap((members) => {
    const route = JSON.parse(members.get("route") ?? "null") as { path: string | null } | null;
    const host = JSON.parse(members.get("host") ?? "null") as string | null;
    return typeof route?.path === "string" ? [`${host ?? ""}${route.path}`] : [];
  });
  return [...new Set(urls)];
}

/** An object of JSON texts by name. */
export function objectText(values: ReadonlyMap<string, string>): string {
  let text = "";
  for (const [name, value] of values) text += `${text === "" ? "" : ","}${JSON.stringify(name)}:${value}`;
  return `{${text}}`;
}
