import { describe, expect, it } from "vitest";
import { accessRule } from "../../src/http/access.ts";

const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString("base64")}`;

describe("accessRule: with an API key", () => {
  const deny = accessRule({ apiKey: "s€cret:1", allowAnonymous: false });
  it.each([
    ["the user and the key", basic("api:s€cret:1")],
    ["another case of the scheme", basic("api:s€cret:1").replace("Basic", "bAsIc")],
  ])("accepts %s, under any Host", (_, authorization) => {
    expect(deny({ host: "evil.example", authorization })).toBeUndefined();
  });

  it.each([
    ["no header", undefined],
    ["an empty header", ""],
    ["another scheme", "Bearer s€cret:1"],
    ["malformed base64", "Basic %%%"],
    ["nothing after the scheme", "Basic"],
    ["another user", basic("admin:s€cret:1")],
    ["another case of the user", basic("API:s€cret:1")],
    ["no user", basic("s€cret:1")],
    ["another key", basic("api:s€cret:2")],
    ["a longer key", basic("api:s€cret:11")],
    ["an empty key", basic("api:")],
    ["two headers in one", `${basic("api:s€cret:1")}, ${basic("api:x")}`],
  ])("refuses %s", (_, authorization) => {
    const problem = deny({ host: "127.0.0.1", authorization });
    expect(problem).toMatchObject({
      name: "unauthorized",
      headers: { "WWW-Authenticate": 'Basic realm="migrations", charset="UTF-8"' },
    });
    expect(problem?.detail).not.toContain("s€cret");
  });
});

describe("accessRule: without a key", () => {
  const deny = accessRule({ apiKey: undefined, allowAnonymous: false });
  it.each([
    "localhost",
    "LOCALHOST:3000",
    "app.localhost:80",
    "127.0.0.1",
    "127.1.2.3:9",
    "[::1]",
    "[::1]:3000",
  ])("accepts requests to %s", (host) => {
    expect(deny({ host, authorization: undefined })).toBeUndefined();
  });

  it.each([
    "evil.example",
    "localhost.evil.example",
    "evil.example:3000",
    "127.0.0.1.evil.example",
    "127.0.0.1:3000.evil.example",
    "128.0.0.1",
    "10.0.0.1",
    "[::2]",
    "notlocalhost",
    "",
  ])("refuses requests to %j as misdirected", (host) => {
    expect(deny({ host, authorization: undefined })).toMatchObject({ name: "misdirected" });
  });

  it("accepts all requests with anonymous access", () => {
    expect(
      accessRule({ apiKey: undefined, allowAnonymous: true })({
        host: "evil.example",
        authorization: undefined,
      }),
    ).toBeUndefined();
  });
});
