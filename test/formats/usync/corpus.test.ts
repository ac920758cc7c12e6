/** Real uSync exports, where they are at hand. */
import { existsSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { loadDirectory } from "../../../src/formats/load-directory.ts";
import { KINDS } from "../../../src/operations.ts";
import { type AnsweredNode, everyAnswer, wholeTrees } from "../../everything.ts";

const SHARED = fileURLToPath(new URL("../../../../shared", import.meta.url));
const CORPUS = `${SHARED}/corpus`;
const reason = "skipped where ../shared is missing";

describe.skipIf(!existsSync(`${SHARED}/trees`))(`exports and the trees made of them (${reason})`, () => {
  for (const [folder, site] of [
    ["schemeweaver-v17", "schemeweaver"],
    ["clean-v17", "clean"],
  ]) {
    it(`reads ${folder} as ${site}, member for member`, async () => {
      const exported = await loadDirectory(`${CORPUS}/${folder}`);
      const expected = await loadDirectory(`${SHARED}/trees/${site}`);
      expect(wholeTrees(exported.trees)).toEqual(wholeTrees(expected.trees));
      for (const kind of KINDS) {
        const [made, wanted] = [exported, expected].map(({ trees }) => everyAnswer(trees[kind]));
        expect(JSON.stringify(made)).toBe(JSON.stringify(wanted));
      }
    });
  }
});

describe.skipIf(!existsSync(CORPUS))(`real exports (${reason})`, () => {
  const folders = existsSync(CORPUS) ? readdirSync(CORPUS).filter((name) => /-v[0-9]+$/.test(name)) : [];

  it.each(folders)("loads %s, and a note explains each file that is no node", async (folder) => {
    const path = `${CORPUS}/${folder}`;
    const { trees, notes } = await loadDirectory(path);
    expect(trees.content.size).toBeGreaterThan(0);
    for (const kind of KINDS) {
      const section = kind === "content" ? "Content" : "Media";
      const files = existsSync(`${path}/${section}`)
        ? readdirSync(`${path}/${section}`, { recursive: true }).map(String)
        : [];
      const explained = notes.filter(
        ({ file, text }) => file.startsWith(`${section}/`) && /is left out|holds no node/.test(text),
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
    expect(shapes(before.content)).toEqual(shapes(after.content));
    expect(shapes(before.media).toSorted(byKey)).toEqual(shapes(after.media).toSorted(byKey));
    const editors = (nodes: AnsweredNode[]) =>
      nodes
        .toSorted(byKey)
        .flatMap(({ key, properties }) =>
          Object.values(properties).map(({ alias, editorAlias }) => `${key} ${alias} ${editorAlias}`),
        );
    const changed = [...before.content, ...before.media];
    const now = new Set(editors([...after.content, ...after.media]));
    const gone = editors(changed).filter((line) => !now.has(line));
    expect(gone).toHaveLength(3);
    expect(gone.every((line) => line.endsWith(" Umbraco.TinyMCE"))).toBe(true);
  });
});

/** What an upgrade leaves as it is. */
function shapes(nodes: AnsweredNode[]) {
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
