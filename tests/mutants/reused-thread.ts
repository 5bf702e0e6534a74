import {
  type PoolOptions,
  type PoolWorker,
  ThreadsPoolWorker,
  type WorkerRequest,
} from "vitest/node";

/** Maximum number of test files per thread, so that leftovers of tests do not accumulate. */
const MAX_FILES = 50;

type Thread = { worker: ThreadsPoolWorker; files: number };
type Listener = (argument: unknown) => void;

let kept: Thread | undefined;

/**
 * Runs test files one after another in one thread, because starting threads takes most of a
 * mutant’s time. Our own modules are loaded again for each file.
 */
export class ReusedThread implements PoolWorker {
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
   * Does not pass the stop request on to the thread, which would ignore later messages. The thread
   * can be reused straight away, because vitest starts the next file before it has seen the end of
   * this one.
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

  async stop() {
    if (!this.isKept) await this.thread.worker.stop();
  }
}

export async function stopReusedThread() {
  await kept?.worker.stop();
  kept = undefined;
}
