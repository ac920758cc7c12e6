/** `ApiKey.hide` removes the API key from texts, in every encoding. */
import { describe, expect, it } from "vitest";
import { ApiKey } from "../../src/access/api-key.ts";

const KEY = "p+s/ \"w&<ö>'=\\\u{1f511}9.*?^$|()[]{}-";

const base64 = (text: string) => Buffer.from(text).toString("base64");

const percent = (text: string) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join("");

const html = (text: string) =>
  text.replace(/[&<>"']/g, (c) => `&${{ "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "#39" }[c]};`);

const SPELLINGS: [string, string][] = [
  ["plain", KEY],
  ["percent-encoded, as in a query", encodeURIComponent(KEY)],
  ["percent-encoded in lower case", encodeURIComponent(KEY).toLowerCase()],
  ["percent-encoded throughout", percent(KEY)],
  ["percent-encoded twice", encodeURIComponent(encodeURIComponent(KEY))],
  ["partly percent-encoded", KEY.replace("+", "%2b").replace("w", "%77")],
  ["form-encoded", new URLSearchParams({ k: KEY }).toString().slice(2)],
  ["as JSON", JSON.stringify(KEY).slice(1, -1)],
  ["as JSON within JSON", JSON.stringify(JSON.stringify(KEY)).slice(3, -3)],
  [
    "as JSON in ASCII",
    KEY.replace(/[^ -~]|[+"\\]/g, (c) => `\\u${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`),
  ],
  ["as HTML", html(KEY)],
  ["as HTML in numbers", [...KEY].map((c) => `&#${c.codePointAt(0)};`).join("")],
  ["as HTML in hexadecimal", [...KEY].map((c) => `&#x${c.codePointAt(0)?.toString(16)};`).join("")],
  ["in base64", base64(KEY)],
  ["in base64 with its user", base64(`api:${KEY}`)],
  ["in base64 with its user, without padding", base64(`api:${KEY}`).replace(/=/g, "")],
  ["in base64 for URLs", Buffer.from(`api:${KEY}`).toString("base64url")],
  ["in base64 in a URL", encodeURIComponent(base64(`api:${KEY}`))],
];

describe("ApiKey.hide hides the key", () => {
  const key = new ApiKey(KEY);

  it.each(SPELLINGS)("%s", (_, spelling) => {
    const hidden = key.hide(`before ${spelling} after ${spelling}`);
    expect(hidden).toMatch(/^before .{0,12}\*\*\*.{0,3} after .{0,12}\*\*\*.{0,3}$/);
    expect(hidden).not.toContain(spelling.slice(4, -4));
  });

  it("in the Authorization header", () => {
    expect(key.hide(`Authorization: ${key.authorization}`)).toBe("Authorization: Basic ***");
  });
});

it("ApiKey.hide keeps other text", () => {
  const key = new ApiKey("s3cret");
  for (const text of ["", "secret", "s3cre", "https://old.example/a?b=c%20d", '{"a":"\\u00e9"}', "s3…"]) {
    expect(key.hide(text)).toBe(text);
  }
});

it("ApiKey.hide is fast for a long text that almost contains the key", () => {
  const key = new ApiKey("a".repeat(200));
  expect(key.hide(`${"a".repeat(199)}b`.repeat(30))).toHaveLength(6000);
});
