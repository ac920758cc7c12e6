/** Where the files of the explorer's page lie, which the build makes. */
import { fileURLToPath } from "node:url";

export const EXPLORER_DIRECTORY = fileURLToPath(new URL("../dist/explorer", import.meta.url));
