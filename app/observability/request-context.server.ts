import { AsyncLocalStorage } from "node:async_hooks";

type RequestContext = {
  id: string;
  /** IP address of the socket. Behind a load balancer, it is that of the balancer. */
  socketAddress: string;
  /** True if a query failed because the database is down, which the page shows. */
  databaseDown: boolean;
  /** True after a temporary error: the database is down, or a disk is full. */
  hadTemporaryError: boolean;
  /** Seconds until the rate limit that refused the request has a token. */
  retryAfterSeconds?: number;
  memos: Map<string, Promise<unknown>>;
};

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs a request's work. The server calls it once per request. */
export function runInRequest<T>(request: { id: string; socketAddress: string }, work: () => T): T {
  return storage.run(
    { ...request, databaseDown: false, hadTemporaryError: false, memos: new Map() },
    work,
  );
}

/** Returns the current request's context; undefined in jobs and at startup. */
export function currentRequest(): RequestContext | undefined {
  return storage.getStore();
}

export function requestId(): string {
  return currentRequest()?.id ?? "";
}

/** Memoises a value per request. Outside a request it is computed each time. */
export function memo<T>(key: string, make: () => Promise<T>): Promise<T> {
  const memos = currentRequest()?.memos;
  if (!memos) return make();
  // This cast is safe, because the one caller that writes the key also passes `make`.
  const kept = memos.get(key) as Promise<T> | undefined;
  const made = kept ?? make();
  memos.set(key, made);
  return made;
}
