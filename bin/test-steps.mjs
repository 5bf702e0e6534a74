import { spawnSync } from "node:child_process";
import { run, tool } from "./setup.mjs";

/**
 * Numbers of passed and failed tests in all steps, and the names of failed tests. The names are
 * shown again at the end, because the log is long.
 */
export const sum = { passed: 0, failed: 0, names: [] };

/** Runs a program and counts it as one test. Shows the program's output only if it fails. */
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
  // This is for the type checker, which is written in Go. It then takes a fifth less processor
  // time, but 5 GB of memory instead of 4.2 GB.
  const options = { quiet: true, env: { GOGC: "400" } };
  return step(name, () =>
    run(process.execPath, ["--max-semi-space-size=128", tool(from), ...args], options),
  );
}

export function stopTestServers() {
  const args = ["--import", "tsx", "tests/support/stop-servers.ts"];
  spawnSync(process.execPath, args, { stdio: "inherit", detached: true });
}
