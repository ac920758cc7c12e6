/** The home document and the health check. */
import { describe, expect, it } from "vitest";
import { expectProblem } from "../support/problem.ts";
import { API_KEY, AUTHORIZATION, appOf } from "../support/site.ts";

describe("home page: GET /", () => {
  it("lists the data by its name, the operations and their paths", async () => {
    const app = appOf({ prefix: "umbraco/Limbo", dataName: "site" });
    const response = await app.request("/");
    expect(response.headers.get("Content-Type")).toBe("application/json; charset=utf-8");
    const body = (await response.json()) as {
      links: { operations: Record<string, string>; openapi: string };
    };
    expect(body).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      data: { name: "site", format: "JSON", nodes: { content: 4, media: 0 }, version: expect.any(String) },
    });
    expect(JSON.stringify(body)).not.toMatch(/tmp|migrations-test/i);
    expect(Object.keys(body.links.operations)).toHaveLength(18);
    const roots = ["GetContentAtRoot", "GetMediaAtRoot", "GetContentTypes", "GetMediaTypes"].map(
      (name) => body.links.operations[name],
    );
    for (const link of [...roots, body.links.openapi]) expect((await app.request(link)).status).toBe(200);
  });

  it("is where /explorer leads", async () => {
    const response = await appOf({ explorer: {} }).request("/explorer/");
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/"]);
  });

  it("has the time at which the data was loaded", async () => {
    const app = appOf({ health: () => ({ loadedAt: new Date("2026-01-02T03:04:05Z") }) });
    expect(await (await app.request("/")).json()).toMatchObject({
      data: { loadedAt: "2026-01-02T03:04:05.000Z" },
    });
  });

  it("needs the key, like everything but /healthz", async () => {
    const app = appOf({ apiKey: API_KEY });
    for (const path of ["/", "/openapi.json", "/nowhere"]) {
      await expectProblem(await app.request(path), "unauthorized");
      const response = await app.request(path, { headers: { Authorization: AUTHORIZATION } });
      expect(response.status).toBe(path === "/nowhere" ? 404 : 200);
    }
    expect((await app.request("/healthz")).status).toBe(200);
    expect((await app.request("/HealthZ/")).status).toBe(200);
  });
});

describe("home page: /healthz", () => {
  it("passes, and says so, while changed data is being loaded", async () => {
    const [loadedAt, changedAt] = [new Date("2026-01-02T03:04:05Z"), new Date("2026-01-02T04:00:00Z")];
    const app = appOf({ health: () => ({ loadedAt, changedAt }) });
    const response = await app.request("/healthz");
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        status: "pass",
        output: "changed data is being loaded, and the earlier data is still served",
        checks: {
          data: [{ status: "pass", time: "2026-01-02T03:04:05.000Z", changedAt: "2026-01-02T04:00:00.000Z" }],
        },
      },
    ]);
  });

  it("passes while the server runs, under any Host, and fails while it drains", async () => {
    const state = { isDraining: false, loadedAt: new Date() };
    const app = appOf({ health: () => state });
    const send = async () => {
      const response = await app.request("http://probe.example/healthz");
      expect(response.headers.get("Cache-Control")).toBe("no-store");
      return [response.status, await response.json()];
    };
    expect(await send()).toEqual([200, { status: "pass" }]);
    state.isDraining = true;
    expect(await send()).toEqual([503, { status: "fail" }]);
    await expectProblem(await app.request("http://probe.example/"), "misdirected");
    await expectProblem(await app.request("/healthz", { method: "PUT" }), "method-not-allowed");
  });

  it.each([
    ["the reason, without a key", undefined, {}, "content.json is not JSON"],
    ["the reason, for the key", API_KEY, { Authorization: AUTHORIZATION }, "content.json is not JSON"],
    ["no reason, for clients that need a key", API_KEY, {}, "requests with the API key get the reason"],
  ])("warns after a failed reload, with the time of the data, and %s", async (_, apiKey, headers, reason) => {
    const loadedAt = new Date("2026-01-02T03:04:05Z");
    const app = appOf({ apiKey, health: () => ({ loadedAt, failure: "content.json is not JSON" }) });
    const response = await app.request("/healthz", { headers });
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        status: "warn",
        output: `reloading failed, so the earlier data is still served: ${reason}`,
        checks: { data: [{ status: "warn", time: "2026-01-02T03:04:05.000Z" }] },
      },
    ]);
  });
});
