/** Decides which file counts if several have one key. */

import type { Findings } from "../../site/findings.ts";
import type { Key } from "../../site/tree/key.ts";
import type { KindFiles, UsyncRecord } from "./read-nodes.ts";

const IN_BIN = "it is in the recycle bin";

/**
 * Reports what is deleted or in the recycle bin; of several live files of one key takes the one that uSync would apply last.
 * A deletion removes all files of its key, and one file in the recycle bin puts the node there.
 * @returns one record a key, in order of keys
 */
export function chooseRecords({ records, deletions }: KindFiles, findings: Findings): UsyncRecord[] {
  return byKey(records).map(([key, files]) => {
    const deletion = deletions.get(key);
    const trashed = files.find(({ isTrashed }) => isTrashed);
    if (deletion === undefined && !trashed) return lastApplied(files, findings);
    let removed = IN_BIN;
    if (deletion !== undefined) removed = `${deletion} deletes it`;
    else if (files.length > 1) removed += `, says ${trashed?.file.name}`;
    for (const { file, isTrashed } of files) {
      const reason = isTrashed && deletion === undefined ? IN_BIN : removed;
      findings.warn(file.name, `is left out: ${reason}`, deletion === undefined ? "inBin" : "deleted");
    }
    return { ...files[0], removed };
  });
}

/** The records of each key, in order of keys; of one key in the order they came in. */
function byKey(records: readonly UsyncRecord[]): [Key, UsyncRecord[]][] {
  const groups = new Map<Key, UsyncRecord[]>();
  for (const record of records) {
    const group = groups.get(record.key);
    if (group) group.push(record);
    else groups.set(record.key, [record]);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}

function lastApplied(files: readonly UsyncRecord[], findings: Findings): UsyncRecord {
  const last = files.reduce((last, next) => (isAppliedAfter(next, last) ? next : last));
  for (const { file, key } of files) {
    if (file === last.file) continue;
    findings.warn(
      file.name,
      `is left out: ${last.file.name} has the same key, ${key}, and is what uSync would apply last`,
      "sameKey",
    );
  }
  return last;
}

function isAppliedAfter(record: UsyncRecord, other: UsyncRecord): boolean {
  const rank = ({ level, sortOrder = 0 }: UsyncRecord) => level * 1000 + sortOrder;
  const difference = rank(record) - rank(other);
  return difference === 0 ? record.file.relativePath > other.file.relativePath : difference > 0;
}
