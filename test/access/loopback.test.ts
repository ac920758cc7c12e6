import { describe, expect, it } from "vitest";
import { isLoopbackAddress, isLoopbackHost } from "../../src/access/loopback.ts";

describe("isLoopbackHost and isLoopbackAddress: a loopback host", () => {
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

describe("isLoopbackHost and isLoopbackAddress: an address to listen on", () => {
  it.each(["localhost", "a.localhost", "127.0.0.1", "127.1.2.3", "::1", "0:0:0:0:0:0:0:1"])(
    "%s is loopback",
    (address) => {
      expect(isLoopbackAddress(address)).toBe(true);
    },
  );

  it.each(["0.0.0.0", "::", "127.1", "192.0.2.1", "example", "::2", "::ffff:192.0.2.1", "fe80::1%eth0"])(
    "%s is not",
    (address) => {
      expect(isLoopbackAddress(address)).toBe(false);
    },
  );
});
