/** Why a SQLite file cannot be read. */

/** Its message is a reason without the file's name, such as `page 7 is damaged: …`. */
export class SqliteFault extends Error {}
