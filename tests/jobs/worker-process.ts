import { startWorker, stopWorker } from "#app/jobs/worker.server.ts";
import { quick } from "./quick.ts";

/** A worker of its own, to be stopped or killed by a test; SILENT_MS says when it is taken for dead. */

process.on("SIGTERM", () => void stopWorker().then(() => process.exit(0)));
const { SILENT_MS } = process.env;
startWorker({ ...quick, ...(SILENT_MS && { silentMs: Number(SILENT_MS) }) });
