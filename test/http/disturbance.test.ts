/** Slowness and failures on purpose. */
import { describe, expect, it } from "vitest";
import { type DisturbanceOptions, disturbance } from "../../src/http/disturbance.ts";
import { expectProblem } from "../support/problem.ts";
import { appOf, OPERATIONS } from "../support/site.ts";

async function statuses(options: DisturbanceOptions, count: number): Promise<number[]> {
  const app = appOf({ disturb: disturbance(options) });
  const seen: number[] = [];
  for (let i = 0; i < count; i++) {
    const response = await app.request(`${OPERATIONS}/GetContentById?id=1`);
    seen.push(response.status);
    if (response.status !== 200) await expectProblem(response, "failed-on-purpose");
    else await response.text();
  }
  return seen;
}

describe("failures on purpose", () => {
  it("come to the share that was asked for, the same ones for the same seed", async () => {
    const failure = { status: 429, percent: 25 };
    const first = await statuses({ failure, seed: 7 }, 400);
    expect(await statuses({ failure, seed: 7 }, 400)).toEqual(first);
    expect(await statuses({ failure, seed: 7, latency: { from: 0, to: 1 } }, 400)).toEqual(first);
    expect(await statuses({ failure, seed: 8 }, 400)).not.toEqual(first);
    const failed = first.filter((status) => status === 429).length;
    expect(failed).toBeGreaterThan(60);
    expect(failed).toBeLessThan(140);
    expect(await statuses({ failure: { status: 503, percent: 0 }, seed: 1 }, 50)).not.toContain(503);
    expect(new Set(await statuses({ failure: { status: 500, percent: 100 }, seed: 1 }, 50))).toEqual(
      new Set([500]),
    );
  });

  it("meet operations alone", async () => {
    const app = appOf({ disturb: disturbance({ failure: { status: 503, percent: 100 }, seed: 1 }) });
    for (const path of ["/", "/healthz", "/openapi.json"]) expect((await app.request(path)).status).toBe(200);
  });

  it("are nothing where nothing is asked for", () => {
    expect(disturbance({ seed: 1 })).toBeUndefined();
  });
});

it("answers wait as long as they are told to", async () => {
  const app = appOf({ disturb: disturbance({ latency: { from: 30, to: 40 }, seed: 1 }) });
  const started = performance.now();
  // Nothing but the wait itself keeps this process busy here, as a connection would.
  const busy = setInterval(() => {}, 1000);
  expect((await app.request(`${OPERATIONS}/GetContentAtRoot`)).status).toBe(200);
  clearInterval(busy);
  expect(performance.now() - started).toBeGreaterThanOrEqual(29);
});
