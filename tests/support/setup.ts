import { randomBytes } from "node:crypto";
import { vi } from "vitest";
import { clusterUrl } from "#tests/support/cluster.ts";
import { setTestEnvironment } from "#tests/support/env.ts";

// What the file before stubbed in its last test is put back now: vitest would do it before the first test of this one, and
// with it undo what this file has put into place by then, such as the doubles' fetch.
vi.unstubAllGlobals();
vi.unstubAllEnvs();

// Runs before each test file, and so before anything that the file imports reads the environment. The
// database is made when the file asks for it: see database.ts.
setTestEnvironment(clusterUrl(`test_${process.pid}_${randomBytes(4).toString("hex")}`));

// A process runs many files (vitest.config.ts says why), and no module of ours may remember the one before.
vi.useRealTimers();
vi.resetModules();
const { guardLog } = await import("#tests/support/log-guard.ts");
guardLog();
