/** Fault injection: latency and failures of operations and files. */
import { describe, expect, it } from "vitest";
import { loadDirectory } from "../../src/formats/load-directory.ts";
import { type FaultOptions, faultInjection } from "../../src/http/fault-injection.ts";
import type { AnsweredRequest } from "../../src/http/responder.ts";
import { MediaFiles } from "../../src/site/media/media-files.ts";
import { expectProblem } from "../support/problem.ts";
import {
  appOf,
  nodeOf,
  OPERATIONS,
  parseAnswer,
  rawExchange,
  serverOf,
  siteDirectory,
  smallTree,
  sourceOf,
  wideTree,
} from "../support/site.ts";

async function statuses(options: FaultOptions, count: number): Promise<number[]> {
  const { operation: inject } = faultInjection(options);
  const seen: number[] = [];
  for (let i = 0; i < count; i++) {
    const { status, headers, body } = await inject(() => ({ status: 200, headers: {} }));
    seen.push(status);
    if (status !== 200)
      await expectProblem(new Response(String(body), { status, headers }), "failed-on-purpose");
  }
  return seen;
}

describe("faultInjection: failures", () => {
  it("have the given share, and are the same for the same seed", async () => {
    const failures = [{ as: 429, percent: 25 }] as const;
    const first = await statuses({ failures, seed: 7 }, 200);
    expect(await statuses({ failures, seed: 7 }, 200)).toEqual(first);
    expect(await statuses({ failures, seed: 7, latency: { from: 0, to: 1 } }, 200)).toEqual(first);
    expect(await statuses({ failures, seed: 8 }, 200)).not.toEqual(first);
    const failed = first.filter((status) => status === 429).length;
    expect(failed).toBeGreaterThan(30);
    expect(failed).toBeLessThan(70);
    expect(await statuses({ failures: [{ as: 503, percent: 0 }], seed: 1 }, 50)).not.toContain(503);
    expect(new Set(await statuses({ failures: [{ as: 500, percent: 100 }], seed: 1 }, 50))).toEqual(
      new Set([500]),
    );
  });

  it("of several kinds have their shares, and Retry-After if the status has it", async () => {
    const failures = [
      { as: 503, percent: 10 },
      { as: "html", percent: 10 },
      { as: 418, percent: 10 },
    ] as const;
    const app = appOf({ faults: faultInjection({ failures, seed: 3 }) });
    const counts = new Map<string, number>();
    for (let i = 0; i < 200; i++) {
      const response = await app.request(`${OPERATIONS}/GetContentById?id=1`);
      const kind = `${response.status} ${response.headers.get("Content-Type")} ${response.headers.get("Retry-After")}`;
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      const text = await response.text();
      if (response.status === 500) expect(text).toMatch(/^<!DOCTYPE html>.*--fail html/s);
    }
    expect([...counts.keys()].toSorted()).toEqual([
      "200 application/json; charset=utf-8 null",
      "418 application/problem+json null",
      "500 text/html; charset=utf-8 null",
      "503 application/problem+json 1",
    ]);
    for (const [kind, count] of counts) {
      if (!kind.startsWith("200")) expect(count).toBeGreaterThan(10);
      if (!kind.startsWith("200")) expect(count).toBeLessThan(30);
    }
  });

  it.each(["reset", "cut"] as const)("%s ends the connection, for short and long answers", async (as) => {
    const exchanges: AnsweredRequest[] = [];
    const faults: unknown[] = [];
    const options = {
      faults: faultInjection({ failures: [{ as, percent: 100 }], seed: 1 }),
      onExchange: (exchange: AnsweredRequest) => exchanges.push(exchange),
      onFault: (error: unknown) => faults.push(error),
    };
    const source = sourceOf(wideTree(600));
    const { url, port } = await serverOf(appOf(options, source));
    for (const path of ["GetContentById?id=2&maxLevel=0", "GetContentAtRoot"]) {
      const whole = await (await appOf({}, source).request(`${OPERATIONS}/${path}`)).text();
      await expect(
        fetch(`${url}${OPERATIONS}/${path}`).then((response) => response.text()),
      ).rejects.toThrow();
      const request = `GET ${OPERATIONS}/${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
      const { status, body } = parseAnswer(await rawExchange(port, request));
      expect(status).toBe(as === "reset" ? Number.NaN : 200);
      expect(body.length > 0).toBe(as === "cut");
      expect(body.length).toBeLessThan(whole.length);
    }
    expect(faults).toEqual([]);
    // The client may see the end of the last one before the server does.
    const statuses = () => exchanges.map(({ status }) => status);
    await expect.poll(statuses).toEqual(new Array(4).fill(as === "reset" ? 0 : 200));
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it("apply to files unless sparesFiles is set, and hit the same operations with and without files", async () => {
    const failures = [{ as: 503, percent: 50 }] as const;
    const { trees } = await loadDirectory(
      siteDirectory(smallTree(), [{ ...nodeOf(9, "x"), url: "/media/x" }]),
    );
    const files = new MediaFiles(trees.media, undefined, "site");
    const seen = async (options: Partial<FaultOptions>, withFiles: boolean) => {
      const app = appOf({ faults: faultInjection({ failures, seed: 5, ...options }), media: () => files });
      const statuses: { file: number[]; operation: number[] } = { file: [], operation: [] };
      for (let i = 0; i < 40; i++) {
        if (withFiles) statuses.file.push((await app.request("/media/x")).status);
        statuses.operation.push((await app.request(`${OPERATIONS}/GetContentById?id=1`)).status);
      }
      return statuses;
    };
    const both = await seen({}, true);
    expect(new Set(both.file)).toEqual(new Set([404, 503]));
    expect((await seen({}, false)).operation).toEqual(both.operation);
  });

  it("apply only to operations if there are no files", async () => {
    const app = appOf({ faults: faultInjection({ failures: [{ as: 503, percent: 100 }], seed: 1 }) });
    for (const path of ["/", "/healthz", "/openapi.json"]) expect((await app.request(path)).status).toBe(200);
  });

  it("are off without options", () => {
    const { operation, file } = faultInjection({ seed: 1 });
    const reply = { status: 200, headers: {} };
    expect([operation(() => reply), file(() => reply)]).toEqual([reply, reply]);
  });
});

it("faultInjection: answers are delayed by a latency in the range, the same for the same seed", async () => {
  const app = appOf({ faults: faultInjection({ latency: { from: 0, to: 60 }, seed: 1 }) });
  const started = performance.now();
  // Keeps the process alive during the wait, as a connection would.
  const busy = setInterval(() => {}, 1000);
  expect((await app.request(`${OPERATIONS}/GetContentAtRoot`)).status).toBe(200);
  clearInterval(busy);
  // The first number of the seed is 0.627. A timer takes whole milliseconds, and may be one early.
  expect(performance.now() - started).toBeGreaterThanOrEqual(36);
});
