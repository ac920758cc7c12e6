/** The formats of one file a kind, called after the kind: JSON and NDJSON. */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { ReadBytes } from "../../json/byte-window.ts";
import { KINDS, type Kind } from "../../operations.ts";
import type { Tree } from "../../tree/tree.ts";
import { withDataFile } from "../data-file.ts";
import type { DataFormat, Found, LoadJob } from "../data-format.ts";
import { type Findings, noteMadeKeys } from "../findings.ts";
import { readNdjson } from "./ndjson.ts";
import { NestedReader } from "./nested-reader.ts";
import { noteMissingEditors } from "./node-reader.ts";

/** An array of root nodes, or one, with their children nested. What a root operation answers is valid data. */
export const JSON_FORMAT = kindFileFormat({ name: "JSON", ending: "json" }, readJson);

/** A node a line. What a pull writes. */
export const NDJSON = kindFileFormat(
  { name: "NDJSON", ending: "ndjson" },
  readNdjson,
  async (path, file, findings, watch) => {
    const { readNdjsonInThreads } = await import("./ndjson-in-threads.ts");
    return readNdjsonInThreads(path, file, findings, watch);
  },
);

/** From this size on, in bytes, a file is read by several threads together where its format allows it. */
const LARGE_BYTES = 32 * 1024 * 1024;

/** Reads one file; `file` is its name, for findings. Gives nothing where errors were found. */
type ReadFile = (file: string, read: ReadBytes, findings: Findings) => Tree | undefined;

/** As `ReadFile`, for large files, but tells nothing where it gives nothing: the file is then read once more. */
type ReadLargeFile = (
  path: string,
  file: string,
  findings: Findings,
  watch: (read: ReadBytes) => ReadBytes,
) => Promise<Tree | undefined>;

/** A format of files `content.ENDING` and `media.ENDING`. */
function kindFileFormat(
  { name, ending }: { name: string; ending: string },
  read: ReadFile,
  readLarge?: ReadLargeFile,
): DataFormat & Required<Pick<DataFormat, "fileNames">> {
  const fileNames: Record<Kind, string> = { content: `content.${ending}`, media: `media.${ending}` };
  const load = async (path: string, file: string, { findings, check }: LoadJob) => {
    const watch = (bytes: ReadBytes) => check?.watch(file, bytes) ?? bytes;
    const large = sizeOf(path) >= LARGE_BYTES ? await readLarge?.(path, file, findings, watch) : undefined;
    return large ?? withDataFile(path, (bytes) => read(file, watch(bytes), findings));
  };
  return {
    name,
    fileNames,
    expected: KINDS.map((kind) => fileNames[kind]),
    watched: new RegExp(`\\.${ending}$`, "i"),
    refused: {
      culture: "holds one culture alone",
      includeUnpublished: "does not tell what is published",
      editors: "holds editor aliases itself",
      urls: "holds urls itself",
      urlAscii: "holds urls itself",
    },
    find: ({ path, entries = [] }) =>
      KINDS.filter((kind) => entries.includes(fileNames[kind])).map((kind): Found => {
        const what = fileNames[kind];
        const loadKind = async (job: LoadJob) => ({
          trees: { [kind]: await load(join(path, what), what, job) },
        });
        return { what, kind, typesIn: path, load: loadKind };
      }),
  };
}

/** 0 where the file cannot be looked at: whoever reads it tells why. */
function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}

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
