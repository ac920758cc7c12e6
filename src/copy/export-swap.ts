/** Replaces an export by a new one that is complete in the staging directory; a run that is killed meanwhile is completed by the next. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readState } from "../formats/copy/state-file.ts";
import { EXPORT_INDEX_NAME, isHalfSwapped, SWAP_PLAN_NAME } from "../formats/export-index.ts";
import { objectOf } from "../json/shape.ts";
import { COPIED_FOLDER, CopiedFiles, type FileOutcome } from "./copied-files.ts";
import { inStaging } from "./lock.ts";
import { publishFiles } from "./publish.ts";
import type { Staging } from "./staging.ts";
import { removeWhenFree } from "./when-free.ts";

/** What is swapped in; all of it is in the staging directory. */
type SwapPlan = {
  /** The names of files. */
  files: readonly string[];
  /** Files that the earlier export may have and the new one does not. */
  obsolete: readonly string[];
  /** The text of `export.json`. */
  index: string;
  /** What became of each media file. Absent if the export has none. */
  copied?: readonly (readonly [path: string, outcome: FileOutcome])[];
};

/** Completes the replacement that a killed run began, if there is one. @throws as `inStaging`, and the system's errors */
export async function completeSwap(out: string): Promise<void> {
  if (isHalfSwapped(out)) await inStaging(out, completeIn);
}

async function completeIn(staging: Staging): Promise<void> {
  const plan = readState<SwapPlan>(staging.file(SWAP_PLAN_NAME), objectOf({}));
  if (plan) await carryOut(staging, plan);
  // The plan was cut: nothing was swapped.
  else staging.remove(SWAP_PLAN_NAME);
}

/** Replaces the export. @throws the system's errors, with a path; the next run then completes it */
export async function swapExport(staging: Staging, plan: SwapPlan): Promise<void> {
  staging.write(SWAP_PLAN_NAME, JSON.stringify(plan));
  await carryOut(staging, plan);
}

/** Each step can be repeated. */
async function carryOut(staging: Staging, { files, obsolete, index, copied }: SwapPlan): Promise<void> {
  // Without it, readers know that the directory holds no whole export.
  await removeWhenFree(join(staging.out, EXPORT_INDEX_NAME));
  const outcomes = new Map(copied);
  const media = new CopiedFiles(staging, outcomes.keys(), { stagedIn: COPIED_FOLDER, keeps: false });
  if (copied) await media.put(outcomes, (path) => path, true);
  else await media.removeEarlier();
  await publishFiles(staging, {
    files: files.filter((name) => existsSync(staging.file(name))),
    obsolete,
    index: { name: EXPORT_INDEX_NAME, text: index },
  });
  staging.remove(COPIED_FOLDER);
  staging.remove(SWAP_PLAN_NAME);
}
