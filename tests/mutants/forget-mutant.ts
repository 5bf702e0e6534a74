import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** Stryker's: where its instrumented code looks for the mutant. */
    globalNamespace: "__stryker__" | "__stryker2__";
    mode: "mutant" | "dry-run";
    mutantActivation: "static" | "runtime";
  }
}

type Memory = { activeMutant?: string; mutantCoverage?: unknown };

/**
 * What Stryker's code remembers of the file that the thread had before: else a mutant would be there while our modules are
 * loaded, and the coverage of one file would count for the next. Stryker's own setup has run by now.
 */
const memory: Memory | undefined = Reflect.get(globalThis, inject("globalNamespace"));
if (memory && inject("mode") === "dry-run") delete memory.mutantCoverage;
if (memory && inject("mode") === "mutant" && inject("mutantActivation") !== "static") {
  delete memory.activeMutant;
}
