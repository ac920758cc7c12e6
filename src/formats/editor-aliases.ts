/** Editor aliases from types, or from the file or folder of `--editors`. */
import { statSync } from "node:fs";
import { reasonOf, UsageError } from "../errors.ts";
import { KINDS, type Kind } from "../operations.ts";
import { Findings } from "../site/findings.ts";
import { type Definitions, propertiesOf } from "../site/schema/definitions.ts";
import { type ContentType, NO_TYPES, type SiteTypes } from "../site/schema/site-types.ts";
import { siteReader } from "../site/site-reader.ts";
import type { Tree } from "../site/tree/tree.ts";
import { emptyTree } from "../site/tree/tree-builder.ts";
import { holdsConflict } from "../text/file-text.ts";
import { readWholeText } from "./data-file.ts";
import { findUsyncFolder, listFiles, SECTIONS, TYPE_SECTIONS } from "./usync/find-files.ts";
import { dataTypesIn, readTypes } from "./usync/read-types.ts";

/** The prefix of comments. */
const COMMENT = "//";

export class EditorAliases {
  readonly #aliases: ReadonlyMap<string, string>;
  readonly #used = new Set<string>();
  readonly #file: string | undefined;

  /**
   * @param aliases by property alias, or by `type.alias`, which wins
   * @param file the file of `--editors`, for warnings about names that match nothing. Default: no warnings, since a site has more types
   * than nodes use
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

  /**
   * Warns about each name that matched nothing, after all nodes are read: it is probably misspelt, or the data has that
   * editor. Elements are read only if properties of nodes leave a name unused.
   * @param types those of elements, if they are known
   */
  warnOfUnused(trees: LoadedTrees, types: SiteTypes, findings: Findings): void {
    if (this.#file === undefined) return;
    this.#readElements(trees, types);
    for (const name of this.#unused()) {
      findings.warn(this.#file, `${name} matches no property that lacks an editor`, "unusedEditors");
    }
  }

  #unused(): string[] {
    return [...this.#aliases.keys()].filter((name) => !this.#used.has(name));
  }

  /** Reads the values in which a name that is unused occurs. */
  #readElements({ content = emptyTree(), media = emptyTree() }: LoadedTrees, types: SiteTypes): void {
    const site = siteReader({
      trees: { content, media },
      types: () => ({ ...NO_TYPES, ...types, warnings: [] }),
      givenEditors: (type, alias) => this.find(type, alias),
    });
    let unused = this.#unused().map((name) => ({ name, alias: name.slice(name.indexOf(".") + 1) }));
    for (const node of site.nodes()) {
      if (unused.length === 0) return;
      for (const { alias, editorAlias, value } of node.properties()) {
        if (!unused.some((each) => value.includes(each.alias))) continue;
        site.read(value, editorAlias, alias);
        unused = unused.filter(({ name }) => !this.#used.has(name));
      }
    }
  }
}

type LoadedTrees = Partial<Record<Kind, Tree | undefined>>;

/** The editor aliases of types. */
export function editorsIn(types: readonly ContentType[]): EditorAliases {
  const properties = types.flatMap(({ alias: type, tabs }) =>
    tabs
      .flatMap((tab) => tab.properties)
      .map((property) => [`${type}.${property.alias}`, property.editorAlias]),
  );
  return new EditorAliases(properties.filter(isText));
}

/** The editor of each property of each type, including inherited ones, by `type.alias`. */
export function definedEditors(definitions: Definitions): (readonly [name: string, editorAlias: string])[] {
  return definitions.all.flatMap((definition) =>
    [...propertiesOf(definitions.familyOf(definition)).values()].flatMap(({ alias, editorAlias }) =>
      editorAlias === null ? [] : [[`${definition.alias}.${alias}`, editorAlias] as const],
    ),
  );
}

/**
 * Names that begin with `//` are comments; names with an empty text are ignored.
 * @param path a file that holds a JSON object from property alias, or `type.alias`, to editor alias
 * @throws UsageError if it does not
 */
function readEditorAliases(path: string): EditorAliases {
  let text = "";
  let aliases: unknown;
  try {
    text = readWholeText(path);
    aliases = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError))
      throw new UsageError(`--editors ${path} cannot be read: ${reasonOf(error)}`);
    const fault = holdsConflict(text) ? "holds an unresolved Git conflict" : `is not JSON: ${error.message}`;
    throw new UsageError(`--editors ${path} ${fault}`);
  }
  const isObject = typeof aliases === "object" && aliases !== null && !Array.isArray(aliases);
  const entries = Object.entries(isObject ? (aliases as object) : []);
  const given = entries.filter(([name]) => !name.startsWith(COMMENT));
  if (!isObject || !given.every(([, editor]) => typeof editor === "string")) {
    throw new UsageError(
      `--editors ${path} must hold one JSON object from property alias, or type.alias, to editor alias: ` +
        '{ "bodyText": "Umbraco.RichText" }; or be a uSync folder of the same site',
    );
  }
  return new EditorAliases(given.filter(isText), path);
}

function isText(entry: unknown[]): entry is [string, string] {
  return typeof entry[1] === "string" && entry[1] !== "";
}

/**
 * The editor aliases of `--editors`, for data that lacks them.
 * @param path a JSON file, or a uSync folder of the same site. Default: no aliases
 * @throws UsageError if it is neither; DataError if types of the folder are damaged
 */
export async function readEditors(path: string | undefined): Promise<EditorAliases> {
  if (path === undefined) return new EditorAliases();
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return readEditorAliases(path);
  return editorsOfFolder(path);
}

/**
 * The editors of the types in a uSync folder, which needs no nodes.
 * @throws UsageError if there are no types; DataError if some are damaged
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
    return definedEditors(readTypes(files, readDataTypes, findings));
  });
  findings.throwErrors(`--editors ${path}`);
  return new EditorAliases(editors);
}
