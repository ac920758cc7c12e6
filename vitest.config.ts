import { defineConfig } from "vitest/config";

export default defineConfig({
  // Time limits tell a hanging test from a slow machine, and nothing else.
  test: { testTimeout: 120_000, hookTimeout: 120_000 },
});
