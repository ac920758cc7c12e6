/** Removes the media files of an earlier copy that the one of now does not name. */
import { join } from "node:path";
import { FILES_FOLDER } from "../media-files.ts";
import { foldedName } from "../media-names.ts";
import { isOneFile } from "./one-file.ts";
import type { Workplace } from "./workplace.ts";

/**
 * @param files names below the folder of files, those that may go
 * @param named the names of the files that the copy has by now
 */
export async function dropFiles(
  workplace: Workplace,
  files: Iterable<string>,
  named: Iterable<string>,
): Promise<void> {
  const folder = join(workplace.out, FILES_FOLDER);
  const staying = new Map(Array.from(named, (name) => [foldedName(name), name]));
  for (const file of files) {
    const alike = staying.get(foldedName(file));
    // A disk that is blind to case finds the new file under the old name, too.
    if (alike !== undefined && isOneFile(join(folder, file), join(folder, alike))) continue;
    await workplace.discard(FILES_FOLDER, file);
  }
}
