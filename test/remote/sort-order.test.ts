/** Siblings in a copy are in the order of `sortOrder`, however the site lists them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { DataNode } from "../oracle.ts";
import { readLines } from "../support/ndjson.ts";
import { keyOf } from "../support/site.ts";
import { temporaryDirectory } from "../support/temporary.ts";
import { fakeSite } from "./fake-site.ts";
import { newCopy, PATIENT, pulled } from "./pulled-site.ts";

function node(id: number, sortOrder: number, children: DataNode[] = []): DataNode {
  const key = keyOf(id);
  return { id, key, name: `n${id}`, type: "page", sortOrder, properties: {}, children };
}

/** The id of a node is its expected position in the copy; siblings with the same `sortOrder` stay in the listed order. */
const CONTENT = [node(1, -1, [node(2, 0, [node(3, 4), node(4, 20)]), node(5, 3), node(6, 10)]), node(7, 2)];

/** Reverses the roots, and the children of each node. */
function backwards(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(backwards).reverse();
  const { children, ...rest } = answer as DataNode;
  return children === undefined ? rest : { ...rest, children: backwards(children) };
}

function contentLines(out: string): { id: number; sortOrder?: number }[] {
  return readLines(join(out, "content.ndjson"));
}

const EXPECTED = [1, 2, 3, 4, 5, 6, 7];

describe("pull: a site that lists siblings in another order", PATIENT, () => {
  it("is copied in order, with each sortOrder as it was", async () => {
    const { url } = await fakeSite({ content: CONTENT, change: backwards });
    const { out } = await newCopy(url);
    expect(contentLines(out).map(({ id, sortOrder = 0 }) => [id, sortOrder])).toEqual([
      [1, -1],
      [2, 0],
      [3, 4],
      [4, 20],
      [5, 3],
      [6, 10],
      [7, 2],
    ]);
  });

  it("is copied in order by a resumed pull", async () => {
    const { url, counts } = await fakeSite({ content: CONTENT, change: backwards });
    const out = temporaryDirectory();
    const stop = new AbortController();
    let got = 0;
    const first = pulled(url, out, {
      signal: stop.signal,
      concurrency: 1,
      onEvent: ({ type }) => {
        if (type === "fetched" && ++got === 5) stop.abort(new Error("stopped here"));
      },
    });
    await expect(first).rejects.toThrow("stopped here");
    const requested = [...counts.values()].length;
    await pulled(url, out);
    expect([...counts.values()].length).toBeGreaterThan(requested);
    expect(contentLines(out).map(({ id }) => id)).toEqual(EXPECTED);
  });

  it("is copied in order if a node fails", async () => {
    const { url } = await fakeSite({
      content: CONTENT,
      change: backwards,
      interfere: ({ id }, response) => {
        if (id !== 2) return false;
        response.writeHead(500).end();
        return true;
      },
    });
    const { out } = await newCopy(url, { retries: 0 });
    expect(contentLines(out).map(({ id }) => id)).toEqual(EXPECTED);
  });
});

it("pull: keeps a sortOrder beyond doubles, and the record of its node", PATIENT, async () => {
  const beyond = JSON.stringify({ ...CONTENT[1], path: [] }).replace('"sortOrder":2', '"sortOrder":1e400');
  const { url, counts } = await fakeSite({
    content: CONTENT,
    interfere: ({ id }, response) => {
      if (id === 7) response.writeHead(200, { "Content-Type": "application/json" }).end(beyond);
      return response.writableEnded;
    },
  });
  const out = temporaryDirectory();
  const stop = new AbortController();
  const first = pulled(url, out, {
    signal: stop.signal,
    concurrency: 1,
    onEvent: ({ type }) => {
      if (type === "fetched" && counts.has(7)) stop.abort(new Error("stopped here"));
    },
  });
  await expect(first).rejects.toThrow("stopped here");
  await pulled(url, out);
  expect(counts.get(7)).toBe(1);
  expect(contentLines(out).map(({ id }) => id)).toEqual(EXPECTED);
  expect(readFileSync(join(out, "content.ndjson"), "utf8")).toContain('"sortOrder":1e400');
});
