import { timingSafeEqual } from "node:crypto";
import { sha256 } from "./sha256.server.ts";

/** Whether somebody knows a secret; it takes as long whatever is wrong with what they gave, its length too. */
export function isSameSecret(given: string, ours: string): boolean {
  return timingSafeEqual(Buffer.from(sha256(given)), Buffer.from(sha256(ours)));
}
