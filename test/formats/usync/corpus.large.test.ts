/** Real uSync exports, if ../shared exists. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { loadDirectory } from "../../../src/formats/load-directory.ts";
import { KINDS } from "../../../src/operations.ts";
import { missingTypes } from "../../../src/site/schema/find-type.ts";
import { countNodes } from "../../../src/site/tree/tree.ts";
import { type AnsweredNode, everyAnswer, wholeTrees } from "../../everything.ts";

const SHARED = fileURLToPath(new URL("../../../../shared", import.meta.url));
const CORPUS = `${SHARED}/corpus`;
const reason = "skipped if ../shared is missing";

describe.skipIf(!existsSync(`${SHARED}/trees`))(
  `loadDirectory: exports and the trees made from them (${reason})`,
  () => {
    for (const [folder, site] of [
      ["schemeweaver-v17", "schemeweaver"],
      ["clean-v17", "clean"],
    ]) {
      it(`reads ${folder} as ${site}, member for member`, async () => {
        const exported = await loadDirectory(`${CORPUS}/${folder}`);
        const expected = await loadDirectory(`${SHARED}/trees/${site}`);
        expect(withoutTemplates(wholeTrees(exported.trees))).toEqual(wholeTrees(expected.trees));
        for (const kind of KINDS) {
          const [made, wanted] = [exported, expected].map(({ trees }) => everyAnswer(trees[kind]));
          expect(withoutTemplates([JSON.stringify(made)])).toEqual([JSON.stringify(wanted)]);
        }
      });
    }
  },
);

describe.skipIf(!existsSync(CORPUS))(`loadDirectory: real exports (${reason})`, () => {
  const folders = existsSync(CORPUS) ? readdirSync(CORPUS).filter((name) => /-v[0-9]+$/.test(name)) : [];

  it.each(folders)("loads %s, and warns about each file that is not a node", async (folder) => {
    const path = `${CORPUS}/${folder}`;
    const { trees, warnings } = await loadDirectory(path);
    expect(trees.content.size).toBeGreaterThan(0);
    for (const kind of KINDS) {
      const section = kind === "content" ? "Content" : "Media";
      const files = existsSync(`${path}/${section}`)
        ? readdirSync(`${path}/${section}`, { recursive: true }).map(String)
        : [];
      const explained = warnings.filter(
        ({ file, text }) => file.startsWith(`${section}/`) && /is left out|has no node/.test(text),
      );
      const nodeFiles = files.filter((name) => name.endsWith(".config")).length;
      expect(trees[kind].size + explained.length).toBe(nodeFiles);
    }
  });

  it("reads one site before and after its upgrades as the same tree", async () => {
    const [before, after] = await Promise.all(
      ["clean-v9", "clean-v17"].map(async (folder) => {
        const { trees } = await loadDirectory(`${CORPUS}/${folder}`);
        return { content: everyAnswer(trees.content), media: everyAnswer(trees.media) };
      }),
    );
    expect(stableFields(before.content)).toEqual(stableFields(after.content));
    expect(stableFields(before.media).toSorted(byKey)).toEqual(stableFields(after.media).toSorted(byKey));
    const editors = (nodes: AnsweredNode[]) =>
      nodes
        .toSorted(byKey)
        .flatMap(({ key, properties }) =>
          Object.values(properties).map(({ alias, editorAlias }) => `${key} ${alias} ${editorAlias}`),
        );
    const changed = [...before.content, ...before.media];
    const now = new Set(editors([...after.content, ...after.media]));
    const removed = editors(changed).filter((line) => !now.has(line));
    expect(removed).toHaveLength(3);
    expect(removed.every((line) => line.endsWith(" Umbraco.TinyMCE"))).toBe(true);
  });
});

describe.skipIf(!existsSync(CORPUS))(`loadDirectory: types of real exports (${reason})`, () => {
  const folders = existsSync(CORPUS) ? readdirSync(CORPUS).filter((name) => /-v[0-9]+$/.test(name)) : [];
  const sections = {
    content: ["ContentTypes", "DocumentType"],
    media: ["MediaTypes", "MediaType"],
  };

  it.each(folders)("of %s are the types of its files, with their properties and editors", async (folder) => {
    const types = (await loadDirectory(`${CORPUS}/${folder}`)).types();
    for (const kind of KINDS) {
      const read = readPlainly(sections[kind].map((section) => `${CORPUS}/${folder}/${section}`));
      expect(read.size).toBeGreaterThan(0);
      expect(types[kind].map(({ alias }) => alias)).toEqual([...read.keys()].sort());
      for (const { alias, key, tabs } of types[kind]) {
        const properties = tabs.flatMap((tab) => tab.properties);
        const editors = properties.map((property) => `${property.alias} ${property.editorAlias}`);
        expect([key, editors.sort()], alias).toEqual([read.get(alias)?.key, editorsOf(alias, read).sort()]);
      }
      const ids = types[kind].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it.each(folders)(
    "of %s are the types of all nodes, except for those that missingTypes reports",
    async (folder) => {
      const data = await loadDirectory(`${CORPUS}/${folder}`);
      for (const kind of KINDS) {
        const known = new Set(data.types()[kind].map(({ alias }) => alias));
        const unknown = everyAnswer(data.trees[kind]).filter(({ type }) => !known.has(type));
        const counts = countNodes(data.trees[kind]).types;
        const missing = missingTypes(data.types()[kind], counts).reduce((sum, { nodes }) => sum + nodes, 0);
        expect(missing).toBe(unknown.length);
      }
    },
  );
});

/** A type as its file defines it. */
type PlainType = { key: string; bases: string[]; editors: Map<string, string> };

