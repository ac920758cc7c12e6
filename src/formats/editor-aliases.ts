/** Editor aliases that lie beside the nodes: in their types, or in a file that a user gives. */
import { withoutMark } from "../byte-order-mark.ts";
import { UsageError } from "../errors.ts";
import { holdsConflict } from "../git-conflict.ts";
import type { ContentType } from "../schema/site-types.ts";
import { reasonUnreadable } from "./data-file.ts";
import { readRegularFile } from "./regular-file.ts";

/** What names of remarks begin with. */
const REMARK = "//";

export class EditorAliases {
  readonly #aliases: ReadonlyMap<string, string>;
  readonly #used = new Set<string>();

  /** @param aliases by property alias, or by `type.alias`, which wins */
  constructor(aliases: Iterable<readonly [string, string]> = []) {
    this.#aliases = new Map(aliases);
  }

  find(type: string, alias: string): string | undefined {
    const name = [`${type}.${alias}`, alias].find((each) => this.#aliases.has(each));
    if (name === undefined) return undefined;
    this.#used.add(name);
    return this.#aliases.get(name);
  }

  /** The names that have found nothing so far, in their order. */
  get unused(): string[] {
    return [...this.#aliases.keys()].filter((name) => !this.#used.has(name));
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
export function readEditorAliases(path: string): EditorAliases {
  let text = "";
  let aliases: unknown;
  try {
    text = withoutMark(readRegularFile(path));
    aliases = JSON.parse(text);
  } catch (error) {
    const reason =
      error instanceof SyntaxError ? notJson(text) : `cannot be read: ${reasonUnreadable(error)}`;
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
  return new EditorAliases(told.filter(isText));
}

function notJson(text: string): string {
  return holdsConflict(text) ? "holds an unresolved Git conflict" : "is not JSON";
}

function isText(entry: unknown[]): entry is [string, string] {
  return typeof entry[1] === "string" && entry[1] !== "";
}
