/** `.bacpac` files made from real databases. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SHARED } from "../../support/repository.ts";
import { imageWithLog } from "../database/plain-log.ts";
import { openImage, query } from "../database/site-database.ts";
import { allOf, tablesOf, writeBacpac } from "./write-bacpac.ts";

const FOLDER = join(SHARED, "databases");

describe.skipIf(!existsSync(FOLDER))("loadBacpac: real databases (skipped if ../shared is missing)", () => {
  const names = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith(".db")) : [];

  it.each(names)(
    "reads a .bacpac of %s like the database, in every language, with and without drafts",
    async (name) => {
      const plain = openImage(imageWithLog(join(FOLDER, name)));
      const path = writeBacpac(tablesOf(plain));
      const others = "select languageISOCode as code from umbracoLanguage where isDefaultVariantLang = 0";
      const codes = query(plain, others).map(({ code }) => String(code));
      for (const culture of [undefined, ...codes]) {
        for (const includeUnpublished of [false, true]) {
          const options = { includeUnpublished, urls: true, ...(culture && { culture }) };
          expect(await allOf(path, options)).toEqual(await allOf(join(FOLDER, name), options));
        }
      }
    },
  );
});
