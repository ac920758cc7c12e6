/** Editor aliases that lie beside the nodes: in their types, or in a file or folder that a user gives. */
import { statSync } from "node:fs";
import { UsageError } from "../errors.ts";
import { KINDS } from "../operations.ts";
import { propertiesOf } from "../schema/definitions.ts";
import type { ContentType } from "../schema/site-types.ts";
import { withoutMark } from "../text/byte-order-mark.ts";
import { holdsConflict } from "../text/git-conflict.ts";
import { readRegularFile, reasonUnreadable } from "./data-file.ts";
import { Findings } from "./findings.ts";
import { findUsyncFolder, listFiles, SECTIONS, TYPE_SECTIONS } from "./usync/find-files.ts";
import { dataTypesIn, readTypes } from "./usync/read-types.ts";

/** What names of remarks begin with. */
const REMARK = "//";

export class EditorAliases {
  readonly #aliases: ReadonlyMap<string, string>;
  readonly #used = new Set<string>();
  readonly #file: string | undefined;

  /**
   * @param aliases by property alias, or by `type.alias`, which wins
   * @param file whose every name is meant for some property. Default: there is none, as a site has more types than nodes use
   */
  constructor(aliases: Iterable<readonly [string, string]> = [], file?: string) {
    this.#aliases = new Map(aliases);
    this.#file = file;
  }

  find(type: string, alias: string): string | undefined {
    const name = [`${type}.${alias}`, alias].find((each) => this.#aliases.has(each));
    if (name === undefined) return undefined;
    this.#used.add(name);
    return this.#aliases.get(name);
  }

  /** Warns of each name that was of no use, once all nodes are read: most likely it is misspelt, or the data tells that editor itself. */
  warnOfUnused(findings: Findings): void {
    if (this.#file === undefined) return;
    for (const name of this.#aliases.keys()) {
      if (this.#used.has(name)) continue;
      findings.warn(this.#file, `${name} names no property whose editor is to be told`, "unusedEditors");
    }
  }
}

/** Editor aliases as types have them. */
export function editorsIn(types: readonly ContentType[]): EditorAliases {
  const properties = types.flatMap(({ alias: type, tabs }) =>
    tabs
      .flatMap((tab) => tab.properties)
      .map((property) => [`${type}.${property.alias}`, property.editorAlias]),
  );
  return new EditorAliases(properties.filter(isText));
}

/**
 * Names that begin with `//` are remarks, whatever their values; a name with an empty text is still to be filled in.
 * @param path a file that holds a JSON object from property alias, or `type.alias`, to editor alias
 * @throws UsageError where it does not
 */
function readEditorAliases(path: string): EditorAliases {
  let text = "";
  let aliases: unknown;
  try {
    text = withoutMark(readRegularFile(path));
    aliases = JSON.parse(text);
  } catch (error) {
    const isRead = error instanceof SyntaxError;
    const notJson = holdsConflict(text) ? "holds an unresolved Git conflict" : "is not JSON";
    const reason = isRead ? notJson : `cannot be read: ${reasonUnreadable(error)}`;
    throw new UsageError(`--editors ${path} ${reason}`);
  }
  const isObject = typeof aliases === "object" && aliases !== null && !Array.isArray(aliases);
  const entries = Object.entries(isObject ? (aliases as object) : []);
  const told = entries.filter(([name]) => !name.startsWith(REMARK));
  if (!isObject || !told.every(([, editor]) => typeof editor === "string")) {
    throw new UsageError(
      `--editors ${path} must hold one JSON object from property alias, or type.alias, to editor alias: ` +
        '{ "bodyText": "Umbraco.RichText" }; or be a uSync folder of the same site',
    );
  }
  return new EditorAliases(told.filter(isText), path);
}

function isText(entry: unknown[]): entry is [string, string] {
  return typeof entry[1] === "string" && entry[1] !== "";
}

/**
 * The editor aliases that a user tells of data that does not tell them itself.
 * @param path what `--editors` names: a JSON file, or a uSync folder of the same site. Default: nothing is told
 * @throws UsageError where it is neither; DataError where types of the folder are damaged
 */
export async function readEditors(path: string | undefined): Promise<EditorAliases> {
  if (path === undefined) return new EditorAliases();
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return readEditorAliases(path);
  return editorsOfFolder(path);
}

/**
 * The editor of each property of each type, inherited ones included; it need not hold any nodes.
 * @throws UsageError where there are no types; DataError where some are damaged
 */
function editorsOfFolder(path: string): EditorAliases {
  const findings = new Findings();
  const folder = findUsyncFolder(path, findings, TYPE_SECTIONS);
  if (!folder) {
    throw new UsageError(
      `--editors ${path} holds no types: it is to be a JSON file, or a uSync folder with ${TYPE_SECTIONS.join(" or ")} in it`,
    );
  }
  const { layers } = folder;
  const readDataTypes = dataTypesIn(layers);
  const editors = KINDS.flatMap((kind) => {
    const files = listFiles(layers, SECTIONS[kind].types, findings);
    const definitions = readTypes(files, readDataTypes, findings);
    return definitions.all.flatMap((definition) =>
      [...propertiesOf(definitions.familyOf(definition)).values()].flatMap(({ alias, editorAlias }) =>
        editorAlias === null ? [] : [[`${definition.alias}.${alias}`, editorAlias] as const],
      ),
    );
  });
  findings.throwErrors(`--editors ${path}`);
  return new EditorAliases(editors);
}
