import type { RequestHandler } from "msw";
import { setupServer } from "msw/node";

const options = { onUnhandledRequest: "bypass" } as const;

/**
 * Makes the handlers answer this process's requests. Requests without a handler go to the network.
 * remix-serve replaces `fetch` later, and the setter below then installs the handlers again.
 * Returns a function that removes the handlers.
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
      // close() sets `fetch` to what it was before, so set it again afterwards.
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
