/** The formats of one file a kind, called after the kind: JSON and NDJSON. */
import { basename } from "node:path";
import { JsonCursor } from "../../json/cursor.ts";
import { KINDS, type Kind } from "../../operations.ts";
import type { Findings } from "../../site/findings.ts";
import type { Tree } from "../../site/tree/tree.ts";
import { readDataFile } from "../data-file.ts";
import type { DataFormat, FilePattern } from "../data-format.ts";
import { NodeReader } from "./node-reader.ts";

/** Types, a manifest and a site's settings are JSON in both formats. */
const WATCHED: FilePattern = { in: "any", names: [/\.(?:nd)?json$/i] };

/** An array of root nodes, or one, with their children nested. What a root operation answers is valid data. */
export const JSON_FORMAT = kindFileFormat("JSON", "json", readJson);

/** A node a line. What a pull writes. */
export const NDJSON = kindFileFormat("NDJSON", "ndjson", readNdjson);

/**
 * Reads the text of one file; `file` is its name, for findings. `refusesNearNames` as in the options of `NodeReader`. Gives nothing
 * if errors were found.
 */
type ReadFile = (
  file: string,
  cursor: JsonCursor,
  findings: Findings,
  refusesNearNames: boolean,
) => Tree | undefined;

/** A format of files `content.ENDING` and `media.ENDING`. */
function kindFileFormat(name: string, ending: string, read: ReadFile): DataFormat {
  const fileOf = (kind: Kind) => `${kind}.${ending}`;
  return {
    name,
    files: [
      ...KINDS.map((kind) => ({
        in: "directory" as const,
        names: [fileOf(kind)],
        label: fileOf(kind),
        kind,
      })),
      WATCHED,
    ],
    takes: [],
    load: async ({ path, kind = "content" }, { findings, check, types }) => {
      const file = basename(path);
      const data = readDataFile(path);
      check?.add(file, data);
      const cursor = new JsonCursor(data.bytes, data.start, data.end);
      return { trees: { [kind]: read(file, cursor, findings, check === undefined) }, types: types() };
    },
  };
}

function readJson(
  file: string,
  cursor: JsonCursor,
  findings: Findings,
  refusesNearNames: boolean,
): Tree | undefined {
  const reader = new NodeReader(file, cursor, findings, { isFlat: false, refusesNearNames });
  if (!reader.readNested()) return undefined;
  reader.warn();
  return reader.build();
}

/** Reads nodes in any order, a line each, which name their parents by `parentId` or `parentKey`. */
function readNdjson(
  file: string,
  cursor: JsonCursor,
  findings: Findings,
  refusesNearNames: boolean,
): Tree | undefined {
  const reader = new NodeReader(file, cursor, findings, { isFlat: true, refusesNearNames });
  reader.readLines();
  reader.warn();
  return reader.build();
}
