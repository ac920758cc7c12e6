/** Where the repository lies. */
import { fileURLToPath } from "node:url";

/** Its root, with a separator behind it. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Real sites, trees and databases, which lie beside the repository on some machines. */
export const SHARED = fileURLToPath(new URL("../../../shared", import.meta.url));
