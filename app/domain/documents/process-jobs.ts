import { z } from "zod";
import { queuedJob } from "#app/queue/job.ts";

const OfDocument = z.object({ document_id: z.string() });

/** Job that has ClamAV scan a document. */
export const scanDocumentJob = queuedJob("scan-document", OfDocument);

/** Job that makes a preview of an image. */
export const convertDocumentJob = queuedJob("convert-document", OfDocument);

/** Queue of conversions, which run one after the other, because each takes much memory. */
export const CONVERSION_QUEUE = "convert-document";
