import { report } from "./report.server.ts";

/**
 * Reports uncaught errors. After an unhandled rejection, the process continues, because only work
 * that no one awaited has failed. After an uncaught exception, the process exits, because its state
 * may be inconsistent; the supervisor then starts it again (`restart` in compose.yaml).
 */
export function reportUncaught(): void {
  process.on("unhandledRejection", (reason) => report(reason, { what: "unhandled rejection" }));
  process.on("uncaughtException", (error) => {
    report(error, { what: "uncaught exception" });
    process.exit(1);
  });
}
