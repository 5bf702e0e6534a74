import { AsyncLocalStorage } from "node:async_hooks";

type RequestContext = {
  id: string;
  /**
   * IP address that the connection comes from. Behind a load balancer, this is the load balancer's
   * address.
   */
  socketAddress: string;
  /** True if a query failed because the database was down, so that the page can say so. */
  databaseDown: boolean;
  /** True if a temporary error occurred: the database was down, or a disk was full. */
  hadTemporaryError: boolean;
  /** Seconds until the rate limit that refused the request has a token again. */
  retryAfterSeconds?: number;
  memos: Map<string, Promise<unknown>>;
  /** Resolves when the browser has received most of the response that was written so far. */
  drained?: () => Promise<void>;
};

const storage = new AsyncLocalStorage<RequestContext>();

/**
 * Runs the work of a request within the request's context. The server calls this once for each
 * request.
 */
export function runInRequest<T>(
  request: Pick<RequestContext, "id" | "socketAddress" | "drained">,
  work: () => T,
): T {
  return storage.run(
    { ...request, databaseDown: false, hadTemporaryError: false, memos: new Map() },
    work,
  );
}

/** Returns the context of the current request; undefined in a job or while the process starts. */
export function currentRequest(): RequestContext | undefined {
  return storage.getStore();
}

export function requestId(): string {
  return currentRequest()?.id ?? "";
}

/** Returns a value that is computed once per request. Outside a request, computes it each time. */
export function memo<T>(key: string, make: () => Promise<T>): Promise<T> {
  const memos = currentRequest()?.memos;
  if (!memos) return make();
  // The cast is safe, because the only caller that stores a value under this key passes the same
  // `make`.
  const cached = memos.get(key) as Promise<T> | undefined;
  const made = cached ?? make();
  memos.set(key, made);
  return made;
}
