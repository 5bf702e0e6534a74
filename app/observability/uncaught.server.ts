import { report } from "./report.server.ts";

/**
 * What was not caught is reported. After a rejection the process continues: only the work that was not waited for has
 * failed, and the visitors who are being answered have no part in it. After an exception it ends, since anything may
 * have been left half done, and whoever runs it starts it again (`restart` in compose.yaml).
 */
export function reportUncaught(): void {
  process.on("unhandledRejection", (reason) => report(reason, { what: "unhandled rejection" }));
  process.on("uncaughtException", (error) => {
    report(error, { what: "uncaught exception" });
    process.exit(1);
  });
}
