/** The data types of a uSync folder, which are read when somebody first asks for one. */
import { type Key, parseKey } from "../../tree/key.ts";
import type { Findings } from "../findings.ts";
import type { XmlElement } from "../xml/xml-element.ts";
import { ConfigReader } from "./config-file.ts";
import { type Layer, listFiles } from "./find-files.ts";

/** The folder as uSync 8 and uSync 7 call it. */
const DATA_TYPE_SECTIONS = ["DataTypes", "DataType"];

export class DataTypes {
  readonly #layers: readonly Layer[];
  #editors: ReadonlyMap<Key, string | undefined> | undefined;

  constructor(layers: readonly Layer[]) {
    this.#layers = layers;
  }

  /** The keys of all data types, with their editors' aliases. */
  read(findings: Findings): ReadonlyMap<Key, string | undefined> {
    this.#editors ??= readDataTypes(this.#layers, findings);
    return this.#editors;
  }
}

function readDataTypes(layers: readonly Layer[], findings: Findings): Map<Key, string | undefined> {
  const reader = new ConfigReader(findings);
  const editors = new Map<Key, string | undefined>();
  for (const file of listFiles(layers, DATA_TYPE_SECTIONS, findings)) {
    const root = reader.read(file)?.root;
    if (!root || root.name === "Empty") continue;
    const key = parseKey(root.attributes.Key?.trim() ?? "");
    if (key !== undefined) editors.set(key, editorOf(root));
  }
  return editors;
}

/** uSync 7 has the editor as an attribute. */
function editorOf(root: XmlElement): string | undefined {
  return root.child("Info")?.child("EditorAlias")?.text || root.attributes.Id || undefined;
}
