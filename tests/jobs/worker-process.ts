import { startWorker, stopWorker } from "#app/jobs/worker.server.ts";
import { fastWorkerSettings } from "./fast-worker-settings.ts";

/** Runs a worker that a test can stop or kill. SILENT_MS sets when it counts as dead. */

process.on("SIGTERM", () => void stopWorker().then(() => process.exit(0)));
const { SILENT_MS } = process.env;
startWorker({ ...fastWorkerSettings, ...(SILENT_MS && { silentMs: Number(SILENT_MS) }) });
