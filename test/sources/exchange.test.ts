/** What is to be done before a request is sent is done then, or the request is not sent. */
import { describe, expect, it } from "vitest";
import { createDispatcher, fetchAnswer } from "../../src/sources/http-client.ts";
import { listening } from "../support/listening.ts";

describe("fetchAnswer: onSend", () => {
  it("is called before each request, and ends it by what it throws", async () => {
    const log: string[] = [];
    const url = await listening((_request, response) => {
      log.push("asked");
      response.end("[]");
    });
    const options = { timeout: 5, dispatcher: createDispatcher({ timeout: 5 }) };
    const onSend = () => void log.push("sending");
    await fetchAnswer(url, { ...options, onSend });
    await fetchAnswer(url, { ...options, onSend });
    expect(log).toEqual(["sending", "asked", "sending", "asked"]);
    const full = new Error("no space left on device");
    const failing = () => {
      throw full;
    };
    await expect(fetchAnswer(url, { ...options, onSend: failing })).rejects.toBe(full);
    await fetchAnswer(url, { ...options, onSend });
    expect(log.slice(4)).toEqual(["sending", "asked"]);
  });
});
