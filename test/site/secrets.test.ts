/** `isSecretName` and `SecretRedactor`: which values are redacted, and their placeholders. */

import { describe, expect, it } from "vitest";
import type { SiteTypes } from "../../src/site/schema/site-types.ts";
import { NO_TYPES } from "../../src/site/schema/site-types.ts";
import { isSecretName, SecretRedactor } from "../../src/site/secrets.ts";
import { contentTypeOf } from "../support/site.ts";

const nested = (value: unknown) => [{ ncContentTypeAlias: "mail", host: "mx", smtpPassword: value }];
const list = (item: object) => ({
  layout: { "Umbraco.BlockList": [{ contentUdi: "umb://element/1" }] },
  contentData: [{ contentTypeAlias: "mail", udi: "umb://element/1", ...item }],
});
const macro = `<?UMBRACO_MACRO macroAlias="mail" setup="${JSON.stringify(nested("hunter2")).replaceAll('"', "&quot;")}" />`;

/** The redacted value, and the number of replacements. */
function redacted(alias: string, value: unknown, types: SiteTypes = NO_TYPES, editorAlias?: string) {
  const redactor = new SecretRedactor([types]);
  const property = { alias, editorAlias, value: JSON.stringify(value) };
  const made = redactor.value({ kind: "content", type: "page" }, property);
  return { value: JSON.parse(made), count: redactor.count };
}

describe("`SecretRedactor.value` replaces a value with a placeholder of the same JSON type", () => {
  it.each([
    ["hunter2", "(redacted)"],
    ["[1, 2]", "(redacted)"],
    [4711, 0],
    [true, false],
    [["a", "b"], []],
    [{ a: "b" }, {}],
  ])("%j", (value, placeholder) => {
    expect(redacted("smtpPassword", value)).toEqual({ value: placeholder, count: 1 });
  });

  it.each([null, "", "(redacted)"])("but leaves %j", (value) => {
    expect(redacted("smtpPassword", value)).toEqual({ value, count: 0 });
  });
});

describe("`SecretRedactor.value` finds the secrets of elements", () => {
  it.each([
    ["nested content", nested("hunter2"), nested("(redacted)")],
    ["JSON in a string", JSON.stringify(nested("hunter2")), JSON.stringify(nested("(redacted)"))],
    [
      "blocks in blocks, as text",
      JSON.stringify(list({ inner: JSON.stringify(nested("hunter2")) })),
      JSON.stringify(list({ inner: JSON.stringify(nested("(redacted)")) })),
    ],
    ["a secret that holds elements", list({ apiKey: nested("hunter2") }), list({ apiKey: [] })],
  ])("%s", (_, value, expected) => {
    expect(redacted("blocks", value)).toEqual({ value: expected, count: 1 });
  });

  it("and replaces the whole value if they are not in plain JSON", () => {
    expect(redacted("text", `<p>${macro}</p>`, NO_TYPES, "Umbraco.TinyMCE").value).not.toContain("hunter2");
  });

  it("and replaces the whole value if a part lies deeper than 1,000 levels", () => {
    const deep = (levels: number) =>
      `${"[".repeat(levels)}${JSON.stringify(nested("hunter2"))}${"]".repeat(levels)}`;
    expect(redacted("blocks", deep(990)).value).toBe(deep(990).replace("hunter2", "(redacted)"));
    expect(redacted("blocks", deep(1001))).toEqual({ value: "(redacted)", count: 1 });
    expect(redacted("blocks", JSON.parse(deep(1001)))).toEqual({ value: [], count: 1 });
  });

  it("and leaves other values as they are written", () => {
    const value = [{ ncContentTypeAlias: "mail", host: "mx" }];
    expect(redacted("blocks", value)).toEqual({ value, count: 0 });
  });
});

