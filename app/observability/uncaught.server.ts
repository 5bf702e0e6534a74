import { report } from "./report.server.ts";

/**
 * Reports uncaught errors. After a rejection the process continues: only the work that no one
 * awaited has failed. After an exception it exits, because its state may be inconsistent; the
 * supervisor restarts it (`restart` in compose.yaml).
 */
export function reportUncaught(): void {
  process.on("unhandledRejection", (reason) => report(reason, { what: "unhandled rejection" }));
  process.on("uncaughtException", (error) => {
    report(error, { what: "uncaught exception" });
    process.exit(1);
  });
}
