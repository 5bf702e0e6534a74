import { resolve } from "node:path";
import { dataPath } from "./data-path.ts";

/** Where documents are kept while no S3 bucket is configured: .data/documents, or in another DATA_DIR. */
export function documentsFolder(): string {
  return resolve(dataPath("documents"));
}
