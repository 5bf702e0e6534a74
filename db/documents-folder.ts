import { resolve } from "node:path";
import { dataPath } from "./data-path.ts";

/** Returns the folder of documents if no S3 bucket is set: .data/documents, or in DATA_DIR. */
export function documentsFolder(): string {
  return resolve(dataPath("documents"));
}
