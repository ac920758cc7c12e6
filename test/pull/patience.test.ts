/** How long, and how often, a pull asks again. Time is made up here. */
import { describe, expect, it } from "vitest";
import { type Attempt, ExhaustedError, Patience, type PatienceOptions } from "../../src/pull/patience.ts";
import { NoAnswerError, readRetryAfter } from "../../src/sources/http-client.ts";

/** Patience in a time of its own; `sleeps` are the pauses made. */
function patienceIn(time: { now: number }, options: Partial<PatienceOptions> = {}, random = 0.5) {
  const sleeps: number[] = [];
  const clock = {
    now: () => time.now,
    sleep: async (milliseconds: number) => {
      sleeps.push(milliseconds);
      time.now += milliseconds;
    },
    random: () => random,
  };
  const patience = new Patience({
    retries: 6,
    delay: 0,
    signal: new AbortController().signal,
    onEvent: () => {},
    clock,
    ...options,
  });
  return { patience, sleeps };
}

const FAILING = async (): Promise<Attempt<string>> => ({ again: "it is busy" });

describe("patience", () => {
  it("doubles its pauses from half a second, and ends after the last retry", async () => {
    const { patience, sleeps } = patienceIn({ now: 0 });
    await expect(patience.persist("u", FAILING)).rejects.toThrow("it is busy");
    expect(sleeps).toEqual([250, 500, 1000, 2000, 4000, 8000]);
  });

  it("never pauses longer than thirty seconds, and gives up after sixty without one success", async () => {
    const { patience, sleeps } = patienceIn({ now: 0 }, { retries: 100 });
    await expect(patience.persist("u", FAILING)).rejects.toThrow(
      "gave up after 60 s without one success: it is busy",
    );
    expect(Math.max(...sleeps)).toBe(15_000);
    expect(sleeps.reduce((sum, pause) => sum + pause, 0)).toBe(60_000);
  });

  it("goes on as long as something else succeeds", async () => {
    const time = { now: 0 };
    const { patience, sleeps } = patienceIn(time, { retries: 10 });
    let tries = 0;
    const attempt = async (): Promise<Attempt<number>> => {
      await patience.persist("other", async () => ({ value: 1 }));
      return tries++ < 10 ? { again: "busy" } : { value: tries };
    };
    expect(await patience.persist("u", attempt)).toBe(11);
    expect(sleeps).toHaveLength(10);
  });

  it("waits as long as the server wishes, for all requests, but not for ever", async () => {
    const time = { now: 0 };
    const { patience, sleeps } = patienceIn(time);
    let tries = 0;
    const attempt = async (): Promise<Attempt<number>> =>
      tries++ === 0 ? { again: "429", retryAfter: "120" } : { value: time.now };
    expect(await patience.persist("u", attempt)).toBe(120_000);
    expect(sleeps).toEqual([120_000]);
    const long = async (): Promise<Attempt<number>> => ({ again: "429", retryAfter: "86400" });
    await expect(patience.persist("u", long)).rejects.toThrow("429, and asks to come back in 1440 minutes");
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
  ])("pauses as ever where the wish is %s", async (_name, wish) => {
    const { patience, sleeps } = patienceIn({ now: 0 });
    const attempt = async (): Promise<Attempt<string>> => ({ again: "it is busy", ...wish });
    await expect(patience.persist("u", attempt)).rejects.toThrow("it is busy");
    expect(sleeps).toEqual([250, 500, 1000, 2000, 4000, 8000]);
  });

  it("always pauses, whatever chance says", async () => {
    const { patience, sleeps } = patienceIn({ now: 0 }, {}, 0);
    await expect(patience.persist("u", FAILING)).rejects.toThrow("it is busy");
    expect(Math.min(...sleeps)).toBe(250);
  });

  it.each([
    ["5", 65_000],
    ["30", 90_000],
    ["90", 90_000],
    ["600", 600_000],
  ])("ends where each answer wishes for another pause of %s s", async (retryAfter, end) => {
    const time = { now: 0 };
    const { patience } = patienceIn(time, { retries: 100 });
    const attempt = async (): Promise<Attempt<string>> => ({ again: "503", retryAfter });
    await expect(patience.persist("u", attempt)).rejects.toThrow(
      `gave up after ${end / 1000} s without one success: 503`,
    );
    expect(time.now).toBe(end);
  });

  it.each([
    ["800", 800_000],
    ["890", 890_000],
    ["900", 890_000],
  ])("waits 15 minutes in all at most where a pause of %s s is wished for", async (retryAfter, end) => {
    const time = { now: 0 };
    const { patience } = patienceIn(time);
    await patience.persist("u", async () => ({ value: 1 }));
    const attempt = async (): Promise<Attempt<string>> => {
      if (time.now === 0) time.now = 10_000;
      return { again: "503", retryAfter };
    };
    await expect(patience.persist("u", attempt)).rejects.toThrow("gave up");
    expect(time.now).toBe(10_000 + end);
  });

  it("waits as wished again once something has succeeded", async () => {
    const time = { now: 0 };
    const { patience, sleeps } = patienceIn(time);
    for (let i = 0; i < 3; i++) {
      let tries = 0;
      const attempt = async (): Promise<Attempt<number>> =>
        tries++ === 0 ? { again: "429", retryAfter: "120" } : { value: 1 };
      await patience.persist("u", attempt);
    }
    expect(sleeps).toEqual([120_000, 120_000, 120_000]);
  });

  it("takes a wish of a day for that of one thing, and several in a row for the site's", async () => {
    const { patience } = patienceIn({ now: 0 });
    const long = async (): Promise<Attempt<number>> => ({ again: "503", retryAfter: "86400" });
    const ask = () => patience.persist("u", long);
    await expect(ask()).rejects.toThrow(ExhaustedError);
    await expect(ask()).rejects.toThrow(ExhaustedError);
    await patience.persist("u", async () => ({ value: 1 }));
    await expect(ask()).rejects.toThrow(ExhaustedError);
    await expect(ask()).rejects.toThrow(ExhaustedError);
    await expect(ask()).rejects.not.toThrow(ExhaustedError);
  });

  it("keeps requests apart", async () => {
    const time = { now: 0 };
    const { patience } = patienceIn(time, { delay: 200 });
    const starts: number[] = [];
    const attempt = async (): Promise<Attempt<void>> => {
      starts.push(time.now);
      return { value: undefined };
    };
    for (let i = 0; i < 3; i++) await patience.persist("u", attempt);
    expect(starts).toEqual([0, 200, 400]);
  });

  it("asks again where no answer came, and for nothing else that is thrown", async () => {
    const { patience } = patienceIn({ now: 0 });
    let tries = 0;
    const attempt = async (): Promise<Attempt<number>> => {
      if (tries++ < 2) throw new NoAnswerError("cut");
      return { value: tries };
    };
    expect(await patience.persist("u", attempt)).toBe(3);
    await expect(
      patience.persist("u", async () => {
        throw new TypeError("a fault");
      }),
    ).rejects.toThrow(TypeError);
  });

  it("ends at once when it is told to, with the reason it is given", async () => {
    const controller = new AbortController();
    const { patience } = patienceIn({ now: 0 }, { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(patience.persist("u", FAILING)).rejects.toThrow("enough");
  });
});

describe("Retry-After", () => {
  it("is seconds or a date", () => {
    expect(readRetryAfter("7")).toBe(7000);
    expect(readRetryAfter("soon")).toBeUndefined();
    expect(readRetryAfter("-5")).toBeUndefined();
    expect(readRetryAfter("2030-01-01")).toBeUndefined();
    expect(readRetryAfter("Wed, 21 Oct 2015 07:28:00 GMT")).toBe(0);
    const wish = readRetryAfter(new Date(Date.now() + 60_000).toUTCString()) ?? 0;
    expect(wish).toBeGreaterThan(57_000);
    expect(wish).toBeLessThanOrEqual(60_000);
  });

  it.each(["Wed, 21 Oct 2015 07:28:30 GMT", "Wednesday, 21-Oct-15 07:28:30 GMT", "Wed Oct 21 07:28:30 2015"])(
    "that is the date %s is read against the answer's own",
    (date) => {
      expect(readRetryAfter(date, "Wed, 21 Oct 2015 07:28:00 GMT")).toBe(30_000);
      expect(readRetryAfter(date, "no date")).toBe(0);
    },
  );
});
