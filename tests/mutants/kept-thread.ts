import {
  type PoolOptions,
  type PoolWorker,
  ThreadsPoolWorker,
  type WorkerRequest,
} from "vitest/node";

/** After so many files of tests a thread makes way for a fresh one: what tests leave behind does not pile up. */
const MAX_FILES = 50;

type Thread = { worker: ThreadsPoolWorker; files: number };
type Listener = (argument: unknown) => void;

let kept: Thread | undefined;

/**
 * Runs files of tests in one thread, one after the other, where vitest would start a thread for each: to load vitest and
 * the packages takes most of a mutant's time. Our own modules are loaded anew for each file, as ever.
 */
export class KeptThread implements PoolWorker {
  readonly name = "threads";
  private readonly thread: Thread;
  private readonly listeners = new Map<string, Set<Listener>>();
  private isKept = false;

  constructor(options: PoolOptions) {
    this.thread = kept ?? { worker: new ThreadsPoolWorker(options), files: 0 };
    kept = undefined;
  }

  on(event: string, listener: Listener) {
    this.listeners.set(event, (this.listeners.get(event) ?? new Set()).add(listener));
    this.thread.worker.on(event, listener);
  }

  off(event: string, listener: Listener) {
    this.listeners.get(event)?.delete(listener);
    this.thread.worker.off(event, listener);
  }

  /**
   * The request to stop never reaches the thread: it would listen to nobody any more. It is free for the next file at once,
   * because vitest begins with that before it has seen the end of this one.
   */
  send(message: WorkerRequest) {
    if (message.type !== "stop") {
      this.thread.worker.send(message);
      return;
    }
    const waiting = [...(this.listeners.get("message") ?? [])];
    for (const [event, listeners] of this.listeners) {
      for (const listener of listeners) this.thread.worker.off(event, listener);
    }
    if (!kept && this.thread.files < MAX_FILES) {
      this.isKept = true;
      kept = this.thread;
    }
    for (const listener of waiting) {
      listener({ type: "stopped", __vitest_worker_response__: true });
    }
  }

  deserialize(data: unknown) {
    return data;
  }

  async start() {
    if (this.thread.files++ === 0) await this.thread.worker.start();
  }

  /** Without a request to stop before, something went wrong: the thread ends. */
  async stop() {
    if (!this.isKept) await this.thread.worker.stop();
  }
}

/** Ends the thread that waits for another file. */
export async function stopKeptThread() {
  await kept?.worker.stop();
  kept = undefined;
}
