/** What the audit says of the editors of a site, beside what `usync` has written. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { auditSite } from "../../src/analysis/audit/audit-site.ts";
import { parseXml } from "../../src/formats/xml/xml-parser.ts";
import { KEPT_AS_TEXT } from "../../src/usync17/data-type-editors.ts";
import { loadSite } from "../support/site.ts";

/** Returns the properties whose editor is another one in the audit of a site than in the folder that was written of it. */
export async function editorDifferences(path: string, folder: string): Promise<string[]> {
  const site = await loadSite(path);
  const { editors } = (await auditSite(site)).summary(undefined);
  const becomes = new Map(editors.map((each) => [each.editor?.toLowerCase(), each]));
  const written = writtenEditors(folder);
  const { content, media } = site.types();
  return [...content, ...media].flatMap(({ alias: type, tabs }) =>
    tabs.flatMap(({ properties }) =>
      properties.flatMap(({ alias, editorAlias }) => {
        const said = editorAlias === null ? undefined : becomes.get(editorAlias.toLowerCase());
        const is = written.get(`${type}.${alias}`.toLowerCase());
        if (!said || is === undefined) return [];
        // Of an unknown editor, values are kept as text, or with the editor, whose package is then needed.
        const expected = said.fate === "unknown" ? [KEPT_AS_TEXT.alias, editorAlias] : [said.becomes];
        return expected.includes(is) ? [] : [`${type}.${alias}: ${expected} in the audit, ${is} written`];
      }),
    ),
  );
}

/** The editor of each property that a folder of uSync has, by `type.property` in lower case. */
function writtenEditors(folder: string): Map<string, string> {
  const editors = new Map<string, string>();
  for (const section of ["ContentTypes", "MediaTypes"]) {
    const path = join(folder, section);
    if (!existsSync(path)) continue;
    for (const name of readdirSync(path)) {
      const root = parseXml(readFileSync(join(path, name), "utf8").replace("\uFEFF", ""));
      for (const property of root.child("GenericProperties")?.children ?? []) {
        const alias = `${root.attributes.Alias}.${property.child("Alias")?.text}`.toLowerCase();
        editors.set(alias, property.child("Type")?.text ?? "");
      }
    }
  }
  return editors;
}
