/** The type operations over HTTP. */
import { describe, expect, it } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { directorySource } from "../../src/formats/watched-directory.ts";
import { once } from "../../src/site/once.ts";
import { expectProblem } from "../support/problem.ts";
import { API_KEY, AUTHORIZATION, appOf, keyOf, OPERATIONS } from "../support/site.ts";
import { dataDirectory } from "../support/temporary.ts";

const PROPERTY = {
  id: 5,
  key: keyOf(5),
  alias: "title",
  name: "Title",
  description: null,
  sortOrder: 0,
  editorAlias: "Umbraco.TextBox",
  dataTypeId: -88,
  mandatory: true,
};
const PAGE = {
  id: 1050,
  key: keyOf(1050),
  alias: "textPage",
  name: "Text page",
  icon: "icon-document",
  tabs: [{ id: 3, key: keyOf(3), name: "Content", sortOrder: 0, properties: [PROPERTY] }],
  defaultTemplate: null,
  allowedAsRoot: true,
  allowedContentTypes: [{ id: 7, key: keyOf(7), alias: "other", name: null }],
  allowedTemplate: [],
  compositions: [],
  isElement: false,
};
const SHADOW = { ...PAGE, id: 1051, key: keyOf(1051), alias: "TEXTpage", name: "Of the same alias" };
const IMAGE = {
  id: 1032,
  key: keyOf(1032),
  alias: "Image",
  name: "Image",
  icon: null,
  tabs: [],
  allowedAsRoot: true,
  allowedContentTypes: [],
  compositions: [],
};

const TEXT_STRING = {
  id: -88,
  key: keyOf(88),
  name: "Textstring",
  dbType: "nvarchar",
  editorAlias: "Umbraco.TextBox",
  editor: null,
  createDate: "2020-01-02T03:04:05",
  updateDate: "0001-01-01T00:00:00",
  config: { maxChars: 9 },
};

const FILES = {
  "content.json": [{ id: 1, key: keyOf(1), name: "Home", type: "textPage", children: [] }],
  "content-types.json": [PAGE, SHADOW],
  "media-types.json": [IMAGE],
  "data-types.json": [TEXT_STRING],
};

async function appWith(files: Record<string, unknown> = FILES, options = {}) {
  return appOf(options, directorySource(await loadDirectory(dataDirectory(files))));
}
/** The app of tests that only read. */
const sharedApp = once(() => appWith());

const ANSWERS: [string, unknown][] = [
  ["GetContentTypes", [PAGE, SHADOW]],
  ["GetMediaTypes?id=1&maxLevel=-1", [IMAGE]],
  ["GetContentTypeById?id=1050", PAGE],
  ["GetContentTypeById?ID=01051&key=x", SHADOW],
  [`GetContentTypeByKey?key={${keyOf(1050).toUpperCase()}}`, PAGE],
  ["GetContentTypeByAlias?alias=textPage", PAGE],
  ["getcontenttypebyalias/?Alias=TextPAGE", PAGE],
  ["GetContentTypeByAlias?alias=TEXTpage", PAGE],
  ["GetMediaTypeByAlias?alias=image", IMAGE],
  ["GetMediaTypeById?id=1032", IMAGE],
  [`GetMediaTypeByKey?key=${keyOf(1032)}`, IMAGE],
  ["GetDataTypes", [TEXT_STRING]],
  ["GetDataTypeById?id=-88", TEXT_STRING],
  [`GetDataTypeByKey?key=${keyOf(88)}`, TEXT_STRING],
];

