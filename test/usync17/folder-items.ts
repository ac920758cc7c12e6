/** Reads the files of a uSync 17 folder as an import does: section by section, whatever their names. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseXml, type XmlElement, XmlSyntaxError } from "../../src/formats/xml/xml-parser.ts";
import type { Kind } from "../../src/operations.ts";
import { type Key, parseKey, ZERO_KEY } from "../../src/site/tree/key.ts";
import { withoutMark } from "../../src/text/file-text.ts";
import type { Subject as PartOfSite } from "../../src/usync17/move-report.ts";

/** What a finding is about. */
export type Subject = PartOfSite | Kind;

/** Called with each finding. @param name what it is about: an alias, the name of a data type, the key of a node */
export type ReportFinding = (kind: Subject, name: string, text: string) => void;

/** What a file of a section defines. */
export type FolderItem = {
  /** `undefined` if it has none, which is reported. */
  key: Key | undefined;
  alias: string;
  root: XmlElement;
  /** The text that the elements were read from. */
  source: string;
};

/**
 * Yields the items of a section, none if the folder has no such section. Reports files that are no XML, and missing and
 * repeated keys.
 * @param subject what an item of the section is
 */
export function* folderItems(
  folder: string,
  section: string,
  subject: Subject,
  report: ReportFinding,
): Generator<FolderItem, void> {
  const names = new Map<Key, string>();
  for (const file of filesOfSection(folder, section)) {
    const source = withoutMark(readFileSync(join(folder, file))).toString();
    const root = parsedXml(source, file, report);
    if (root === undefined || root.name === "Empty") continue;
    const key = keyIn(root, "Key");
    const alias = root.attributes.Alias ?? file;
    if (key === undefined) report(subject, alias, `${file} has no key: the import skips it`);
    else if (names.has(key))
      report(subject, alias, `has the key ${key} of ${names.get(key)}: the import stops`);
    else names.set(key, alias);
    yield { key, alias, root, source };
  }
}

/** The paths of the files of a section, with slashes. */
function filesOfSection(folder: string, section: string): string[] {
  let names: string[];
  try {
    names = readdirSync(join(folder, section), { recursive: true, encoding: "utf8" });
  } catch {
    return [];
  }
  return names
    .filter((name) => name.endsWith(".config"))
    .toSorted()
    .map((name) => `${section}/${name}`);
}

function parsedXml(source: string, file: string, report: ReportFinding): XmlElement | undefined {
  try {
    return parseXml(source);
  } catch (error) {
    if (!(error instanceof XmlSyntaxError)) throw error;
    report("file", file, `line ${error.line}: ${error.message}: the import skips it`);
    return undefined;
  }
}

/** The key in an attribute; the zero key is none. */
export function keyIn(element: XmlElement | undefined, attribute: string): Key | undefined {
  const key = parseKey(element?.attributes[attribute] ?? "");
  return key === ZERO_KEY ? undefined : key;
}

/** The text of a child element; empty without it. */
export function childText(parent: XmlElement | undefined, name: string): string {
  return parent?.child(name)?.text.trim() ?? "";
}

export function variesIn(parent: XmlElement | undefined): boolean {
  return /^Culture/.test(childText(parent, "Variations"));
}
