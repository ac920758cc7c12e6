/** Access to the app: the API key, and without one the `Host` rule. */
import { describe, expect, it } from "vitest";
import { expectProblem } from "../support/problem.ts";
import { appOf, ROOTS } from "../support/site.ts";

const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString("base64")}`;

describe("createApp with an API key", () => {
  const app = appOf({ apiKey: "s€cret:1" });
  const request = (headers: Record<string, string>, host = "evil.example") =>
    app.request(`http://${host}${ROOTS}`, { headers });

  it.each<[string, Record<string, string>]>([
    ["the user and the key", { Authorization: basic("api:s€cret:1") }],
    ["another case of the scheme", { Authorization: basic("api:s€cret:1").replace("Basic", "bAsIc") }],
    ["the user and the key, whatever Api-Key has", { Authorization: basic("api:s€cret:1"), "Api-Key": "x" }],
  ])("accepts %s, under any Host", async (_, headers) => {
    expect((await request(headers)).status).toBe(200);
  });

  it.each<[string, Record<string, string>, status: number]>([
    ["the key", {}, 200],
    ["the key beside another scheme", { Authorization: "Bearer token" }, 200],
    ["the key beside a wrong user and key", { Authorization: basic("api:x") }, 401],
    ["another case of the key", { "Api-Key": "KEY" }, 401],
    ["a longer key", { "Api-Key": "keys" }, 401],
    ["an empty key", { "Api-Key": "" }, 401],
    ["the user and the key", { "Api-Key": "api:key" }, 401],
  ])("Api-Key with %s", async (_, headers, status) => {
    const response = await appOf({ apiKey: "key" }).request(ROOTS, {
      headers: { "Api-Key": "key", ...headers },
    });
    expect(response.status).toBe(status);
    if (status === 401) await expectProblem(response, "unauthorized");
  });

  it("sends answers and refusals that vary by both headers that can have the key", async () => {
    for (const key of ["api:s€cret:1", "api:another"]) {
      const response = await request({ Authorization: basic(key) });
      expect(response.headers.get("Vary")).toBe("Authorization, Api-Key, Accept-Encoding");
    }
  });

  it.each<[string, Record<string, string>]>([
    ["no header", {}],
    ["an empty header", { Authorization: "" }],
    ["another scheme", { Authorization: "Bearer secret" }],
    ["malformed base64", { Authorization: "Basic %%%" }],
    ["nothing after the scheme", { Authorization: "Basic" }],
    ["another user", { Authorization: basic("admin:s€cret:1") }],
    ["another case of the user", { Authorization: basic("API:s€cret:1") }],
    ["no user", { Authorization: basic("s€cret:1") }],
    ["another key", { Authorization: basic("api:s€cret:2") }],
    ["a longer key", { Authorization: basic("api:s€cret:11") }],
    ["an empty key", { Authorization: basic("api:") }],
    ["two headers in one", { Authorization: `${basic("api:s€cret:1")}, ${basic("api:x")}` }],
  ])("refuses %s", async (_, headers) => {
    const response = await request(headers, "127.0.0.1");
    expect(response.headers.get("WWW-Authenticate")).toBe('Basic realm="migrations", charset="UTF-8"');
    expect((await expectProblem(response, "unauthorized")).detail).not.toContain("s€cret");
  });
});

describe("createApp without a key", () => {
  const request = (host: string, allowAnonymous = false) =>
    appOf({ allowAnonymous }).request(`http://${host}${ROOTS}`);

  it.each(["localhost", "127.1.2.3:9", "[::1]:3000"])("accepts requests to %s", async (host) => {
    expect((await request(host)).status).toBe(200);
  });

  it.each(["evil.example:3000", "127.0.0.1.evil.example", "10.0.0.1"])(
    "refuses requests to %j as misdirected",
    async (host) => {
      await expectProblem(await request(host), "misdirected");
    },
  );

  it("accepts all requests with anonymous access", async () => {
    expect((await request("evil.example", true)).status).toBe(200);
  });
});
