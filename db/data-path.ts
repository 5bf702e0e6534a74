import { join } from "node:path";

/** A path in the folder of what this machine keeps: .data, or another DATA_DIR. */
export function dataPath(...parts: string[]): string {
  return join(process.env.DATA_DIR || ".data", ...parts);
}
