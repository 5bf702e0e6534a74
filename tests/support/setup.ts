import { randomBytes } from "node:crypto";
import { vi } from "vitest";
import { clusterUrl } from "#tests/support/cluster.ts";
import { setTestEnvironment } from "#tests/support/env.ts";

// Undo the previous file’s stubs now. vitest would undo them before this file’s first test, and
// with them this file’s own, such as the doubles’ fetch.
vi.unstubAllGlobals();
vi.unstubAllEnvs();

// Set before the test file imports anything that reads the environment.
setTestEnvironment(clusterUrl(`test_${process.pid}_${randomBytes(4).toString("hex")}`));

// A process runs many files (see vitest.config.ts), so our modules are loaded again.
vi.useRealTimers();
vi.resetModules();
const { guardLog } = await import("#tests/support/log-guard.ts");
guardLog();
