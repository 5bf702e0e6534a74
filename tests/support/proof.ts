import { appendFileSync } from "node:fs";

/** File for the figures, set by `npm run prove` (bin/prove.mjs). */
const { PROVE_FILE } = process.env;

/**
 * Returns `whole` in a proof and `usual` in `npm test`. While writing a proof, run `npx vitest run
 * --config tests/prove/vitest.config.ts tests/prove/crash.proof.ts`.
 */
export function size(usual: number, whole: number): number {
  return PROVE_FILE ? whole : usual;
}

/**
 * Records a figure of a proof as text. Call it before the assertion, so that a missed target is
 * recorded too.
 */
export function saw(what: string): void {
  if (PROVE_FILE) appendFileSync(PROVE_FILE, `${what}\n`);
}
