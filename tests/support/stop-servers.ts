import { leaveForEndedRun } from "./global-setup.ts";

/**
 * Stops the tests’ PostgreSQL. `npm test` runs this when it is terminated, because PostgreSQL isn’t
 * its child process.
 */
await leaveForEndedRun();
