/** Editor aliases as the types of a uSync folder tell them, for data of the same site that does not tell them. */
import { UsageError } from "../../errors.ts";
import { KINDS } from "../../operations.ts";
import { propertiesOf } from "../../schema/definitions.ts";
import { EditorAliases } from "../editor-aliases.ts";
import { Findings } from "../findings.ts";
import { ConfigReader } from "./config-file.ts";
import { findUsyncFolder, listFiles, SECTIONS, TYPE_SECTIONS } from "./find-files.ts";
import { DataTypes, readTypes } from "./read-types.ts";

/**
 * The editor of each property of each type, inherited ones included; it need not hold any nodes.
 * @throws UsageError where there are no types; DataError where some are damaged
 */
export function editorsOfFolder(path: string): EditorAliases {
  const findings = new Findings();
  const folder = findUsyncFolder(path, findings, TYPE_SECTIONS);
  if (!folder) {
    throw new UsageError(
      `--editors ${path} holds no types: it is to be a JSON file, or a uSync folder with ${TYPE_SECTIONS.join(" or ")} in it`,
    );
  }
  const { layers } = folder;
  const reader = new ConfigReader(findings);
  const dataTypes = new DataTypes(layers);
  const editors = KINDS.flatMap((kind) => {
    const files = listFiles(layers, SECTIONS[kind].types, findings);
    const definitions = readTypes(files, reader, dataTypes, findings);
    return definitions.all.flatMap((definition) =>
      [...propertiesOf(definitions.familyOf(definition)).values()].flatMap(({ alias, editorAlias }) =>
        editorAlias === null ? [] : [[`${definition.alias}.${alias}`, editorAlias] as const],
      ),
    );
  });
  findings.throwErrors(`--editors ${path}`);
  return new EditorAliases(editors);
}
