/** The paths of the API for Umbraco 10: each answers as its operation does. */
import { expect, it } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { directorySource } from "../../src/formats/watched-directory.ts";
import { once } from "../../src/site/once.ts";
import { expectProblem } from "../support/problem.ts";
import { API_KEY, AUTHORIZATION, appOf, keyOf, OPERATIONS } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";

const BASE = "/api/limbo/migrations";
const page = { id: 7, key: keyOf(7), alias: "textPage", name: "Text page", tabs: [] };
const FILES = {
  "content.json": [{ id: 1, key: keyOf(1), name: "Home", children: [{ id: 2, key: keyOf(2), name: "A" }] }],
  "media.json": [
    { id: 3, key: keyOf(3), name: "Logo", url: "/media/1050/My%20logo.png", type: "Image" },
    { id: 4, key: keyOf(4), name: "The same file", url: "https://cdn.example/media/1050/My%20logo.png" },
    { id: 5, key: keyOf(5), name: "50%", url: "/media/a/50%.png" },
    { id: 6, key: keyOf(6), name: "Folder" },
  ],
  "content-types.json": [page],
  "media-types.json": [{ ...page, alias: "Image" }],
  "data-types.json": [{ id: -88, key: keyOf(88), name: "Text" }],
};

async function appWith(options = {}, files: Record<string, unknown> = FILES) {
  return appOf(options, directorySource(await loadDirectory(dataDirectory(files))));
}
/** The app of tests that only read. */
const sharedApp = once(() => appWith());

it.each([
  ["content/root", "GetContentAtRoot"],
  ["content/root?maxLevel=2", "GetContentAtRoot?maxLevel=2"],
  ["CONTENT/Root/", "GetContentAtRoot"],
  ["content/2", "GetContentById?id=2"],
  ["content/1/?maxLevel=1", "GetContentById?id=1&maxLevel=1"],
  ["content/1?ID=2&id=3", "GetContentById?id=1"],
  [`content/${keyOf(2)}`, `GetContentByKey?key=${keyOf(2)}`],
  [`content/%7B${keyOf(2).toUpperCase()}%7D`, `GetContentByKey?key=${keyOf(2)}`],
  ["media/root", "GetMediaAtRoot"],
  ["media/3", "GetMediaById?id=3"],
  [`media/${keyOf(3)}`, `GetMediaByKey?key=${keyOf(3)}`],
  ["media?path=/media/1050/my%2520logo.png", "GetMediaByPath?path=/media/1050/my%2520logo.png"],
  ["contentTypes", "GetContentTypes"],
  ["contenttypes/7", "GetContentTypeById?id=7"],
  [`contentTypes/${keyOf(7)}`, `GetContentTypeByKey?key=${keyOf(7)}`],
  ["contentTypes/TEXTpage", "GetContentTypeByAlias?alias=textPage"],
  ["mediaTypes", "GetMediaTypes"],
  ["mediaTypes/7", "GetMediaTypeById?id=7"],
  [`mediaTypes/${keyOf(7)}`, `GetMediaTypeByKey?key=${keyOf(7)}`],
  ["mediaTypes/image", "GetMediaTypeByAlias?alias=image"],
  ["dataTypes", "GetDataTypes"],
  ["dataTypes/-88", "GetDataTypeById?id=-88"],
  [`dataTypes/${keyOf(88)}`, `GetDataTypeByKey?key=${keyOf(88)}`],
])("alias %s answers as %s", async (alias, operation) => {
  const app = await sharedApp();
  const [own, other] = [
    await app.request(`${BASE}/${alias}`),
    await app.request(`${OPERATIONS}/${operation}`),
  ];
  const body = await own.text();
  expect([own.status, body]).toEqual([200, await other.text()]);
  expect(Object.fromEntries(own.headers)).toEqual(Object.fromEntries(other.headers));
  const tag = own.headers.get("ETag") ?? "";
  const again = await app.request(`${BASE}/${alias}`, { headers: { "If-None-Match": tag } });
  expect(again.status).toBe(304);
});

