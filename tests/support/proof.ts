import { appendFileSync } from "node:fs";

/** Set by `npm run prove` (bin/prove.mjs): the file that figures are written to. */
const { PROVE_FILE } = process.env;

/**
 * How many a test tries: as many as its figure asks for in a proof, and fewer in `npm test`, where others wait for it, or
 * where a proof is being written: `npx vitest run --config tests/prove/vitest.config.ts tests/prove/crash.proof.ts`.
 */
export function size(usual: number, whole: number): number {
  return PROVE_FILE ? whole : usual;
}

/** What a proof has counted or measured, in words for its line. Say it before it is asserted: a figure that falls short is told too. */
export function saw(what: string): void {
  if (PROVE_FILE) appendFileSync(PROVE_FILE, `${what}\n`);
}
