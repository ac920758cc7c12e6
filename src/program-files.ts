/** Where the files lie that come with the program. The bundle lies as deep below its folder as this file does. */
import { join } from "node:path";

/** The sample tree. */
export const SAMPLE_DIRECTORY = join(import.meta.dirname, "../data");

/** The files of the explorer's page, which the build makes. */
export const EXPLORER_DIRECTORY = join(import.meta.dirname, "../dist/explorer");
