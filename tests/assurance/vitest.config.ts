import { mergeConfig } from "vitest/config";
import usual from "../../vitest.config.ts";

const HOUR = 3_600_000;

/**
 * Configuration that runs the proofs, and those tests of the suite that are proofs at a larger
 * size.
 */
export default mergeConfig(usual, {
  test: { include: ["tests/assurance/*.proof.ts"], testTimeout: HOUR, hookTimeout: HOUR },
});
