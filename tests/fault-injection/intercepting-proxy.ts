import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/**
 * Action of a test when a request reaches the proxy. "cut" breaks the connections to both
 * processes.
 */
type Hook = () => Promise<"pass" | "cut"> | "pass" | "cut";

const pass: Hook = () => "pass";

type Passed = { path: string; headers: Record<string, string>; body: Uint8Array<ArrayBuffer> };

/**
 * Proxies requests between two processes. A test can act after a request is sent but before it
 * arrives, or after it is answered but before the answer arrives.
 *
 * @param target where requests are forwarded
 */
export async function startInterceptingProxy(target: () => string) {
  const passed: Passed[] = [];
  const hooks = { before: pass, after: pass };
  const of = { before: "", after: "" };
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  // Keep-alive is off, so that no connection closes at the moment when a client reuses it.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse) {
    const request = await readRequest(incoming);
    if (incoming.method === "POST") passed.push(request);
    const isMeant = (when: keyof typeof of) => !of[when] || of[when] === incoming.method;
    if (isMeant("before") && (await hooks.before()) === "cut") return void outgoing.destroy();
    const answer = await forward(request, incoming.method);
    if (isMeant("after") && (await hooks.after()) === "cut") return void outgoing.destroy();
    const type = answer.headers.get("Content-Type");
    outgoing.writeHead(answer.status, type ? { "Content-Type": type } : {});
    outgoing.end(Buffer.from(await answer.arrayBuffer()));
  }

  function forward({ path, headers, body }: Passed, method = "POST") {
    const url = new URL(path, target());
    return fetch(url, { method, headers, ...(method === "POST" && { body }) });
  }

  const address = server.address();
  return {
    url: `http://localhost:${typeof address === "object" ? address?.port : ""}`,

    /**
     * Sets the action for the next request, or for the next request with `method`. Later requests
     * pass.
     */
    next(when: "before" | "after", act: Hook, method: "GET" | "POST" | "" = "") {
      of[when] = method;
      hooks[when] = () => {
        hooks[when] = pass;
        return act();
      };
    },

    async repeat(): Promise<number[]> {
      const shuffled = passed
        .map((request) => ({ request, at: Math.random() }))
        .sort((one, other) => one.at - other.at);
      const answers = await Promise.all(shuffled.map(({ request }) => forward(request)));
      return answers.map(({ status }) => status);
    },

    forget() {
      passed.length = 0;
    },

    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const ofConnection = new Set(["host", "connection", "content-length", "transfer-encoding"]);

async function readRequest(incoming: IncomingMessage): Promise<Passed> {
  const parts: Buffer[] = [];
  incoming.on("data", (part: Buffer) => parts.push(part));
  await once(incoming, "end");
  const headers = Object.entries(incoming.headers).filter(([name]) => !ofConnection.has(name));
  return {
    path: incoming.url ?? "/",
    headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
    body: new Uint8Array(Buffer.concat(parts)),
  };
}
