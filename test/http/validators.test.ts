/** ETags, If-None-Match and content codings (RFC 9110). */
import { randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { gunzipSync, inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Source } from "../../src/site/source.ts";
import { expectProblem } from "../support/problem.ts";
import {
  API_KEY,
  AUTHORIZATION,
  appOf,
  keyOf,
  OPERATIONS,
  serverOf,
  smallTree,
  sourceOf,
  wideTree,
} from "../support/site.ts";

const CASES = [
  "GetContentAtRoot",
  "GetContentAtRoot?maxLevel=9",
  "GetContentById?id=2",
  `GetContentByKey?key=${keyOf(3)}&maxLevel=1`,
  "GetMediaAtRoot",
];

const STRONG = /^"[\x21\x23-\x7e]+"$/;

async function tagOf(app: ReturnType<typeof appOf>, path: string): Promise<string> {
  const response = await app.request(OPERATIONS + path);
  expect(response.status).toBe(200);
  await response.text();
  return response.headers.get("ETag") ?? "";
}

describe("ETag and compression: validators", () => {
  it.each(CASES)("send %s with a strong ETag, and 304 if it matches", async (path) => {
    const app = appOf();
    const tag = await tagOf(app, `/${path}`);
    expect(tag).toMatch(STRONG);
    for (const held of [tag, `W/${tag}`, `"other", ${tag}`, `"a,b" ,W/${tag},"c"`, "*", ` ${tag} `]) {
      const response = await app.request(`${OPERATIONS}/${path}`, { headers: { "If-None-Match": held } });
      expect(response.status).toBe(304);
      expect(await response.text()).toBe("");
      expect(response.headers.get("ETag")).toBe(tag);
      expect(response.headers.get("Cache-Control")).toBe("private, no-cache");
      expect(response.headers.get("Vary")).toBe("Authorization, Api-Key, Accept-Encoding");
      expect(response.headers.get("Content-Type")).toBeNull();
    }
    for (const other of ['"other"', `"${tag.slice(1, -1)}x"`, "nonsense", "", '"*"']) {
      const response = await app.request(`${OPERATIONS}/${path}`, { headers: { "If-None-Match": other } });
      expect(response.status).toBe(200);
      expect((await response.text()).length).toBeGreaterThan(1);
    }
  });

  it("are the same for the same data, and others for changed data", async () => {
    const paths = CASES.map((path) => `/${path}`);
    const tags = async (source: ReturnType<typeof sourceOf>) =>
      Promise.all(paths.map((path) => tagOf(appOf({}, source), path)));
    const first = await tags(sourceOf());
    expect(await tags(sourceOf())).toEqual(first);
    expect(new Set(first).size).toBe(paths.length);
    const changed = smallTree();
    changed[0].children?.[1].children?.push(
      ...smallTree().map((node) => ({ ...node, id: 9, key: keyOf(9), children: [] })),
    );
    for (const tag of await tags(sourceOf(changed))) expect(first).not.toContain(tag);
  });

  it("render no answer for a 304", async () => {
    const source = sourceOf();
    const silent: Source = {
      snapshot: source.snapshot,
      answer: () => {
        throw new Error("an answer was made");
      },
    };
    const tag = await tagOf(appOf({}, source), "/GetContentById?id=2");
    const app = appOf({}, silent);
    const headers = { "If-None-Match": tag };
    expect((await app.request(`${OPERATIONS}/GetContentById?id=2`, { headers })).status).toBe(304);
  });

  it("are not sent with 401 and 404", async () => {
    const app = appOf({ apiKey: API_KEY });
    const refused = await app.request(`${OPERATIONS}/GetContentAtRoot`, {
      headers: { "If-None-Match": "*" },
    });
    expect(refused.status).toBe(401);
    expect(refused.headers.get("ETag")).toBeNull();
    expect(refused.headers.get("Cache-Control")).toBe("private, no-cache");
    await expectProblem(refused, "unauthorized");
    const headers = { "If-None-Match": "*", Authorization: AUTHORIZATION };
    const missing = await app.request(`${OPERATIONS}/GetContentById?id=77`, { headers });
    expect(missing.status).toBe(404);
    await expectProblem(missing, "no-such-node");
    expect((await app.request(`${OPERATIONS}/GetContentById?id=1`, { headers })).status).toBe(304);
  });
});

describe("ETag and compression: compression", () => {
  const LARGE = `${OPERATIONS}/GetContentAtRoot`;
  /** By number of nodes: an answer in one piece, and one in chunks. */
  const sources = { 2: sourceOf(wideTree(2)), 80: sourceOf(wideTree(80)), 600: sourceOf(wideTree(600)) };
  const decoders = { gzip: gunzipSync, deflate: inflateSync } as const;

  for (const count of [80, 600] as const) {
    it.each(["gzip", "deflate"] as const)(`sends ${count} nodes as %s if accepted`, async (coding) => {
      const app = appOf({}, sources[count]);
      const plain = await app.request(LARGE);
      const response = await app.request(LARGE, { headers: { "Accept-Encoding": coding } });
      expect(response.headers.get("Content-Encoding")).toBe(coding);
      expect(response.headers.get("Vary")).toContain("Accept-Encoding");
      expect(response.headers.get("Content-Length")).toBeNull();
      const body = decoders[coding](Buffer.from(await response.arrayBuffer())).toString();
      expect(body).toBe(await plain.text());
      const tag = response.headers.get("ETag") ?? "";
      expect(tag).toMatch(STRONG);
      expect(tag).not.toBe(plain.headers.get("ETag"));
      const statusFor = async (headers: Record<string, string>) =>
        (await app.request(LARGE, { headers })).status;
      expect(await statusFor({ "If-None-Match": tag, "Accept-Encoding": coding })).toBe(304);
      expect(await statusFor({ "If-None-Match": plain.headers.get("ETag") ?? "" })).toBe(304);
      // A copy in a coding that the client no longer accepts does not count.
      expect(await statusFor({ "If-None-Match": tag })).toBe(200);
      expect(await statusFor({ "If-None-Match": tag, "Accept-Encoding": `${coding};q=0` })).toBe(200);
    });
  }

  it("is not used for small answers, nor for clients that do not accept it", async () => {
    const small = await appOf().request(LARGE, { headers: { "Accept-Encoding": "gzip" } });
    expect(small.headers.get("Content-Encoding")).toBeNull();
    expect(Number(small.headers.get("Content-Length"))).toBe((await small.arrayBuffer()).byteLength);
    const app = appOf({}, sources[80]);
    for (const coding of ["identity", "br", "gzip;q=0", ""]) {
      const response = await app.request(LARGE, { headers: { "Accept-Encoding": coding } });
      expect(response.headers.get("Content-Encoding")).toBeNull();
      expect(JSON.parse(await response.text())).toHaveLength(1);
    }
  });

  it.each([
    ["gzip, deflate", "gzip"],
    ["GZIP;q=0.1", "gzip"],
    ["gzip;q=0.5, deflate", "deflate"],
    ["*", "gzip"],
    ["*, gzip;q=0", "deflate"],
    ["gzip;q=0.5, identity;q=0.5", "gzip"],
    ["gzip;q=0.5, identity;q=0.6", null],
  ])("uses the preferred coding of %s", async (accepted, coding) => {
    const app = appOf({}, sources[80]);
    const response = await app.request(LARGE, { headers: { "Accept-Encoding": accepted } });
    expect(response.headers.get("Content-Encoding")).toBe(coding);
  });

  it.each<[what: string, count: keyof typeof sources, accepted: string]>([
    ["large, compressed", 80, "gzip, deflate"],
    ["large, in the other coding", 80, "deflate, gzip;q=0.5"],
    ["large, uncompressed", 80, "identity, gzip;q=0.5"],
    ["in chunks, compressed", 600, "gzip"],
    ["in chunks, uncompressed", 600, ""],
    ["small", 2, "gzip"],
  ])("gives HEAD the headers of GET: %s", async (_name, count, accepted) => {
    const app = appOf({}, sources[count]);
    const headers = { "Accept-Encoding": accepted };
    const get = await app.request(LARGE, { headers });
    const head = await app.request(LARGE, { method: "HEAD", headers });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
    const tag = head.headers.get("ETag") ?? "";
    const held = await app.request(LARGE, { headers: { ...headers, "If-None-Match": tag } });
    expect(held.status).toBe(304);
  });

  const chunk = randomBytes(64 * 1024);
  const endless: Source = {
    answer: () => ({
      *[Symbol.iterator]() {
        for (;;) yield chunk;
      },
    }),
  };

  it("is limited to some answers at a time; others are sent plain", async () => {
    const app = appOf({}, endless);
    const send = async () => {
      const response = await app.request(LARGE, { headers: { "Accept-Encoding": "gzip" } });
      // It begins to compress.
      await setImmediate();
      return response;
    };
    const codingOf = ({ headers }: Response) => headers.get("Content-Encoding");
    const responses: Response[] = [];
    while (responses.length < 40) responses.push(await send());
    expect(responses.map(codingOf)).toEqual([...Array(32).fill("gzip"), ...Array(8).fill(null)]);
    await Promise.all(responses.map(({ body }) => body?.cancel()));
    await expect
      .poll(async () => {
        const next = await send();
        await next.body?.cancel();
        return codingOf(next);
      })
      .toBe("gzip");
  });

  it("continues when a client of a compressed answer leaves", async () => {
    const exchanges: number[] = [];
    let source = endless;
    const app = appOf({ onExchange: ({ bytes }) => exchanges.push(bytes) }, () => source);
    const { url } = await serverOf(app);
    const controller = new AbortController();
    const response = await fetch(url + LARGE, { signal: controller.signal });
    expect(response.headers.get("Content-Encoding")).toBe("gzip");
    await response.body?.getReader().read();
    controller.abort();
    source = sources[600];
    const again = await fetch(url + LARGE);
    expect(((await again.json()) as unknown[]).length).toBe(1);
    expect(exchanges.length).toBeGreaterThan(0);
  });
});
