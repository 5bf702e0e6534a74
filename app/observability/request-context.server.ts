import { AsyncLocalStorage } from "node:async_hooks";

/** What belongs to one request and to everything done for it. */
type RequestContext = {
  id: string;
  /** The network address at the other end of the socket; behind a balancer, the balancer's. */
  socketAddress: string;
  /** Set when a query failed because the database is away, so that the page can say so. */
  databaseDown: boolean;
  /** Set when a failure was reported that ends by itself: the database is away, or a disk is full. */
  failedForNow: boolean;
  /** After how many seconds a limit that refused the request has a turn again. */
  retryAfterSeconds?: number;
  memos: Map<string, Promise<unknown>>;
};

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs the work of one request; the server calls this once for each. */
export function runInRequest<T>(request: { id: string; socketAddress: string }, work: () => T): T {
  return storage.run(
    { ...request, databaseDown: false, failedForNow: false, memos: new Map() },
    work,
  );
}

/** The context of the request that is being answered; none in jobs and at boot. */
export function currentRequest(): RequestContext | undefined {
  return storage.getStore();
}

/** The id of the request that is being answered, as in its log line; empty outside one. */
export function requestId(): string {
  return currentRequest()?.id ?? "";
}

/** Makes something once a request, however many loaders ask for it. Outside a request it is made every time. */
export function memo<T>(key: string, make: () => Promise<T>): Promise<T> {
  const memos = currentRequest()?.memos;
  if (!memos) return make();
  // The key names the type: it is written by the one caller that also gives `make`.
  const kept = memos.get(key) as Promise<T> | undefined;
  const made = kept ?? make();
  memos.set(key, made);
  return made;
}
