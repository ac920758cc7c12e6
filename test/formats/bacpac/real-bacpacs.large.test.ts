/** `.bacpac` files made of real databases answer as the databases. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { imageWithLog } from "../database/plain-log.ts";
import { openImage, query } from "../database/site-database.ts";
import { allOf, tablesOf, writeBacpac } from "./write-bacpac.ts";

const FOLDER = fileURLToPath(new URL("../../../../shared/databases", import.meta.url));

describe.skipIf(!existsSync(FOLDER))(
  "loadBacpac: real databases (skipped where ../shared is missing)",
  () => {
    const names = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith(".db")) : [];

    it.each(names)("of %s gives what the database gives, in every language, drafts too", async (name) => {
      const plain = openImage(imageWithLog(join(FOLDER, name)));
      const path = writeBacpac(tablesOf(plain));
      const codes = query(plain, "select languageISOCode as code from umbracoLanguage").map(({ code }) =>
        String(code),
      );
      for (const culture of [undefined, ...codes]) {
        for (const includeUnpublished of [false, true]) {
          const options = { includeUnpublished, urls: true, ...(culture && { culture }) };
          expect(await allOf(path, options)).toEqual(await allOf(join(FOLDER, name), options));
        }
      }
    });
  },
);
