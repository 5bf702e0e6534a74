import { mergeConfig } from "vitest/config";
import usual from "../../vitest.config.ts";

const HOUR = 3_600_000;

/** The tests of the suite, some of which are proofs in another size, and those that are proofs only. */
export default mergeConfig(usual, {
  test: { include: ["tests/prove/*.proof.ts"], testTimeout: HOUR, hookTimeout: HOUR },
});
