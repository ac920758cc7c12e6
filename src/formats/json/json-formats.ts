/** The formats of one file a kind, called after the kind: JSON and NDJSON. */
import { join } from "node:path";
import { JsonCursor } from "../../json/cursor.ts";
import { KINDS, type Kind } from "../../operations.ts";
import type { Findings } from "../../site/findings.ts";
import type { Tree } from "../../site/tree/tree.ts";
import { readDataFile } from "../data-file.ts";
import type { DataFormat, Found, LoadJob } from "../data-format.ts";
import { NodeReader } from "./node-reader.ts";

/** An array of root nodes, or one, with their children nested. What a root operation answers is valid data. */
export const JSON_FORMAT = kindFileFormat("JSON", "json", readJson);

/** A node a line. What a pull writes. */
export const NDJSON = kindFileFormat("NDJSON", "ndjson", readNdjson);

/** Reads the text of one file; `file` is its name, for findings. Gives nothing if errors were found. */
type ReadFile = (file: string, cursor: JsonCursor, findings: Findings) => Tree | undefined;

/** A format of files `content.ENDING` and `media.ENDING`. */
function kindFileFormat(
  name: string,
  ending: string,
  read: ReadFile,
): DataFormat & Required<Pick<DataFormat, "fileNames">> {
  const fileNames: Record<Kind, string> = { content: `content.${ending}`, media: `media.${ending}` };
  return {
    name,
    fileNames,
    expected: KINDS.map((kind) => fileNames[kind]),
    watched: new RegExp(`\\.${ending}$`, "i"),
    refused: {
      culture: "holds only one culture",
      includeUnpublished: "has no publication state",
      editors: "holds editor aliases itself",
      urls: "holds urls itself",
      urlAscii: "holds urls itself",
    },
    find: ({ path, entries = [] }) =>
      KINDS.filter((kind) => entries.includes(fileNames[kind])).map((kind): Found => {
        const what = fileNames[kind];
        const loadKind = async ({ findings, check }: LoadJob) => {
          const file = readDataFile(join(path, what));
          check?.add(what, file);
          const cursor = new JsonCursor(file.bytes, file.start, file.end);
          return { trees: { [kind]: read(what, cursor, findings) } };
        };
        return { what, kind, typesIn: path, load: loadKind };
      }),
  };
}

function readJson(file: string, cursor: JsonCursor, findings: Findings): Tree | undefined {
  const reader = new NodeReader(file, cursor, findings, { isFlat: false });
  if (!reader.readNested()) return undefined;
  reader.warn();
  return reader.build();
}

/** Reads nodes in any order, a line each, which name their parents by `parentId` or `parentKey`. */
export function readNdjson(file: string, cursor: JsonCursor, findings: Findings): Tree | undefined {
  const reader = new NodeReader(file, cursor, findings, { isFlat: true });
  reader.readLines();
  reader.warn();
  return reader.build();
}
