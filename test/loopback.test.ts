import { describe, expect, it } from "vitest";
import { isLoopbackHost } from "../src/loopback.ts";

describe("a loopback host", () => {
  it.each([
    "localhost",
    "LOCALHOST:3000",
    "old.localhost",
    "127.0.0.1",
    "127.1.2.3:80",
    "[::1]",
    "[::1]:3000",
  ])("is %s", (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  });

  it.each([
    "127.evil.example",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    "notlocalhost",
    "10.0.0.1",
    "[::2]",
    "",
  ])("is not %j", (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  });
});
