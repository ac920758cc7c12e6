/** Where the repository lies. */
import { fileURLToPath } from "node:url";

/** Its root, with a separator behind it. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
