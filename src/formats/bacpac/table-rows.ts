/** Decodes the rows of a table in a `.bacpac`: the native format of SQL Server's bulk copy (BCP). */
import { FileFault } from "../data-file.ts";
import {
  bytesOf,
  datetimeText,
  FIXED_TYPES,
  SCALED_TYPES,
  scaledDecimalText,
  utf16Text,
  type ValueType,
} from "../tables/cell-values.ts";
import { rowDecoder, type TableReading } from "../tables/table-reader.ts";
import type { BackupColumn, BackupTable } from "./backup-schema.ts";

/** How a value is written. A prefix gives its length in bytes; all its bits set are NULL. */
type ValueLayout = ValueType & {
  /** Bytes of the prefix: 0 if there is none. */
  prefix: 0 | 1 | 2 | 4 | 8;
  /** The most bytes of the value. */
  most: number;
};

/** Types of a fixed size. Values of NOT NULL columns have no prefix. */
const FIXED: Readonly<Record<string, ValueType | ((scale: number) => ValueType)>> = {
  ...FIXED_TYPES,
  ...SCALED_TYPES,
  bit: FIXED_TYPES.tinyint,
  datetime: {
    size: 8,
    decode: (bytes, at) => datetimeText(bytes.readInt32LE(at), bytes.readUInt32LE(at + 4)),
  },
  smalldatetime: { size: 4, decode: bytesOf },
};
/** Fixed types whose values have a prefix even if they are NOT NULL. */
const ALWAYS_PREFIXED = ["bit", "uniqueidentifier"];
/** Texts, in UTF-16 even if the database has them in one byte per character. */
const TEXTS = ["char", "varchar", "nchar", "nvarchar", "ntext", "text"];
const OLD_LARGE = ["ntext", "text", "image"];
const BINARY = ["varbinary", "image"];
/** Has no prefix if it is NOT NULL, unlike nchar (measured on Microsoft's sample databases). */
const BARE_TEXT = "char";
const DECIMALS = ["decimal", "numeric"];
/** Precision, scale, sign and 38 digits. */
const DECIMAL_MOST = 19;
/** SQL Server has no longer values. */
const LARGEST_VALUE = 2 ** 31 - 1;

function columnLayout({ type, isNullable, isMax, length, scale }: BackupColumn): ValueLayout | undefined {
  const fixed = Object.hasOwn(FIXED, type) ? FIXED[type] : undefined;
  if (fixed) {
    const own = typeof fixed === "function" ? fixed(scale) : fixed;
    const prefix = isNullable || ALWAYS_PREFIXED.includes(type) ? 1 : 0;
    return { ...own, prefix, most: own.size ?? 0 };
  }
  if (DECIMALS.includes(type)) return { prefix: 1, most: DECIMAL_MOST, decode: scaledDecimalText };
  const isText = TEXTS.includes(type);
  if (!isText && !BINARY.includes(type)) return undefined;
  const decode = isText ? utf16Text : bytesOf;
  if (isMax) return { prefix: 8, most: LARGEST_VALUE, decode };
  if (OLD_LARGE.includes(type)) return { prefix: 4, most: LARGEST_VALUE, decode };
  if (!(length > 0)) return undefined;
  const most = length * (isText ? 2 : 1);
  if (type === BARE_TEXT && !isNullable) return { prefix: 0, size: most, most, decode };
  return { prefix: 2, most, decode };
}

/**
 * Reads the rows of a table.
 * @param chunks the bytes of the table
 * @throws FileFault if the bytes are no whole rows of the table, or if a column has a type that cannot be decoded
 */
export async function readTableRows(
  table: BackupTable,
  reading: TableReading,
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
  /** `start` and `end`: where the value of the row is; `NULL` if there is none. */
  const columns = table.columns.map((column) => {
    const layout = columnLayout(column);
    if (layout) return { ...column, ...layout, start: NULL, end: NULL };
    throw new FileFault(
      `the column ${column.name} of the table ${table.name} has the type ${column.type}, which is not supported`,
    );
  });
  const decodeRow = rowDecoder(columns, reading);
  let rows = 0;
  /** How many bytes the next row needs at least. */
  let needed = 1;
  const row = () => `the table ${table.name} is damaged: row ${rows + 1}`;
  const fault = (reason: string) => new FileFault(`${row()} ${reason}`);
  /** Finds the values of a row. @returns its end, or -1 if these bytes do not have all of it */
  const findRow = (bytes: Buffer, start: number): number => {
    let at = start;
    for (const column of columns) {
      const { name, isNullable, prefix, size, most } = column;
      let length = size ?? 0;
      if (prefix > 0) {
        needed = at + prefix - start;
        if (at + prefix > bytes.length) return -1;
        length = lengthAt(bytes, at, prefix);
        at += prefix;
        column.start = NULL;
        if (length === NULL && !isNullable) throw fault(`has no value in the column ${name}`);
        if (length === NULL) continue;
        if (length > most || (size !== undefined && length !== size))
          throw fault(`has a value of ${length} bytes in the column ${name}`);
      }
      needed = at + length - start;
      if (at + length > bytes.length) return -1;
      column.start = at;
      at += length;
      column.end = at;
    }
    return at;
  };
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  for await (const chunk of chunks) {
    pending.push(chunk);
    pendingBytes += chunk.length;
    // A long value is joined once, when all of it is there.
    if (pendingBytes < needed) continue;
    const bytes = pending.length === 1 ? chunk : Buffer.concat(pending, pendingBytes);
    let at = 0;
    for (let end = findRow(bytes, at); end > at; end = findRow(bytes, at)) {
      const values = decodeRow(
        ({ start, end, decode }) => (start === NULL ? null : decode(bytes, start, end)),
        row,
      );
      if (values) reading.onRow(values);
      rows++;
      at = end;
    }
    pending = [bytes.subarray(at)];
    pendingBytes = bytes.length - at;
  }
  if (pendingBytes > 0) throw fault("is truncated");
}

/** @returns the length that a prefix gives; `NULL` if there is no value */
function lengthAt(bytes: Buffer, at: number, prefix: ValueLayout["prefix"]): number {
  if (prefix === 1) return bytes[at] === 0xff ? NULL : bytes[at];
  if (prefix === 2) {
    const length = bytes[at] | (bytes[at + 1] << 8);
    return length === 0xffff ? NULL : length;
  }
  const low = bytes.readUInt32LE(at);
  const high = prefix === 8 ? bytes.readUInt32LE(at + 4) : 0;
  const isNull = low === 0xffffffff && (prefix === 4 || high === 0xffffffff);
  return isNull ? NULL : high * 2 ** 32 + low;
}

const NULL = -1;
