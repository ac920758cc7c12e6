/** Pulls of servers that differ as real ones do: strict output, tolerant input, few requests. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type DataNode, everyNode } from "../oracle.ts";
import { parseLines } from "../support/ndjson.ts";
import { keyOf } from "../support/site.ts";
import { fakeSite } from "./fake-site.ts";
import { generatedRoots } from "./generated-site.ts";
import { expectAnswers, newCopy, nodeFiles, PATIENT } from "./pulled-site.ts";

function image(id: number): DataNode {
  const url = `/media/${id}/image-${id}.jpg`;
  const label = (alias: string, value: unknown) => [alias, { alias, editorAlias: "Umbraco.Label", value }];
  return {
    id,
    key: keyOf(id),
    name: `Image ${id}`,
    url,
    type: "Image",
    sortOrder: id,
    createDate: "2016-03-01T10:00:05",
    updateDate: "2016-03-01T10:00:05",
    properties: {
      umbracoFile: { alias: "umbracoFile", editorAlias: "Umbraco.ImageCropper", value: { src: url } },
      ...Object.fromEntries([
        label("umbracoWidth", "1600"),
        label("umbracoHeight", "900"),
        label("umbracoBytes", "123456"),
        label("umbracoExtension", "jpg"),
      ]),
    },
    children: [],
  };
}

/** A folder with these children. */
function folder(id: number, children: DataNode[]): DataNode {
  return { ...image(id), name: `Folder ${id}`, type: "Folder", url: "", properties: {}, children };
}

describe("pull: a server that maps paths down to maxLevel", () => {
  const images = Array.from({ length: 200 }, (_, i) => image(10_000 + i));
  it("gets small requests for a folder of 200 images in another folder", PATIENT, async () => {
    const site = await fakeSite({ media: [folder(1, [folder(2, images)])], fatPaths: true });
    const { out, result, tally } = await newCopy(site.url, { kinds: ["media"] });
    // Two lists, and one request for types.
    expect(tally.requests).toBe(2 + 1 + result.kinds[0].got);
    expect(tally.bytes).toBe(site.sent.bytes);
    expect(tally.bytes).toBeLessThanOrEqual(3 * statSync(join(out, "media.ndjson")).size);
  });

  it("gets small requests for 12 folders of 10 images, on any level", async () => {
    const folders = Array.from({ length: 12 }, (_, i) =>
      folder(
        100 + i,
        Array.from({ length: 10 }, (_, j) => image(10_000 + i * 10 + j)),
      ),
    );
    const media = [folder(1, [folder(2, folders.slice(0, 6)), folder(3, folders.slice(6))])];
    const site = await fakeSite({ media, fatPaths: true });
    const { out, tally } = await newCopy(site.url, { kinds: ["media"] });
    expect(tally.bytes).toBeLessThanOrEqual(6 * statSync(join(out, "media.ndjson")).size);
    await expectAnswers(out, { media, content: [] });
  });
});

/** Changes an answer's item, and all below it. */
function everyItem(answer: unknown, change: (item: DataNode) => DataNode): unknown {
  if (Array.isArray(answer)) return answer.map((item) => everyItem(item, change));
  const item = change(answer as DataNode);
  return item.children ? { ...item, children: everyItem(item.children, change) } : item;
}

const DIALECTS: Record<string, (answer: unknown, maxLevel: number) => unknown> = {
  "write an empty list below the limit": (answer) =>
    everyItem(answer, (item) => ({ ...item, children: item.children ?? [] })),
  "write null for absent members": (answer) =>
    everyItem(answer, (item) => ({
      ...item,
      children: item.children ?? (null as never),
      path: item.path ?? null,
    })),
  "write members in another order": (answer) =>
    everyItem(answer, (item) => Object.fromEntries(Object.entries(item).reverse()) as DataNode),
  "write keys in capitals and braces": (answer) =>
    everyItem(answer, (item) => ({ ...item, key: `{${item.key.toUpperCase()}}` })),
};

describe("pull: servers that", () => {
  const content = generatedRoots(24, 3);
  const plainCopy = async () => {
    const { out } = await newCopy((await fakeSite({ content })).url);
    return nodeFiles(out);
  };

  it.each(Object.entries(DIALECTS))("%s are copied correctly", async (_, change) => {
    const { out } = await newCopy((await fakeSite({ content, change })).url);
    expect(nodeFiles(out)).toEqual(await plainCopy());
    await expectAnswers(out, { content, media: [] });
  });

  it("leave out children of leaves are reported, since a truncated answer has the same form", async () => {
    const change = (answer: unknown) =>
      everyItem(
        answer,
        ({ children, ...item }) => (children?.length ? { ...item, children } : item) as DataNode,
      );
    const { out, result } = await newCopy((await fakeSite({ content, change })).url);
    const leaves = [...everyNode(content)].filter(({ node }) => node.children?.length === 0);
    const [{ expected, got, failures, unlisted }] = result.kinds;
    expect({ expected, got, failures, unlisted: unlisted.length }).toEqual({
      expected: 24,
      got: 24,
      failures: [],
      unlisted: leaves.length,
    });
    expect(unlisted[0].reason).toMatch(/GetContentById\?id=\d+ answered without children$/);
    expect(nodeFiles(out)).toEqual(await plainCopy());
  });

  it("have no sortOrder and write empty properties are copied, without fields of a parent", async () => {
    const content: DataNode[] = generatedRoots(20, 3);
    const strip = ({ sortOrder, properties, ...item }: DataNode): DataNode => ({
      ...item,
      properties: properties && {},
      parentId: 99,
      parentKey: "x",
    });
    const site = await fakeSite({ content, change: (answer) => everyItem(answer, strip) });
    const { out } = await newCopy(site.url);
    const lines = parseLines(nodeFiles(out)[0]);
    expect(lines).toHaveLength(20);
    for (const line of lines) {
      expect(line).not.toHaveProperty("sortOrder");
      expect(line.parentKey).not.toBe("x");
      expect(line.properties).toEqual({});
    }
  });

  it("redirect within their origin are followed, up to five times", async () => {
    const content = generatedRoots(10, 3);
    let steps = 5;
    const site = await fakeSite({
      content,
      interfere: (_wanted, response, { url = "" }) => {
        const { searchParams } = new URL(url, "http://localhost");
        const step = Number(searchParams.get("step") ?? 0);
        if (step === steps) return false;
        const next = url.replace(/&step=\d+$/, "");
        response.writeHead(302, { Location: `${next}&step=${step + 1}` }).end("moved");
        return true;
      },
    });
    const { out } = await newCopy(site.url);
    await expectAnswers(out, { content, media: [] });
    steps = 6;
    await expect(newCopy(site.url)).rejects.toThrow("redirects more than 5 times");
  });
});