describe("type operations return the types of the data", () => {
  it.each(ANSWERS)("%s", async (target, expected) => {
    const app = await sharedApp();
    const response = await app.request(`${OPERATIONS}/${target}`);
    const body = await response.text();
    expect([response.status, body]).toEqual([200, JSON.stringify(expected)]);
    expect(response.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
    const tag = response.headers.get("ETag") ?? "";
    const again = await app.request(`${OPERATIONS}/${target}`, { headers: { "If-None-Match": tag } });
    expect([again.status, await again.text(), again.headers.get("ETag")]).toEqual([304, "", tag]);
    const head = await app.request(`${OPERATIONS}/${target}`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(head.headers.get("Content-Length")).toBe(String(Buffer.byteLength(body)));
  });

  it("with ETags that change with the types, one for each answer", async () => {
    const tagOf = async (files: Record<string, unknown>, target: string) =>
      (await (await appWith(files)).request(`${OPERATIONS}/${target}`)).headers.get("ETag");
    const tags = await Promise.all(ANSWERS.map(([target]) => tagOf(FILES, target)));
    expect(new Set(tags).size).toBe(
      new Set(ANSWERS.map(([, answer]) => answer).filter((answer) => !Array.isArray(answer))).size + 3,
    );
    const changed = { ...FILES, "data-types.json": [{ ...TEXT_STRING, config: {} }] };
    for (const [index, [target]] of ANSWERS.entries())
      expect(await tagOf(changed, target)).not.toBe(tags[index]);
    const node = "GetContentById?id=1";
    expect(await tagOf(FILES, node)).toBe(await tagOf({ ...FILES }, node));
  });

  it("as empty lists if the data has no types", async () => {
    const app = await appWith({ "content.json": FILES["content.json"] });
    for (const name of ["GetContentTypes", "GetMediaTypes", "GetDataTypes"]) {
      const response = await app.request(`${OPERATIONS}/${name}`);
      expect([response.status, await response.text()]).toEqual([200, "[]"]);
    }
  });
});

describe("type operations report", () => {
  it.each([
    [
      "GetContentTypeByAlias",
      "alias",
      "GetContentTypeByAlias requires the parameter alias. Try GetContentTypeByAlias?alias=textPage.",
    ],
    [
      "GetMediaTypeById?alias=Image",
      "id",
      "GetMediaTypeById requires the parameter id. The request has alias: try GetMediaTypeByAlias.",
    ],
  ])("%s", async (target, parameter, detail) => {
    const response = await (await sharedApp()).request(`${OPERATIONS}/${target}`);
    expect(await expectProblem(response, "missing-parameter")).toMatchObject({ parameter, detail });
  });

  const none = (kind: string) =>
    ` The data has no ${kind} types. They come from a CMS's own files or database, or from ${kind}-types.json beside the nodes.`;
  it.each([
    [FILES, "GetContentTypeByAlias?alias=nowhere", "There is no content type with the alias nowhere."],
    [FILES, `GetContentTypeByKey?key=${keyOf(9)}`, `There is no content type with the key ${keyOf(9)}.`],
    [
      FILES,
      "GetContentTypeById?id=1032",
      "There is no content type with the id 1032. A media type has it: try GetMediaTypeById.",
    ],
    [FILES, "GetDataTypeById?id=1050", "There is no data type with the id 1050."],
    [{ "content.json": [] }, "GetDataTypeById?id=1", `There is no data type with the id 1.${none("data")}`],
    [
      { "media.json": [], "media-types.json": [IMAGE] },
      "GetContentTypeByAlias?alias=page",
      `There is no content type with the alias page.${none("content")}`,
    ],
  ])("a type that does not exist", async (files, target, detail) => {
    const response = await (await appWith(files)).request(`${OPERATIONS}/${target}`);
    expect(await expectProblem(response, "no-such-type")).toMatchObject({ detail });
  });

  it("a missing key, and another method", async () => {
    const app = await appWith(FILES, { apiKey: API_KEY });
    await expectProblem(await app.request(`${OPERATIONS}/GetContentTypes`), "unauthorized");
    const headers = { Authorization: AUTHORIZATION };
    expect((await app.request(`${OPERATIONS}/GetContentTypes`, { headers })).status).toBe(200);
    await expectProblem(
      await app.request(`${OPERATIONS}/GetMediaTypes`, { headers, method: "POST" }),
      "method-not-allowed",
    );
  });
});
