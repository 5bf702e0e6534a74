import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { drainOnSignal } from "#app/server/drain.server.ts";
import { installMiddleware } from "#app/server/steps.server.ts";

/** A server process that drain.test.ts ends with a signal. It reports its state to the test. */

const say = (word: string | number) => process.send?.(word);

installMiddleware();
drainOnSignal(
  async () => {
    say("jobs stopping");
    await pause(50);
    say("jobs stopped");
  },
  async () => {
    await pause(10);
    say("database closed");
  },
);
const server = createServer((request, response) => {
  if (request.url === "/slow") {
    say("working");
    setTimeout(() => response.end("done"), 500);
  } else if (request.url === "/endless") {
    say("working");
  } else {
    response.end("quick");
  }
});
// Closes the server on a signal, as remix-serve does after it has loaded the app.
for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => server.close());
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address) say(address.port);
});
