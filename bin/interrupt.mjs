import { setTimeout as pause } from "node:timers/promises";

/**
 * Ctrl-C, `kill` and a closed terminal end what `npm start` and `npm test` have begun, whatever it has begun in turn.
 * Each program leads a group of processes of its own, which hears of it from here and only once: a terminal and npm tell
 * this process both, and Playwright takes a second signal for leave to drop its browser and its server.
 */
export const hasGroups = process.platform !== "win32";

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };
/** Playwright gives the service of the journeys twelve seconds. */
const PATIENCE_MS = 30_000;

const running = new Set();
let interrupted = false;
let last = () => undefined;

export function isInterrupted() {
  return interrupted;
}

/** What is left to do when the programs have ended before their time. It does not wait for anything. */
export function onceInterrupted(work) {
  last = work;
}

/** From now on the program ends when this process is told to. Returns what to call when it has ended by itself. */
export function endWithThisProcess({ pid }) {
  if (!pid) return () => undefined;
  if (running.size === 0) for (const name in SIGNALS) process.on(name, interrupt);
  running.add(pid);
  return () => {
    if (interrupted) return;
    running.delete(pid);
    // Whoever is left may hear signals in its own way, as the server of npm start does.
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

/** Returns whether anybody of the group is still there. */
function tell(pid, signal) {
  try {
    return process.kill(hasGroups ? -pid : pid, signal);
  } catch {
    return false;
  }
}
