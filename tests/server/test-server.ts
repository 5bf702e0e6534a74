import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type RequestListener,
  type ServerOptions,
} from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

type Sent = {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  /** A list is sent as chunks, without a declared length. */
  body?: string | string[];
};

type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

/**
 * Starts a plain server with our middleware. Environment variables must be stubbed before the call.
 */
export async function startServer(listener: RequestListener, options: ServerOptions = {}) {
  const { installMiddleware: takeOverServers } = await import("#app/server/steps.server.ts");
  onTestFinished(takeOverServers());
  const server = createServer(options, listener);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { server, port, send: (sent: Sent = {}) => send(port, sent) };
}

function send(port: number, { method = "GET", path = "/", headers, body }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sending = request(
      { host: "127.0.0.1", port, method, path, headers, agent: false },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts).toString(),
          }),
        );
      },
    );
    sending.on("error", reject);
    if (Array.isArray(body)) body.forEach((part) => sending.write(part));
    sending.end(Array.isArray(body) ? undefined : body);
  });
}
