import { defineConfig } from "vitest/config";

/** No part of `npm test`: it needs .NET, and packages that npm has not. `npm run test:dotnet` brings both together. */
export default defineConfig({
  test: {
    include: ["test/interop/dotnet/*.suite.ts"],
    // Time limits only detect tests that hang.
    testTimeout: 300_000,
    hookTimeout: 120_000,
    setupFiles: ["test/support/environment.ts"],
  },
});
