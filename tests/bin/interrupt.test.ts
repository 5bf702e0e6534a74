import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { waitUntil } from "#tests/support/concurrency.ts";

/**
 * Chain of three programs: the first starts the second, and the second starts the third. npm test
 * starts vitest in the same way.
 */
const third = `setInterval(() => undefined, 1_000)`;
const second = `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(third)}]); ${third}`;
const first = `
  import { run } from "./bin/setup.mjs";
  import { onceInterrupted } from "./bin/interrupt.mjs";
  onceInterrupted(() => console.log("the last word"));
  await run(process.execPath, ["-e", ${JSON.stringify(second)}]);
  console.log("the next program");`;

function start(args: string[]) {
  // Makes the child the leader of a separate process group, like a command that a shell starts, so
  // that a test can signal the whole group.
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said: string[] = [];
  child.stdout.on("data", (part: Buffer) => said.push(part.toString()));
  const closed = once(child, "close").then(() => child.exitCode);
  return { pid: child.pid!, said: () => said.join(""), closed };
}

function descendants(pid: number): number[] {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const rows = table.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    rows.flatMap(([child = 0, of]) => (of === parent ? [child, ...below(child)] : []));
  return below(pid);
}

function isThere(pid: number) {
  const state = execFileSync("sh", ["-c", `ps -o stat= -p ${pid} || true`], { encoding: "utf8" });
  return state !== "" && !state.startsWith("Z");
}

test.each([
  ["SIGTERM", "the process", 143],
  ["SIGHUP", "the process", 129],
  ["SIGINT", "the process", 130],
  ["SIGINT", "its group, as a terminal sends it", 130],
] as const)("every descendant ends after the signal %s to %s", async (signal, whom, code) => {
  const { pid, said, closed } = start(["--input-type=module", "-e", first]);
  const begun = await waitUntil(() => {
    const found = descendants(pid);
    expect(found).toHaveLength(2);
    return found;
  });
  process.kill(whom === "the process" ? pid : -pid, signal);
  expect(await closed).toBe(code);
  expect(begun.filter(isThere)).toEqual([]);
  expect(said()).toBe("the last word\n");
});

test("npm test ends all its programs when it is terminated", async () => {
  const { pid, said, closed } = start(["bin/test.mjs"]);
  const begun = await waitUntil(() => {
    const found = descendants(pid);
    expect(found.length).toBeGreaterThanOrEqual(2);
    return found;
  });
  process.kill(pid, "SIGTERM");
  expect(await closed).toBe(143);
  expect(begun.filter(isThere)).toEqual([]);
  // A run that is not interrupted prints this total last.
  expect(said()).not.toMatch(/^\d+ passed, \d+ failed$/m);
});
