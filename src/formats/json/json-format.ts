/** JSON: an array of root nodes, or one, with their children nested. What a root operation answers is valid data. */
import type { ReadBytes } from "../../json/byte-window.ts";
import type { Tree } from "../../tree/tree.ts";
import type { Findings } from "../findings.ts";
import { noteMadeKeys } from "../made-keys.ts";
import { kindFileFormat } from "./kind-file.ts";
import { NestedReader } from "./nested-reader.ts";
import { noteMissingEditors } from "./property-reader.ts";

export const JSON_FORMAT = kindFileFormat({ name: "JSON", ending: "json" }, readJson);

function readJson(file: string, read: ReadBytes, findings: Findings): Tree | undefined {
  const reader = new NestedReader(file, read, findings);
  if (!reader.read()) return undefined;
  const { children, properties, madeKeys } = reader.nodes;
  noteMissingEditors(properties.counts, file, findings);
  noteMadeKeys(madeKeys, file, findings);
  if (children.present > 0 && children.absent > 0) {
    findings.note(
      file,
      `${children.absent} of ${reader.builder.size} nodes have no "children": levels below them may have been cut`,
      "levelsCut",
    );
  }
  return reader.build();
}
