/** Log sequence numbers, in which a SQL Server database orders its changes. */

export type Lsn = bigint;

/** @param at where its three numbers are, of 4, 4 and 2 bytes */
export function lsnAt(bytes: Buffer, at: number): Lsn {
  return (
    (BigInt(bytes.readUInt32LE(at)) << 48n) |
    (BigInt(bytes.readUInt32LE(at + 4)) << 16n) |
    BigInt(bytes.readUInt16LE(at + 8))
  );
}
