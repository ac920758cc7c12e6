/** The retry policy: pauses, Retry-After and the deadline, with a simulated clock. */
import { describe, expect, it } from "vitest";
import { NoAnswerError, readRetryAfter, UnreachableError } from "../../src/remote/http-client.ts";
import type { PaceOptions } from "../../src/remote/options.ts";
import { type Attempt, RetriesExhaustedError, RetryPolicy } from "../../src/remote/retry.ts";

/** A policy in a time of its own; `sleeps` are its pauses. */
function policyIn(time: { now: number }, options: PaceOptions = {}, random = 0.5) {
  const sleeps: number[] = [];
  const clock = {
    now: () => time.now,
    sleep: async (milliseconds: number) => {
      sleeps.push(milliseconds);
      time.now += milliseconds;
    },
    random: () => random,
  };
  const policy = new RetryPolicy({
    retries: 6,
    delay: 0,
    signal: new AbortController().signal,
    clock,
    ...options,
  });
  return { policy, sleeps };
}

const FAILING = async (): Promise<Attempt<string>> => ({ retry: "it is busy" });

describe("RetryPolicy", () => {
  it("doubles its pauses from half a second, and ends after the last retry", async () => {
    const { policy, sleeps } = policyIn({ now: 0 });
    await expect(policy.run("u", FAILING)).rejects.toThrow("it is busy");
    expect(sleeps).toEqual([250, 500, 1000, 2000, 4000, 8000]);
  });

  it("never pauses longer than 30 s, and gives up after 60 s without a success", async () => {
    const { policy, sleeps } = policyIn({ now: 0 }, { retries: 100 });
    await expect(policy.run("u", FAILING)).rejects.toThrow(
      "gave up after 60 s without a success: it is busy",
    );
    expect(Math.max(...sleeps)).toBe(15_000);
    expect(sleeps.reduce((sum, pause) => sum + pause, 0)).toBe(60_000);
  });

  it("retries once if the host was never reached, and as usual if it was", async () => {
    const unreachable = async (): Promise<Attempt<string>> => {
      throw new UnreachableError("connection refused");
    };
    const { policy, sleeps } = policyIn({ now: 0 });
    await expect(policy.run("u", unreachable)).rejects.toThrow("connection refused");
    expect(sleeps).toEqual([250]);
    await policy.run("u", async () => ({ value: "an answer" }));
    await expect(policy.run("u", unreachable)).rejects.toThrow("connection refused");
    expect(sleeps).toHaveLength(7);
  });

  it("retries as long as another request succeeds", async () => {
    const time = { now: 0 };
    const { policy, sleeps } = policyIn(time, { retries: 10 });
    let tries = 0;
    const attempt = async (): Promise<Attempt<number>> => {
      await policy.run("other", async () => ({ value: 1 }));
      return tries++ < 10 ? { retry: "busy" } : { value: tries };
    };
    expect(await policy.run("u", attempt)).toBe(11);
    expect(sleeps).toHaveLength(10);
  });

  it("honours Retry-After for all requests, up to a limit", async () => {
    const time = { now: 0 };
    const { policy, sleeps } = policyIn(time);
    let tries = 0;
    const attempt = async (): Promise<Attempt<number>> =>
      tries++ === 0 ? { retry: "429", retryAfter: "120" } : { value: time.now };
    expect(await policy.run("u", attempt)).toBe(120_000);
    expect(sleeps).toEqual([120_000]);
  });

  it.each<[string, { retryAfter?: string; date?: string }]>([
    ["0", { retryAfter: "0" }],
    ["negative", { retryAfter: "-5" }],
    ["malformed", { retryAfter: "soon" }],
    ["a date that has passed", { retryAfter: "Wed, 21 Oct 2015 07:28:00 GMT" }],
    [
      "the moment of the answer",
      { retryAfter: "Wed, 21 Oct 2065 07:28:00 GMT", date: "Wed, 21 Oct 2065 07:28:00 GMT" },
    ],
  ])("ignores a Retry-After that is %s", async (_name, headers) => {
    const { policy, sleeps } = policyIn({ now: 0 });
    const attempt = async (): Promise<Attempt<string>> => ({ retry: "it is busy", ...headers });
    await expect(policy.run("u", attempt)).rejects.toThrow("it is busy");
    expect(sleeps).toEqual([250, 500, 1000, 2000, 4000, 8000]);
  });

  it("always pauses, with any jitter", async () => {
    const { policy, sleeps } = policyIn({ now: 0 }, {}, 0);
    await expect(policy.run("u", FAILING)).rejects.toThrow("it is busy");
    expect(Math.min(...sleeps)).toBe(250);
  });

  it.each([
    ["5", 65_000],
    ["30", 90_000],
    ["90", 90_000],
    ["600", 600_000],
  ])("ends if each answer has a Retry-After of %s s", async (retryAfter, end) => {
    const time = { now: 0 };
    const { policy } = policyIn(time, { retries: 100 });
    const attempt = async (): Promise<Attempt<string>> => ({ retry: "503", retryAfter });
    await expect(policy.run("u", attempt)).rejects.toThrow(
      `gave up after ${end / 1000} s without a success: 503`,
    );
    expect(time.now).toBe(end);
  });

  it.each([
    ["800", 800_000],
    ["890", 890_000],
    ["900", 890_000],
  ])("waits at most 15 minutes in total for a Retry-After of %s s", async (retryAfter, end) => {
    const time = { now: 0 };
    const { policy } = policyIn(time);
    await policy.run("u", async () => ({ value: 1 }));
    const attempt = async (): Promise<Attempt<string>> => {
      if (time.now === 0) time.now = 10_000;
      return { retry: "503", retryAfter };
    };
    await expect(policy.run("u", attempt)).rejects.toThrow("gave up");
    expect(time.now).toBe(10_000 + end);
  });

  it("honours Retry-After again after a success", async () => {
    const time = { now: 0 };
    const { policy, sleeps } = policyIn(time);
    for (let i = 0; i < 3; i++) {
      let tries = 0;
      const attempt = async (): Promise<Attempt<number>> =>
        tries++ === 0 ? { retry: "429", retryAfter: "120" } : { value: 1 };
      await policy.run("u", attempt);
    }
    expect(sleeps).toEqual([120_000, 120_000, 120_000]);
  });

  it("waits 15 minutes for a Retry-After of a day, and gives up at the next one", async () => {
    const time = { now: 0 };
    const { policy, sleeps } = policyIn(time);
    let tries = 0;
    const once = async (): Promise<Attempt<number>> =>
      tries++ === 0 ? { retry: "503", retryAfter: "86400" } : { value: 1 };
    expect(await policy.run("u", once)).toBe(1);
    expect(sleeps).toEqual([900_000]);
    const always = async (): Promise<Attempt<number>> => ({ retry: "503", retryAfter: "86400" });
    await expect(policy.run("u", always)).rejects.toThrow("gave up after 900 s without a success: 503");
    await expect(policy.run("u", always)).rejects.not.toThrow(RetriesExhaustedError);
  });

  it("keeps the delay between requests", async () => {
    const time = { now: 0 };
    const { policy } = policyIn(time, { delay: 200 });
    const starts: number[] = [];
    const attempt = async (): Promise<Attempt<void>> => {
      starts.push(time.now);
      return { value: undefined };
    };
    for (let i = 0; i < 3; i++) await policy.run("u", attempt);
    expect(starts).toEqual([0, 200, 400]);
  });

  it("retries NoAnswerError, and throws all other errors", async () => {
    const { policy } = policyIn({ now: 0 });
    let tries = 0;
    const attempt = async (): Promise<Attempt<number>> => {
      if (tries++ < 2) throw new NoAnswerError("cut");
      return { value: tries };
    };
    expect(await policy.run("u", attempt)).toBe(3);
    await expect(
      policy.run("u", async () => {
        throw new TypeError("a fault");
      }),
    ).rejects.toThrow(TypeError);
  });

  it("ends at once when the signal is aborted, with its reason", async () => {
    const controller = new AbortController();
    const { policy } = policyIn({ now: 0 }, { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(policy.run("u", FAILING)).rejects.toThrow("enough");
  });
});

describe("Retry-After", () => {
  const date = "Wed, 21 Oct 2015 07:28:30 GMT";
  it.each<[string, string | undefined, number | undefined]>([
    ["7", undefined, 7000],
    ["soon", undefined, undefined],
    ["-5", undefined, undefined],
    ["2030-01-01", undefined, undefined],
    [date, "Wed, 21 Oct 2015 07:28:00 GMT", 30_000],
    [date, "no date", 0],
    [date, undefined, 0],
  ])("%s of an answer from %s is a pause of %s ms", (text, answered, pause) => {
    expect(readRetryAfter(text, answered)).toBe(pause);
  });
});
