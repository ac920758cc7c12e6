import { defineConfig } from "vitest/config";

/** Not part of `npm test`, since it needs .NET and NuGet packages: see `npm run test:dotnet`. */
export default defineConfig({
  test: {
    include: ["test/interop/*/*.suite.ts"],
    // Time limits only detect tests that hang.
    testTimeout: 300_000,
    hookTimeout: 120_000,
    setupFiles: ["test/support/environment.ts"],
  },
});
