/** CORS: the origins whose pages can read the answers. */
import { describe, expect, it } from "vitest";
import { expectProblem } from "../support/problem.ts";
import { API_KEY, AUTHORIZATION, appOf, OPERATIONS } from "../support/site.ts";

const URL_OF_ROOTS = `${OPERATIONS}/GetContentAtRoot`;
const ORIGIN = "https://importer.example";
const preflight = (origin: string) => ({
  method: "OPTIONS",
  headers: {
    Origin: origin,
    "Access-Control-Request-Method": "GET",
    "Access-Control-Request-Headers": "authorization",
  },
});

describe("--cors: CORS", () => {
  it("answers a preflight without a key", async () => {
    const app = appOf({ apiKey: API_KEY, cors: [ORIGIN, "http://localhost:5173"] });
    for (const origin of [ORIGIN, "http://localhost:5173"]) {
      const response = await app.request(URL_OF_ROOTS, preflight(origin));
      expect([response.status, await response.text()]).toEqual([204, ""]);
      expect(response.headers.get("Access-Control-Allow-Origin")).toBe(origin);
      expect(response.headers.get("Access-Control-Allow-Methods")).toBe("GET, HEAD");
      expect(response.headers.get("Access-Control-Allow-Headers")).toMatch(/^Authorization, .*Api-Key/);
      expect(response.headers.get("Vary")).toMatch(/\bOrigin\b/);
    }
    const other = await app.request(URL_OF_ROOTS, preflight("https://evil.example"));
    expect(other.status).toBe(401);
    expect(other.headers.get("Access-Control-Allow-Origin")).toBeNull();
    await expectProblem(other, "unauthorized");
  });

  it("allows pages of the listed origins to read answers and errors, and no others", async () => {
    const app = appOf({ apiKey: API_KEY, cors: [ORIGIN] });
    const send = (origin: string, authorization: string) =>
      app.request(URL_OF_ROOTS, { headers: { Origin: origin, Authorization: authorization } });
    const found = await send(ORIGIN, AUTHORIZATION);
    expect(found.status).toBe(200);
    expect(found.headers.get("Access-Control-Allow-Origin")).toBe(ORIGIN);
    expect(found.headers.get("Access-Control-Expose-Headers")).toContain("ETag");
    const refused = await send(ORIGIN, "Basic eDp5");
    expect(refused.headers.get("Access-Control-Allow-Origin")).toBe(ORIGIN);
    expect((await expectProblem(refused, "unauthorized")).detail).not.toContain(API_KEY);
    const other = await send("https://evil.example", AUTHORIZATION);
    expect(other.headers.get("Access-Control-Allow-Origin")).toBeNull();
    expect(other.headers.get("Vary")).toBe("Authorization, Api-Key, Accept-Encoding, Origin");
  });

  it("allows every origin with *", async () => {
    const app = appOf({ cors: ["*"] });
    const response = await app.request(URL_OF_ROOTS, { headers: { Origin: ORIGIN } });
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect((await app.request(URL_OF_ROOTS, preflight("null"))).status).toBe(204);
  });

  it("is off by default", async () => {
    const response = await appOf().request(URL_OF_ROOTS, { headers: { Origin: ORIGIN } });
    expect(response.headers.get("Access-Control-Allow-Origin")).toBeNull();
    const refused = await appOf().request(URL_OF_ROOTS, preflight(ORIGIN));
    expect(refused.status).toBe(405);
    expect(refused.headers.get("Allow")).toBe("GET, HEAD");
    await expectProblem(refused, "method-not-allowed");
  });
});
