import { describe, expect, it } from "vitest";
import { isLoopbackAddress, isLoopbackHost } from "../../src/access/loopback.ts";

describe("isLoopbackHost", () => {
  it.each([
    "localhost",
    "LOCALHOST:3000",
    "old.localhost",
    "127.0.0.1",
    "127.1.2.3:80",
    "[::1]",
    "[::1]:3000",
  ])("is true for %s", (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  });

  it.each([
    "127.evil.example",
    "127.0.0.1.evil.example",
    "127.0.0.1:3000.evil.example",
    "128.0.0.1",
    "localhost.evil.example",
    "notlocalhost",
    "10.0.0.1",
    "[::2]",
    "",
  ])("is false for %j", (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  });
});

describe("isLoopbackAddress", () => {
  it.each(["localhost", "a.localhost", "127.0.0.1", "127.1.2.3", "::1", "0:0:0:0:0:0:0:1"])(
    "is true for %s",
    (address) => {
      expect(isLoopbackAddress(address)).toBe(true);
    },
  );

  it.each(["0.0.0.0", "::", "127.1", "192.0.2.1", "example", "::2", "::ffff:192.0.2.1", "fe80::1%eth0"])(
    "is false for %s",
    (address) => {
      expect(isLoopbackAddress(address)).toBe(false);
    },
  );
});
