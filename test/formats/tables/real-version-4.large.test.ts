/** A real backup of Umbraco 4.5, compared with the umbraco.config that the site wrote. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadDirectory } from "../../../src/formats/load-directory.ts";
import { openSqlServer } from "../../../src/formats/sqlserver/open-sqlserver.ts";
import { everyAnswer } from "../../everything.ts";
import { SHARED } from "../../support/repository.ts";
import { dataDirectory } from "../../support/temporary.ts";

const BACKUP = join(SHARED, "databases/cws-4.5-2005.bak");
const CONFIG = join(SHARED, "databases/cws-4.5.config");

it.skipIf(!existsSync(BACKUP))(
  "a backup of Umbraco 4.5 has the nodes of its umbraco.config with equal values (skipped if ../shared is missing)",
  async () => {
    const reader = await openSqlServer(BACKUP, { onProgress: () => {}, warn: () => {} });
    const rows: string[] = [];
    await reader.read("cmsContentXml", ["xml"], ([xml]) => rows.push(String(xml)));
    reader.close();
    const written = dataDirectory({ "umbraco.config": `<root id="-1">${rows.join("")}</root>` });
    // The backup is the later one: parents and paths differ.
    const nodesOf = async (path: string) =>
      new Map(
        everyAnswer((await loadDirectory(path)).trees.content).map(({ path: _, ...node }) => [node.id, node]),
      );
    const [nodes, ofConfig] = [await nodesOf(written), await nodesOf(CONFIG)];
    const shared = [...nodes.values()].filter(({ id }) => ofConfig.has(id));
    expect(shared).toEqual(shared.map(({ id }) => ofConfig.get(id)));
    expect(shared).toHaveLength(8);
    expect(shared.flatMap(({ properties }) => Object.keys(properties))).toHaveLength(72);
  },
);

it.skipIf(!existsSync(BACKUP))(
  "a backup of Umbraco 4.5 has tabs, inherited properties and editors (skipped if ../shared is missing)",
  async () => {
    const { trees, types, version } = await loadDirectory(BACKUP);
    expect([version, everyAnswer(trees.content).map(({ name }) => name)]).toEqual([
      "4",
      ["Home", "About Us", "Contact Us"],
    ]);
    const contact = types().content.find(({ alias }) => alias === "CWS_Contact");
    expect(contact?.compositions.map(({ alias }) => alias)).toEqual(["WebPage"]);
    expect(contact?.tabs.map(({ name, properties }) => [name, properties[0].editorAlias])).toEqual([
      ["Content", "Umbraco.TinyMCEv3"],
      ["Thank You", "Umbraco.TinyMCEv3"],
      ["Settings", "Umbraco.Textbox"],
      ["Meta", "Umbraco.Textbox"],
      ["Generic properties", "Umbraco.Textbox"],
    ]);
  },
);
