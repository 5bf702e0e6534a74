import { randomBytes } from "node:crypto";
import { vi } from "vitest";
import { clusterUrl } from "#tests/support/cluster.ts";
import { setTestEnvironment } from "#tests/support/env.ts";

// Undo the previous file’s stubs now. Otherwise vitest would undo them before this file’s first
// test, together with stubs that this file has made since, such as the doubles’ fetch.
vi.unstubAllGlobals();
vi.unstubAllEnvs();

// Set the environment before the test file imports a module that reads it.
setTestEnvironment(clusterUrl(`test_${process.pid}_${randomBytes(4).toString("hex")}`));

// One process runs many test files (see vitest.config.ts), so each file loads our modules again.
vi.useRealTimers();
vi.resetModules();
const { guardLog } = await import("#tests/support/log-guard.ts");
guardLog();
