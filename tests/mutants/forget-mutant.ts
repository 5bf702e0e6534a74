import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    globalNamespace: "__stryker__" | "__stryker2__";
    mode: "mutant" | "dry-run";
    mutantActivation: "static" | "runtime";
  }
}

type Memory = { activeMutant?: string; mutantCoverage?: unknown };

/**
 * Clears Stryker’s state of the previous test file. Otherwise a mutant would be active while
 * modules load, and coverage would count for the next file.
 */
const memory: Memory | undefined = Reflect.get(globalThis, inject("globalNamespace"));
if (memory && inject("mode") === "dry-run") delete memory.mutantCoverage;
if (memory && inject("mode") === "mutant" && inject("mutantActivation") !== "static") {
  delete memory.activeMutant;
}
