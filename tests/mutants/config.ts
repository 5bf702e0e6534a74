import { mergeConfig } from "vitest/config";
import type { Plugin } from "vite";
import type { Reporter, Vitest } from "vitest/node";
import usual from "../../vitest.config.ts";
import { ReusedThread, stopReusedThread } from "./reused-thread.ts";

/**
 * Reports an error for each test file that could not be imported, so that a mutant that breaks
 * every import counts as detected.
 */
class NoticeBrokenImports implements Reporter {
  private vitest: Vitest | undefined;

  onInit(vitest: Vitest) {
    this.vitest = vitest;
  }

  onTestRunEnd: Reporter["onTestRunEnd"] = (modules) => {
    for (const { message } of modules.flatMap((module) => module.errors())) {
      this.vitest?.state.catchError(new Error(message), "a test file could not be imported");
    }
  };
}

/**
 * Adds a pool that reuses one thread. It is added by a plugin, because Stryker requires the thread
 * pool.
 */
const keepThread: Plugin = {
  name: "keep-thread",
  configureVitest({ project, vitest }) {
    project.config.pool = "kept-thread";
    project.config.poolRunner = {
      name: "kept-thread",
      createPoolWorker: (options) => new ReusedThread(options),
    };
    vitest.onClose(stopReusedThread);
  },
};

/** Runs only the tests that `npm run test:mutants` lists in MUTANTS_TESTS. */
export default mergeConfig(
  { ...usual, test: { ...usual.test, include: [] } },
  {
    plugins: [keepThread],
    test: {
      include: (process.env.MUTANTS_TESTS ?? "").split(" "),
      setupFiles: ["tests/mutants/forget-mutant.ts", usual.test?.setupFiles ?? []].flat(),
      reporters: [new NoticeBrokenImports()],
    },
  },
);
