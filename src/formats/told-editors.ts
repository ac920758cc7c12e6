/** The editor aliases that a user tells of data that does not tell them itself. */
import { statSync } from "node:fs";
import { EditorAliases, readEditorAliases } from "./editor-aliases.ts";
import type { Findings } from "./findings.ts";

/** What was told, to be asked for each property whose editor the data does not tell. */
export type ToldEditors = {
  aliases: EditorAliases;
  /** The file whose every name is meant for some property. Default: there is none, as a site has more types than nodes use. */
  file?: string;
};

/**
 * @param path what `--editors` names: a JSON file, or a uSync folder of the same site. Default: nothing is told
 * @throws UsageError where it is neither; DataError where types of the folder are damaged
 */
export async function toldEditors(path: string | undefined): Promise<ToldEditors> {
  if (path === undefined) return { aliases: new EditorAliases() };
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    return { aliases: readEditorAliases(path), file: path };
  }
  const { editorsOfFolder } = await import("./usync/editors-of-folder.ts");
  return { aliases: editorsOfFolder(path) };
}

/** Notes each name that was of no use, once all nodes are read: most likely it is misspelt, or the data tells that editor itself. */
export function noteUnusedEditors({ aliases, file }: ToldEditors, findings: Findings): void {
  if (file === undefined) return;
  for (const name of aliases.unused) {
    findings.note(file, `${name} names no property whose editor is to be told`, "unusedEditors");
  }
}
