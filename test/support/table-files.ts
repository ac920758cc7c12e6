/** Writes the tables of a SQLite database as other files, which the benchmarks load. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bacpacEntries, tablesOf, zipOf } from "../formats/bacpac/write-bacpac.ts";
import { openImage } from "../formats/database/site-database.ts";
import { sdfOf } from "../formats/sdf/write-sdf.ts";
import { dataFile, tapeOf } from "../formats/sqlserver/write-sqlserver.ts";

/** @returns the paths of the files, by their endings */
export function writeTableFiles(database: string, folder: string): Record<"bacpac" | "bak" | "sdf", string> {
  const tables = tablesOf(openImage(readFileSync(database)));
  const write = (name: string, bytes: Uint8Array) => {
    writeFileSync(join(folder, name), bytes);
    return join(folder, name);
  };
  return {
    bacpac: write("site.bacpac", zipOf(bacpacEntries(tables))),
    bak: write("site.bak", tapeOf(dataFile(tables))),
    sdf: write("site.sdf", sdfOf(tables)),
  };
}