describe("`SecretRedactor.value` finds secrets inside values", () => {
  const tag = (parameters: string) => `<p>a</p><?UMBRACO_MACRO macroAlias="map" ${parameters} /><p>b</p>`;
  it.each<[string, unknown, unknown, number]>([
    ["plain JSON", { host: "mx", password: "hunter2" }, { host: "mx", password: "(redacted)" }, 1],
    ["JSON in a string", '{"a":[{"apiKey":"hunter2"}]}', '{"a":[{"apiKey":"(redacted)"}]}', 1],
    ["lists and numbers", { tokens: ["hunter2"], pwd: 4711 }, { tokens: [], pwd: 0 }, 2],
    ["plurals", { connectionStrings: { a: "hunter2" } }, { connectionStrings: {} }, 1],
    [
      "a macro in a grid",
      { value: { macroAlias: "map", macroParamsDictionary: { apiKey: "hunter2", zoom: "3" } } },
      { value: { macroAlias: "map", macroParamsDictionary: { apiKey: "(redacted)", zoom: "3" } } },
      1,
    ],
    ["a macro in a text", tag('apiKey="hunter2" zoom="3"'), tag('apiKey="(redacted)" zoom="3"'), 1],
    ["apostrophes", tag(`accountKey="it's hunter2"`), tag('accountKey="(redacted)"'), 1],
    ["no quotes", tag("apiKey=hunter2/x zoom=3"), tag("apiKey=(redacted) zoom=3"), 1],
    ["no quotes at the end", "<?UMBRACO_MACRO apiKey=hunter2/>", "<?UMBRACO_MACRO apiKey=(redacted)/>", 1],
    [
      "quotes as entities",
      tag("apiKey=&quot;hunter2&quot; zoom=3"),
      tag("apiKey=&quot;(redacted)&quot; zoom=3"),
      1,
    ],
    [
      "a macro as visible text",
      "&lt;?UMBRACO_MACRO zoom=&quot;3&quot; apiKey=&#39;hunter2&#39; /&gt; apiKey=x",
      "&lt;?UMBRACO_MACRO zoom=&quot;3&quot; apiKey=&#39;(redacted)&#39; /&gt; apiKey=x",
      1,
    ],
    [
      "a list of keys and values",
      [
        { key: "host", value: "mx" },
        { key: "apiKey", value: "hunter2" },
      ],
      [
        { key: "host", value: "mx" },
        { key: "apiKey", value: "(redacted)" },
      ],
      1,
    ],
    [
      "names and values in a string",
      '[{"Name":"smtp password","Value":"hunter2"}]',
      '[{"Name":"smtp password","Value":"(redacted)"}]',
      1,
    ],
    [
      "a macro in rich text of JSON",
      { markup: tag("apiKey='hunter2'"), blocks: {} },
      { markup: tag("apiKey='(redacted)'"), blocks: {} },
      1,
    ],
  ])("%s", (_, value, expected, count) => {
    expect(redacted("settings", value)).toEqual({ value: expected, count });
  });

  it.each([
    ["empty values and booleans", { password: "", token: null, requirePassword: true, secrets: [] }],
    ["other names", { key: "a", mediaKey: "b", passage: "c", contentTypeKey: "d" }],
    ["texts about secrets", "The password is on the note."],
    [
      "links and questions",
      [
        { name: "Reset password", url: "/x" },
        { name: "Forgot your password?", value: "yes" },
      ],
    ],
    ["other tags", '<input password="x">'],
    ["a macro without a secret", tag('zoom="3"')],
  ])("but leaves %s", (_, value) => {
    expect(redacted("settings", value)).toEqual({ value, count: 0 });
  });
});

it("`SecretRedactor.dataType` redacts a configuration, also JSON that its texts hold", () => {
  const config = (secret: string) => ({
    apiKey: secret,
    passwordLength: 8,
    setup: JSON.stringify({ host: "mx", token: secret }),
    items: [{ key: "clientSecret", value: secret }],
  });
  const type = { id: 1, key: "k", name: "n", editorAlias: "x", dbType: null, config: config("hunter2") };
  const redactor = new SecretRedactor([]);
  expect(redactor.dataType(type as never).config).toEqual(config("(redacted)"));
  expect(redactor.count).toBe(3);
});

describe("`SecretRedactor.value` knows secrets by the names that types give them", () => {
  it("of nodes", () => {
    const types = { content: [contentTypeOf(2, "page", { setting3: { name: "API key" } })], media: [] };
    expect(redacted("setting3", "hunter2", types)).toEqual({ value: "(redacted)", count: 1 });
  });

  it("of elements", () => {
    const types = { content: [contentTypeOf(2, "mail", { host: { name: "Password" } })], media: [] };
    const value = [{ ncContentTypeAlias: "mail", host: "hunter2" }];
    expect(redacted("blocks", value, types).value).toEqual([
      { ncContentTypeAlias: "mail", host: "(redacted)" },
    ]);
  });
});

describe("`SecretRedactor.decodedLine` redacts", () => {
  const types = { ...NO_TYPES, content: [contentTypeOf(2, "mail", { entry: { name: "API key" } })] };
  const item = (properties: object) => ({ items: [{ content: { contentType: "mail", properties } }] });
  it.each<[string, object, object]>([
    ["a property by its alias", { smtpPassword: "hunter2" }, { smtpPassword: "(redacted)" }],
    [
      "a property of an element by the name in its type",
      { list: item({ entry: "hunter2", entries: "x" }) },
      { list: item({ entry: "(redacted)", entries: "x" }) },
    ],
    ["a member of JSON", { setup: { smtpPassword: "hunter2" } }, { setup: { smtpPassword: "(redacted)" } }],
    ["nothing else", { entry: "x", contentType: "mail" }, { entry: "x", contentType: "mail" }],
  ])("%s", (_what, properties, expected) => {
    const line = (own: object) => ({
      contentType: "page",
      properties: own,
      cultures: { en: { properties: own, segments: { vip: { properties: own } } } },
    });
    const redactor = new SecretRedactor([types]);
    expect(JSON.parse(redactor.decodedLine("content", JSON.stringify(line(properties))))).toEqual(
      line(expected),
    );
  });
});

it.each([
  ...["password", "smtpPassword", "SMTP_PWD", "apiKey", "apikey", "API key", "googleMapsAPIKey"],
  ...[
    "api-key-2",
    "clientSecret",
    "SecretKey",
    "accessToken",
    "csrf_token",
    "connectionString",
    "dbCredentials",
  ],
  ...["privateKey"],
])("isSecretName is true for %j", (name) => {
  expect(isSecretName(name)).toBe(true);
});

it.each([
  ...["title", "keyFacts", "secretary", "tokenizer", "compass", "apiUrl", "keywords"],
  ...["primaryKey", "bypass", ""],
])("isSecretName is false for %j", (name) => {
  expect(isSecretName(name)).toBe(false);
});
