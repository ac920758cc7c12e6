/** Where the sample tree lies that comes with the program. */
import { fileURLToPath } from "node:url";

export const SAMPLE_DIRECTORY = fileURLToPath(new URL("../data", import.meta.url));
