import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { elementsScript } from "./bin/elements-script.ts";

/** Unit and integration tests. Browser journeys (tests/journeys) are Playwright's. */
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
    // A process loads the packages once for all of its files, which takes longer than most tests do. Our own modules
    // are loaded anew for each file (tests/support/setup.ts), so that none knows what another has done.
    isolate: false,
    // Much is loaded and little runs for long: V8 compiles at once what it would interpret first, and collects less often.
    execArgv: ["--always-sparkplug", "--min-semi-space-size=16", "--max-semi-space-size=64"],
    // Two more than there are cores, since many tests of faults wait for a timeout.
    maxWorkers: availableParallelism() + 2,
    // A test waits for a fact. These are for the one that never comes true, and far from what a busy machine takes.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
