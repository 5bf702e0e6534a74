import { appendFileSync } from "node:fs";

/** Path of the file for a proof’s figures. Set only by `npm run prove` (bin/prove.mjs). */
const { PROVE_FILE } = process.env;

/** Returns `whole` in a proof and `usual` in `npm test`. */
export function sampleSize(usual: number, whole: number): number {
  return PROVE_FILE ? whole : usual;
}

/**
 * Records a figure of a proof. Call it before the assertion, so that a missed target is recorded
 * too.
 */
export function recordFigure(what: string): void {
  if (PROVE_FILE) appendFileSync(PROVE_FILE, `${what}\n`);
}
