/** Opens a `.bacpac`: the schema of a SQL Server database, and the rows of its tables. */
import { FileFault } from "../data-file.ts";
import {
  type ReadingReport,
  readerOfTables,
  type TableReader,
  tablesOfSite,
} from "../tables/table-reader.ts";
import { XmlSyntaxError } from "../xml/xml-parser.ts";
import { type BackupTable, readBackupSchema } from "./backup-schema.ts";
import { readTableRows } from "./table-rows.ts";
import { openZip, type ZipEntry, type ZipFile } from "./zip-file.ts";

const SCHEMA_ENTRY = "model.xml";

/** @throws FileFault; the error of the file system if the file cannot be read */
export async function openBacpac(path: string, report: ReadingReport): Promise<TableReader> {
  const zip = openZip(path);
  try {
    return readerOfTables(
      {
        tables: tablesOfSite(await readTables(zip)),
        sizeOf: (table) => partsIn(zip, table).reduce((sum, { size }) => sum + size, 0),
        read: async (table, reading) => {
          const parts = partsIn(zip, table);
          if (parts.length > 0)
            await readTableRows(table, reading, inflatedParts(zip, parts, reading.onBytes));
        },
        close: zip.close,
      },
      report,
    );
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** The files of a table's rows, in their order. An empty table has none. */
function partsIn(zip: ZipFile, { schema, name }: BackupTable): ZipEntry[] {
  const folder = `data/${schema}.${name}/`.toLowerCase();
  return [...zip.entries.entries()]
    .filter(([entry]) => entry.startsWith(folder) && entry.endsWith(".bcp"))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, entry]) => entry);
}

async function* inflatedParts(
  zip: ZipFile,
  parts: readonly ZipEntry[],
  onBytes: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for (const part of parts) {
    for await (const chunk of zip.read(part)) {
      onBytes(chunk.length);
      yield chunk;
    }
  }
}

async function readTables(zip: ZipFile): Promise<BackupTable[]> {
  const entry = zip.entries.get(SCHEMA_ENTRY);
  if (!entry)
    throw new FileFault(
      `it is a zip file without ${SCHEMA_ENTRY}, so no .bacpac: unpack it and pass its folder`,
    );
  if (![...zip.entries.keys()].some((name) => name.startsWith("data/")))
    throw new FileFault("it has a schema without data, as a .dacpac has: export a .bacpac");
  const chunks: Buffer[] = [];
  for await (const chunk of zip.read(entry)) chunks.push(chunk);
  const text = new TextDecoder().decode(Buffer.concat(chunks));
  try {
    return readBackupSchema(text);
  } catch (error) {
    if (!(error instanceof XmlSyntaxError)) throw error;
    throw new FileFault(`its ${SCHEMA_ENTRY} is damaged: ${error.message}, line ${error.line}`);
  }
}
