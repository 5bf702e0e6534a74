import type { RequestHandler } from "msw";
import { setupServer } from "msw/node";

const options = { onUnhandledRequest: "bypass" } as const;

/**
 * From now on the handlers answer what this process asks of the world; the rest goes where it is meant to go.
 *
 * remix-serve puts a fetch of its own into place once it has loaded the service, which is after this: the handlers
 * are then put before that one.
 *
 * @returns a function that ends it
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
      // Brings back the fetch that it found.
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
