/** What the jobs of one run share: data on disk, and packages to compare with. Each is made when it is first asked for. */
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { writeDatabaseSite } from "./data/database-site.js";
import { writeNodes } from "./data/nodes.js";
import { writeUsyncSite } from "./data/usync-site.js";
import { writeWideSite } from "./data/wide-site.js";
import { installPackage } from "./packages.js";

/** Where the source is of what reads a database's tables. */
const ENGINE = fileURLToPath(new URL("../src/formats/database/sqlite", import.meta.url));

/** Nodes on disk, in a folder of their own. @typedef {{ directory: string, file: string, bytes: number }} Nodes */

export class Materials {
  #folder;
  /** @type {Map<string, Promise<any>>} */
  #made = new Map();

  /** @param {string} folder to write to */
  constructor(folder) {
    this.#folder = folder;
  }

  /**
   * @param {number} count
   * @param {{ language?: import("./data/nodes.js").Language, layout?: import("./data/nodes.js").Layout }} [form]
   * @returns {Promise<Nodes>}
   */
  nodes(count, { language = "plain", layout = "ndjson" } = {}) {
    return this.#once(`${layout}-${language}-${count}`, async (directory) => {
      const file = join(directory, layout === "ndjson" ? "content.ndjson" : "content.json");
      mkdirSync(directory);
      await writeNodes(file, count, language, layout);
      return { directory, file, bytes: statSync(file).size };
    });
  }

  /** @param {number} count of nodes @returns {Promise<string>} the folder */
  wideSite(count) {
    return this.#once(`wide-${count}`, async (directory) => {
      mkdirSync(directory);
      writeWideSite(join(directory, "content.ndjson"), count);
      return directory;
    });
  }

  /** @param {number} count of files @returns {Promise<string>} the folder */
  usyncSite(count) {
    return this.#once(`usync-${count}`, async (directory) => {
      writeUsyncSite(directory, count);
      return directory;
    });
  }

  /** @param {number} count of pages @returns {Promise<string>} the file */
  databaseSite(count) {
    return this.#once(`database-${count}`, async (directory) => {
      mkdirSync(directory);
      const file = join(directory, "Umbraco.sqlite.db");
      await writeDatabaseSite(file, count);
      return file;
    });
  }

  /** What reads the tables of a database, built apart. @returns {Promise<string>} the folder */
  databaseEngine() {
    return this.#once("database-engine", async (directory) => {
      const input = ["database-files", "pages", "sqlite-database"].map((name) => join(ENGINE, `${name}.ts`));
      const bundle = await rolldown({ input, platform: "node" });
      await bundle.write({ dir: directory });
      await bundle.close();
      writeFileSync(join(directory, "package.json"), '{ "type": "module" }');
      return directory;
    });
  }

  /**
   * A package, installed for production with all that it depends on.
   * @param {string} specifier as npm takes it
   * @returns {Promise<import("./packages.js").Installed>}
   */
  installed(specifier) {
    return this.#once(specifier.replaceAll(/[^\w.-]/g, "_"), (directory) =>
      installPackage(directory, specifier),
    );
  }

  /**
   * A package to compare with.
   * @param {string} specifier as npm takes it
   * @returns {Promise<import("./packages.js").Installed | undefined>} nothing where it cannot be had, which is told
   */
  async peer(specifier) {
    try {
      return await this.installed(specifier);
    } catch (error) {
      console.error(`${specifier} is left out, since it cannot be installed: ${error}`);
      return undefined;
    }
  }

  /**
   * @template Made
   * @param {string} name
   * @param {(directory: string) => Promise<Made>} make
   * @returns {Promise<Made>}
   */
  #once(name, make) {
    const made = this.#made.get(name) ?? make(join(this.#folder, name));
    this.#made.set(name, made);
    return made;
  }
}
