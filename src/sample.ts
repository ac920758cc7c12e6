/** Where the sample tree lies that comes with the program. */
import { join } from "node:path";

export const SAMPLE_DIRECTORY = join(import.meta.dirname, "../data");
