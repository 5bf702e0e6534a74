import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { elementsScript } from "./bin/elements-script.ts";

/** Unit and integration tests. Playwright runs the browser journeys in tests/journeys. */
export default defineConfig({
  plugins: [elementsScript()],
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
    // Loading the packages takes longer than most tests, so each process loads them once for all of
    // its files. tests/support/setup.ts loads our own modules again for each file, so that no file
    // sees the state that another has left.
    isolate: false,
    // Tests load much code, and little of it runs for long. With these flags, V8 compiles code
    // without interpreting it first, and collects garbage less often.
    execArgv: ["--always-sparkplug", "--min-semi-space-size=16", "--max-semi-space-size=64"],
    // There are two more workers than cores, because many tests of faults wait for a timeout.
    maxWorkers: availableParallelism() + 2,
    // These limits end a test that waits for a condition that never becomes true. They are far
    // longer than a test takes on a busy machine.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
