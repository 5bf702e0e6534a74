import { spawnSync } from "node:child_process";
import { run, tool } from "./setup.mjs";

/**
 * Totals of the test commands. The log is long, so names of failed tests are repeated at its end.
 */
export const sum = { passed: 0, failed: 0, names: [] };

/** Runs a program as one test; shows its output if it fails. */
export async function step(name, work) {
  const began = Date.now();
  const { code, output } = await work();
  const seconds = Math.round((Date.now() - began) / 1000);
  if (code === 0) {
    sum.passed++;
    console.log(`passed: ${name} (${seconds} s)`);
  } else {
    sum.failed++;
    sum.names.push(name);
    console.log(`${output}\nFAILED: ${name} (${seconds} s)`);
  }
  return code === 0;
}

export function program(name, from, args) {
  // For the type checker, which is written in Go: a fifth less CPU, and 5 GB of memory instead of
  // 4.2.
  const options = { quiet: true, env: { GOGC: "400" } };
  return step(name, () =>
    run(process.execPath, ["--max-semi-space-size=128", tool(from), ...args], options),
  );
}

export function stopTestServers() {
  const args = ["--import", "tsx", "tests/support/stop-servers.ts"];
  spawnSync(process.execPath, args, { stdio: "inherit", detached: true });
}
