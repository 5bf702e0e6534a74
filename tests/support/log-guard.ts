import { AsyncLocalStorage } from "node:async_hooks";
import { format } from "node:util";
import { afterAll, aroundEach } from "vitest";

type Entry = {
  level: string;
  fields: Record<string, unknown>;
  text: string;
  /**
   * Test that started the work that logged the entry. Undefined if the work belongs to the whole
   * file, such as a server.
   */
  test: string | undefined;
};

const tests = new AsyncLocalStorage<string>();
const entries: Entry[] = [];
const expected: RegExp[] = [];

/**
 * Expects the current test, or hook, to log an error or to write to the console.
 *
 * @param pattern of the message followed by the other fields as JSON, such as `{"what":"visit"}`
 */
export function expectError(pattern: RegExp) {
  expected.push(pattern);
}

/**
 * Returns the fields of the current test’s log entries, of one level or of all levels, with the
 * message as `msg`.
 */
export function logged(level?: "info" | "warn" | "error") {
  return entries.filter((entry) => !level || entry.level === level).map(({ fields }) => fields);
}

/** Collects the log’s output. An unexpected error, console.error or console.warn fails the test. */
export function guardLog() {
  // Removes the previous test file’s guard, because one process runs many files.
  Reflect.deleteProperty(process.stdout, "write");
  const write = process.stdout.write.bind(process.stdout);
  Object.assign(process.stdout, {
    write: (chunk: unknown, ...rest: unknown[]): unknown =>
      (typeof chunk === "string" && keepLine(chunk)) ||
      Reflect.apply(write, null, [chunk, ...rest]),
  });
  console.error = console.warn = (...parts) => keep("console", {}, format(...parts));

  aroundEach(async (runTest, { task }) => {
    settle("while no test ran: of a hook, or of work that was not waited for", unexpectedErrors());
    const found = await tests.run(task.fullTestName, async () => {
      await runTest();
      return unexpectedErrors();
    });
    settle("of this test", found);
  });

  afterAll(() => settle("after the last test", unexpectedErrors()));
}

/** Returns the unexpected errors so far, and the expected ones that have not occurred. */
export function unexpectedErrors() {
  return {
    surprises: surprises(),
    missing: expected.filter((pattern) => !entries.some(({ text }) => pattern.test(text))),
  };
}

function settle(when: string, { surprises, missing }: ReturnType<typeof unexpectedErrors>) {
  entries.length = expected.length = 0;
  const parts = [
    ...(surprises.length > 0 ? [`Unexpected errors ${when}:`, ...surprises] : []),
    ...(missing.length > 0 ? [`Expected errors ${when} that did not come:`, ...missing] : []),
  ];
  if (parts.length > 0) throw new Error(parts.join("\n"));
}

function surprises() {
  const current = tests.getStore();
  return entries
    .filter(({ level, text }) => isError(level) && !expected.some((pattern) => pattern.test(text)))
    .map(({ text, test }) =>
      test === undefined || test === current ? text : `${text}, by work that "${test}" has begun`,
    );
}

function isError(level: string) {
  return ["console", "error", "fatal"].includes(level);
}

function keepLine(chunk: string): boolean {
  if (!chunk.startsWith('{"level":')) return false;
  const { level, msg, ...rest }: Record<string, unknown> = JSON.parse(chunk);
  delete rest.time;
  keep(String(level), { ...rest, msg }, `${String(msg)} ${JSON.stringify(rest)}`);
  return true;
}

function keep(level: string, fields: Record<string, unknown>, text: string) {
  entries.push({ level, fields, text, test: tests.getStore() });
}
