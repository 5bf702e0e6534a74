import { z } from "zod";
import {
  convertStoredDocument,
  requeueWaiting,
  scanStoredDocument,
} from "#app/domain/documents/process-document.server.ts";
import { convertDocumentJob, scanDocumentJob } from "#app/domain/documents/process-jobs.ts";
import { db } from "#db/connection.ts";
import { defineJob } from "./job.ts";

/** Scans an uploaded document for viruses. While ClamAV is down, the job runs again. */
export const scan = defineJob({
  ...scanDocumentJob,
  run: ({ document_id }) => scanStoredDocument(db, document_id),
});

/** Makes the preview of an uploaded image. */
export const convert = defineJob({
  ...convertDocumentJob,
  run: ({ document_id }) => convertStoredDocument(db, document_id),
});

/** Queues documents again whose scan or conversion has failed for too long, every hour. */
export const requeue = defineJob({
  name: "requeue-documents",
  payload: z.object({}),
  at: "37 * * * *",
  missed: "max=3",
  run: async () => `Documents queued again: ${await requeueWaiting(db)}.`,
});
