import { mergeConfig } from "vitest/config";
import type { Plugin } from "vite";
import type { Reporter, Vitest } from "vitest/node";
import usual from "../../vitest.config.ts";
import { KeptThread, stopKeptThread } from "./kept-thread.ts";

/** A mutant that no module can be imported with has been noticed; Stryker counts failed tests, and there are none. */
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

/** Stryker asks for threads; this is one of them. */
const keepThread: Plugin = {
  name: "keep-thread",
  configureVitest({ project, vitest }) {
    project.config.pool = "kept-thread";
    project.config.poolRunner = {
      name: "kept-thread",
      createPoolWorker: (options) => new KeptThread(options),
    };
    vitest.onClose(stopKeptThread);
  },
};

/** The tests that `npm run test:mutants` has named, and no other: a mutant of a constant is tried by all of them. */
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
