import { setTimeout as pause } from "node:timers/promises";

/**
 * Ends all child processes of `npm start` and `npm test` on Ctrl-C, `kill` or a closed terminal.
 * Each child leads a process group and gets one signal: Playwright takes a second as permission to
 * abandon its browser and server.
 */
export const hasGroups = process.platform !== "win32";

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };
/** Playwright gives the journeys' service twelve seconds. */
const PATIENCE_MS = 30_000;

const running = new Set();
let interrupted = false;
let last = () => undefined;

export function isInterrupted() {
  return interrupted;
}

/** Sets work for after an interrupt. It must not wait for anything. */
export function onceInterrupted(work) {
  last = work;
}

/** Ends a child with this process. Returns the function to call after it has ended on its own. */
export function endWithThisProcess({ pid }) {
  if (!pid) return () => undefined;
  if (running.size === 0) for (const name in SIGNALS) process.on(name, interrupt);
  running.add(pid);
  return () => {
    if (interrupted) return;
    running.delete(pid);
    // The remaining process handles signals itself, such as npm start's server.
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
