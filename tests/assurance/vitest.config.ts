import { mergeConfig } from "vitest/config";
import usual from "../../vitest.config.ts";

const HOUR = 3_600_000;

/** Runs the proofs, and the suite’s tests that are proofs at a larger size. */
export default mergeConfig(usual, {
  test: { include: ["tests/assurance/*.proof.ts"], testTimeout: HOUR, hookTimeout: HOUR },
});
