/** Finds the data in a backup: blocks of the Microsoft Tape Format, each with streams. */
import { FileFault } from "../data-file.ts";
import type { FileBytes } from "../file-bytes.ts";

/** How backups begin that are not compressed. */
export const TAPE_MAGIC = "TAPE";

/** A log sequence number, in which a database orders its changes. */
export type Lsn = bigint;

/** @param at where its three numbers are, of 4, 4 and 2 bytes */
export function lsnAt(bytes: Buffer, at: number): Lsn {
  return (
    (BigInt(bytes.readUInt32LE(at)) << 48n) |
    (BigInt(bytes.readUInt32LE(at + 4)) << 16n) |
    BigInt(bytes.readUInt16LE(at + 8))
  );
}

/** One backup; a file can have several, since a server appends a backup to the file. */
type BackupSet = {
  isDifferential: boolean;
  /** When it was made, in the time of the server: `yyyy-MM-dd HH:mm:ss`. */
  date: string;
  /** Where the extents of the database are. None in a backup of the log. */
  data: { at: number; size: number }[];
  /** The first record of the log that a restore needs, and the checkpoint before the data was copied. */
  first: Lsn;
  checkpoint: Lsn;
  /** Whether its last block is there. */
  isEnded: boolean;
};

const BLOCK_BYTES = 52;
const STREAM_BYTES = 22;
const SET_BYTES = 93;
/** Where the streams of a block begin. */
const STREAMS_AT = 8;
const NAME = /^[A-Z]{4}$/;
/** Flags of a set that is no full backup. */
const DIFFERENTIAL = 0x38;
/** Blocks begin at multiples of it if they do not follow another one. */
const SECTOR = 512;
/** Streams begin at multiples of it. */
const ALIGNMENT = 4;
/** The data of a stream `MQDA` begins with padding. */
const PADDING = 2;

/**
 * @returns all sets, in the order in which they were made, and where they end
 * @throws FileFault if the blocks are damaged or truncated, or if the backup has other files
 */
export function readBackupSets(bytes: FileBytes): { sets: BackupSet[]; end: number } {
  const sets: BackupSet[] = [];
  let at = 0;
  while (at + BLOCK_BYTES <= bytes.size) {
    const block = bytes.read(at, BLOCK_BYTES);
    // Zeros can be between sets.
    if (block.every((byte) => byte === 0) && at + SECTOR <= bytes.size) {
      at += SECTOR - (at % SECTOR);
      continue;
    }
    const kind = nameOf(block);
    const streamsAt = block.readUInt16LE(STREAMS_AT);
    if (!NAME.test(kind) || streamsAt === 0) break;
    refuseDamaged(block, at);
    if (kind === "SSET") sets.push(newSet(bytes.read(at, SET_BYTES)));
    const set = sets.at(-1);
    if (set && kind === "ESET") set.isEnded = true;
    at += streamsAt;
    // This block has no streams.
    if (kind !== "SFMB") at = readStreams(bytes, at, kind, set);
  }
  if (at > bytes.size || sets.at(-1)?.isEnded === false)
    throw new FileFault(
      `it is truncated or damaged at byte ${Math.min(at, bytes.size)}: copy or back it up once more`,
    );
  return { sets, end: at };
}

/** @returns where the next block begins */
function readStreams(bytes: FileBytes, start: number, block: string, set: BackupSet | undefined): number {
  for (let at = start; ; ) {
    const header = bytes.read(at, STREAM_BYTES);
    refuseDamaged(header, at);
    const name = nameOf(header);
    const size = Number(header.readBigUInt64LE(8));
    const dataAt = at + STREAM_BYTES;
    if (name === "RAID") refuseStripe(bytes.read(dataAt, 26));
    if (set && block === "MSCI" && name === "MQCI") {
      const numbers = bytes.read(dataAt, 62);
      set.first = lsnAt(numbers, 32);
      set.checkpoint = lsnAt(numbers, 52);
    }
    if (set && name === "MQDA" && size > 0) set.data.push({ at: dataAt + PADDING, size: size - PADDING });
    at = Math.ceil((dataAt + size) / ALIGNMENT) * ALIGNMENT;
    if (name === "SPAD") return at;
  }
}

function nameOf(header: Buffer): string {
  return header.toString("latin1", 0, 4);
}

/** A header begins with a name, and its last two bytes are the XOR of its other words. */
function refuseDamaged(header: Buffer, at: number): void {
  let sum = 0;
  for (let word = 0; word < header.length; word += 2) sum ^= header.readUInt16LE(word);
  if (sum !== 0 || !NAME.test(nameOf(header)))
    throw new FileFault(`it is damaged at byte ${at}: copy or back it up once more`);
}

function newSet(block: Buffer): BackupSet {
  // Of 40 bits: 14 year, 4 month, 5 day, 5 hour, 6 minute, 6 second.
  const bits = BigInt(block.readUIntBE(88, 5));
  const part = (shift: bigint, size: bigint, digits = 2) =>
    String((bits >> shift) & ((1n << size) - 1n)).padStart(digits, "0");
  return {
    isDifferential: (block.readUInt32LE(52) & DIFFERENTIAL) !== 0,
    date: `${part(26n, 14n, 4)}-${part(22n, 4n)}-${part(17n, 5n)} ${part(12n, 5n)}:${part(6n, 6n)}:${part(0n, 6n)}`,
    data: [],
    first: 0n,
    checkpoint: 0n,
    isEnded: false,
  };
}

function refuseStripe(numbers: Buffer): void {
  const count = numbers.readUInt16LE(20);
  if (count > 1)
    throw new FileFault(
      `it is file ${numbers.readUInt16LE(24)} of ${count} of one backup, and has only a part of each table: back up once more to one file`,
    );
}

/**
 * The last full backup.
 * @throws FileFault if there is none
 */
export function lastFullSet(sets: readonly BackupSet[]): BackupSet {
  const full = sets.findLast(({ isDifferential, data }) => !isDifferential && data.length > 0);
  if (full) return full;
  if (sets.length === 0) throw new FileFault("it holds no backup of a SQL Server database");
  throw new FileFault(
    sets.some(({ data }) => data.length > 0)
      ? "it holds a differential backup, which has only what changed since the last full one: pass a full backup"
      : "it holds a backup of the log, which has no tables: pass a full backup of the database",
  );
}
