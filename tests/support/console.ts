import { format } from "node:util";
import { afterEach, beforeEach, expect } from "vitest";

const said: string[] = [];
const expected: RegExp[] = [];

/** Says that this test makes the code complain on the console; it fails if the code does not. */
export function expectConsoleError(pattern: RegExp) {
  expected.push(pattern);
}

/** Anything said through console.error or console.warn fails the test that was running. */
export function guardConsole() {
  const collect = (...parts: unknown[]) => void said.push(format(...parts));

  beforeEach(() => {
    said.length = expected.length = 0;
    console.error = console.warn = collect;
  });

  afterEach(() => {
    const { surprises, missing } = complaints();
    expect(surprises, "said on the console without being expected").toEqual([]);
    expect(missing, "expected on the console and not said").toEqual([]);
  });
}

export function complaints() {
  return {
    surprises: said.filter((text) => !expected.some((pattern) => pattern.test(text))),
    missing: expected.filter((pattern) => !said.some((text) => pattern.test(text))),
  };
}
