import type { RequestHandler } from "msw";
import { setupServer } from "msw/node";

const options = { onUnhandledRequest: "bypass" } as const;

/**
 * Routes this process's requests to the handlers; others go to the network. remix-serve replaces
 * `fetch` after this, so the setter reinstalls the handlers. Returns a function that ends it.
 */
export function intercept(handlers: RequestHandler[]): () => void {
  let server = setupServer(...handlers);
  server.listen(options);
  const intercepting = globalThis.fetch;
  Object.defineProperty(globalThis, "fetch", {
    configurable: true,
    enumerable: true,
    get: () => intercepting,
    set(theirs: typeof fetch) {
      setFetch(theirs);
      // close() restores the previous fetch.
      server.close();
      setFetch(theirs);
      server = setupServer(...handlers);
      server.listen(options);
    },
  });
  return () => {
    setFetch(globalThis.fetch);
    server.close();
  };
}

function setFetch(value: typeof fetch) {
  Object.defineProperty(globalThis, "fetch", {
    configurable: true,
    enumerable: true,
    writable: true,
    value,
  });
}
