import { leaveForEndedRun } from "./global-setup.ts";

/** Run by `npm test` when it is terminated, because the databases are not its child processes. */
await leaveForEndedRun();
