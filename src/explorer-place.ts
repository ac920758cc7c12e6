/** Where the files of the explorer's page lie, which the build makes. */
import { join } from "node:path";

export const EXPLORER_DIRECTORY = join(import.meta.dirname, "../dist/explorer");
