import { resolve } from "node:path";
import { dataPath } from "./data-path.ts";

/**
 * Returns the folder for documents if no S3 bucket is set: "documents" in .data, or in DATA_DIR if
 * that is set.
 */
export function documentsFolder(): string {
  return resolve(dataPath("documents"));
}
