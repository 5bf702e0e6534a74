import { leaveForEndedRun } from "./global-setup.ts";

/** What `npm test` runs when it is told to end before its time: the databases are no children of anybody. */
await leaveForEndedRun();
