import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

/** Unit and integration tests. Browser journeys (tests/journeys) are Playwright's. */
export default defineConfig({
  resolve: {
    alias: { "@remix-run/route-config": resolve("tests/support/route-config.ts") },
  },
  test: {
    include: ["tests/**/*.test.{ts,tsx}"],
    exclude: ["tests/journeys/**", "node_modules/**"],
    environment: "node",
    globalSetup: "tests/support/global-setup.ts",
    setupFiles: "tests/support/setup.ts",
    pool: "forks",
    maxWorkers: availableParallelism(),
    testTimeout: 20_000,
    hookTimeout: 30_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
