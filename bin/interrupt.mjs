/**
 * Ends all child processes of `npm start` and `npm test` when someone presses Ctrl-C, runs `kill`
 * or closes the terminal. Each child is the leader of a process group and gets only one signal,
 * because after a second signal Playwright exits without stopping its browser and server.
 */

import { setTimeout as pause } from "node:timers/promises";

export const hasGroups = process.platform !== "win32";

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };
/**
 * Time that the child processes get to end. Playwright alone gives twelve seconds to the service
 * that the journeys use.
 */
const PATIENCE_MS = 30_000;

const running = new Set();
let interrupted = false;
let last = () => undefined;

export function isInterrupted() {
  return interrupted;
}

/** Sets a function to call after an interrupt. It must not be asynchronous. */
export function onceInterrupted(work) {
  last = work;
}

/**
 * Makes sure that a child process ends when this process is interrupted. Returns a function to call
 * when the child has ended.
 */
export function endWithThisProcess({ pid }) {
  if (!pid) return () => undefined;
  if (running.size === 0) for (const name in SIGNALS) process.on(name, interrupt);
  running.add(pid);
  return () => {
    if (interrupted) return;
    running.delete(pid);
    // No child is running, so let other code handle signals, such as the server of `npm start`.
    if (running.size === 0) for (const name in SIGNALS) process.off(name, interrupt);
  };
}

async function interrupt(signal) {
  if (interrupted) return;
  interrupted = true;
  console.error("\nStopping …");
  for (const pid of running) tell(pid, "SIGINT");
  const end = Date.now() + PATIENCE_MS;
  while ([...running].some((pid) => tell(pid, 0)) && Date.now() < end) await pause(50);
  for (const pid of running) tell(pid, "SIGKILL");
  last();
  process.exit(SIGNALS[signal]);
}

function tell(pid, signal) {
  try {
    return process.kill(hasGroups ? -pid : pid, signal);
  } catch {
    return false;
  }
}