it.each([
  ["content/9", "no-such-node", "There is no content node with the id 9."],
  [
    "content/x",
    "invalid-parameter",
    '/api/limbo/migrations/content/ was followed by "x", which is neither an id nor a key: an id is a decimal 32-bit integer, such as 1050; a key is a GUID, with or without hyphens, bare or in braces or parentheses.',
  ],
  [
    "content/1?maxLevel=x",
    "invalid-parameter",
    'GetContentById was requested with maxLevel="x", which is not a level: maxLevel is an integer from 0 to 2147483647, or absent.',
  ],
  ["media", "missing-parameter", "GetMediaByPath requires the parameter path."],
  ["mediaTypes/none", "no-such-type", "There is no media type with the alias none."],
  ["dataTypes/Text", "invalid-parameter", expect.stringContaining('followed by "Text"')],
  [
    "nothing/1",
    "unknown-path",
    expect.stringContaining("Nothing is served at /api/limbo/migrations/nothing/1."),
  ],
  ["content/1/2", "unknown-path", expect.stringContaining("Nothing is served at")],
] as const)("alias %s: %s", async (alias, name, detail) => {
  const response = await (await sharedApp()).request(`${BASE}/${alias}`);
  expect(await expectProblem(response, name)).toMatchObject({ detail });
});

it("aliases need the API key, and answer only GET and HEAD", async () => {
  const app = await appWith({ apiKey: API_KEY });
  await expectProblem(await app.request(`${BASE}/content/1`), "unauthorized");
  const headers = { Authorization: AUTHORIZATION };
  expect((await app.request(`${BASE}/content/1`, { headers })).status).toBe(200);
  expect((await app.request(`${BASE}/content/1`, { headers, method: "HEAD" })).status).toBe(200);
  await expectProblem(
    await app.request(`${BASE}/content/1`, { headers, method: "POST" }),
    "method-not-allowed",
  );
});

it.each([
  ["as the url of a node", "/media/1050/My logo.png", 3],
  ["with escapes, in another case", "/MEDIA/1050/my%20logo.png", 3],
  ["with a percent sign", "/media/a/50%.png", 5],
])("GetMediaByPath accepts a path %s", async (_, path, id) => {
  const app = await sharedApp();
  const own = await app.request(`${OPERATIONS}/GetMediaByPath?path=${encodeURIComponent(path)}&maxLevel=0`);
  const byId = await app.request(`${OPERATIONS}/GetMediaById?id=${id}&maxLevel=0`);
  expect([own.status, await own.text()]).toEqual([200, await byId.text()]);
});

it("GetMediaByPath reports a path that no media node has", async () => {
  const response = await (await sharedApp()).request(`${OPERATIONS}/GetMediaByPath?path=/media/none.png`);
  expect(await expectProblem(response, "no-such-node")).toMatchObject({
    detail:
      "There is no media node whose url is /media/none.png. Look media nodes up by id or key, or list them with GetMediaAtRoot?maxLevel=2147483647.",
  });
});

it.each([
  [`${OPERATIONS}/GetAllMembers`, "members"],
  [`${BASE}/users`, "users"],
])("%s answers an empty list, and a header that names what is missing", async (path, what) => {
  const app = await appWith({ apiKey: API_KEY });
  await expectProblem(await app.request(path), "unauthorized");
  const response = await app.request(path, { headers: { Authorization: AUTHORIZATION } });
  expect([response.status, await response.json()]).toEqual([200, []]);
  expect(response.headers.get("Migrations-Not-Served")).toBe(what);
});

it("grid/editors answers the grid editors beside the data, or an empty list", async () => {
  const editor = { name: "Quote", alias: "quote", view: "textstring", icon: "icon-quote", config: { a: 1 } };
  const send = async (files: Record<string, unknown>) =>
    (await (await appWith({}, files)).request(`${BASE}/grid/editors`)).json();
  expect(await send(FILES)).toEqual([]);
  expect(await send({ ...FILES, "config/grid.editors.config.js": [editor] })).toEqual([editor]);
});
