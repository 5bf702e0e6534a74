import { join } from "node:path";

/** Returns a path in the folder for local data, which is .data, or DATA_DIR if that is set. */
export function dataPath(...parts: string[]): string {
  return join(process.env.DATA_DIR || ".data", ...parts);
}
