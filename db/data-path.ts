import { join } from "node:path";

/** Returns a path in the local data folder: .data, or DATA_DIR. */
export function dataPath(...parts: string[]): string {
  return join(process.env.DATA_DIR || ".data", ...parts);
}
