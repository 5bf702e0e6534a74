import { startWorker, stopWorker } from "#app/jobs/worker.server.ts";
import { quick } from "./quick.ts";

/** A worker of its own, to be stopped or killed by a test. */

process.on("SIGTERM", () => void stopWorker().then(() => process.exit(0)));
startWorker(quick);