/** Reads type files with regular expressions. */
function readPlainly(folders: string[]): Map<string, PlainType> {
  const types = new Map<string, PlainType>();
  for (const folder of folders.filter((path) => existsSync(path))) {
    for (const name of readdirSync(folder, { recursive: true }).map(String)) {
      if (!name.endsWith(".config")) continue;
      const text = readFileSync(`${folder}/${name}`, "utf8");
      if (text.includes("<Empty ")) continue;
      const root = text.slice(0, text.indexOf("<Info>"));
      const info = text.slice(root.length, text.indexOf("</Info>"));
      const inside = (tag: string, part: string) =>
        new RegExp(`<${tag}[^>]*>([^<]*)</${tag}>`).exec(part)?.[1];
      const key = / Key="([^"]*)"/.exec(root)?.[1] ?? inside("Key", info) ?? "";
      const alias = / Alias="([^"]*)"/.exec(root)?.[1] ?? inside("Alias", info) ?? "";
      // Names of bases can be stale, so keys are preferred; uSync 7 has only names of parents.
      const bases = [...info.matchAll(/<(?:Parent|Master|Composition)(?: Key="([^"]*)")?>([^<]+)</g)].map(
        ([, key, name]) => key ?? name,
      );
      const editors = [...text.matchAll(/<GenericProperty>([\s\S]*?)<\/GenericProperty>/g)].map(
        ([, property]) => [inside("Alias", property) ?? "", inside("Type", property) ?? ""] as const,
      );
      types.set(alias, { key, bases, editors: new Map(editors) });
    }
  }
  return types;
}

/** The editors of a type's properties, its bases' included. */
function editorsOf(alias: string, types: Map<string, PlainType>, seen = new Set<string>()): string[] {
  if (seen.has(alias)) return [];
  seen.add(alias);
  const { editors, bases }: PlainType = types.get(alias) ?? { key: "", bases: [], editors: new Map() };
  const own = [...editors].map(([property, editor]) => `${property} ${editor}`);
  const aliases = [...types].filter(([name, { key }]) => bases.includes(key) || bases.includes(name));
  return [...own, ...aliases.flatMap(([base]) => editorsOf(base, types, seen))];
}

/** Removes templates: the expected trees were made before templates were read. */
function withoutTemplates(answers: string[]): string[] {
  return answers.map((text) => text.replaceAll(/,"template":"[^"]*"/g, ""));
}

/** The fields that an upgrade keeps. */
function stableFields(nodes: AnsweredNode[]) {
  return nodes.map(({ id, key, name, type, path, properties }) => ({
    id,
    key,
    name,
    type,
    parent: path.at(-1)?.key,
    aliases: Object.keys(properties).sort(),
  }));
}

function byKey(a: { key: string }, b: { key: string }): number {
  return a.key < b.key ? -1 : 1;
}
