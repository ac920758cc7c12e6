/** NDJSON as a format. What a pull writes. */
import { kindFileFormat } from "./kind-file.ts";
import { readNdjson } from "./ndjson.ts";

export const NDJSON = kindFileFormat(
  { name: "NDJSON", ending: "ndjson" },
  readNdjson,
  async (path, file, findings, watch) => {
    const { readNdjsonInThreads } = await import("./ndjson-in-threads.ts");
    return readNdjsonInThreads(path, file, findings, watch);
  },
);
