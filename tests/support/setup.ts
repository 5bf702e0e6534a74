import { randomBytes } from "node:crypto";
import { clusterUrl } from "#tests/support/cluster.ts";
import { guardConsole } from "#tests/support/console.ts";
import { setTestEnvironment } from "#tests/support/env.ts";

// Runs before each test file, and so before anything that the file imports reads the environment. The
// database is made when the file asks for it: see database.ts.
setTestEnvironment(clusterUrl(`test_${process.pid}_${randomBytes(4).toString("hex")}`));
guardConsole();
