import { join, resolve } from "node:path";

/** Where documents are kept while no S3 bucket is configured: .data/documents, or in another DATA_DIR. */
export function documentsFolder(): string {
  return resolve(join(process.env.DATA_DIR || ".data", "documents"));
}
