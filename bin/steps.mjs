import { spawnSync } from "node:child_process";
import { run, tool } from "./ready.mjs";

/** What the test commands count: tests, and programs that count as one. A log is long, so that what failed is named once more. */
export const sum = { passed: 0, failed: 0, names: [] };

/** One test that is a program: it passes when the program does, and is shown when it does not. */
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

/** The program that a package brings. */
export function program(name, from, args) {
  // The type checker is a program of Go: it takes a fifth less CPU, and 5 GB of memory where it took 4.2.
  const options = { quiet: true, env: { GOGC: "400" } };
  return step(name, () =>
    run(process.execPath, ["--max-semi-space-size=128", tool(from), ...args], options),
  );
}

/** Ends the databases that tests have left when they were ended themselves. */
export function stopTestServers() {
  const args = ["--import", "tsx", "tests/support/stop-servers.ts"];
  spawnSync(process.execPath, args, { stdio: "inherit", detached: true });
}
