import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** What a test does when a request passes. "cut": the connection breaks, and nothing more goes either way. */
type Hook = () => Promise<"pass" | "cut"> | "pass" | "cut";

const pass: Hook = () => "pass";

type Passed = { path: string; headers: Record<string, string>; body: Uint8Array<ArrayBuffer> };

/**
 * Stands between two processes, and lets a test act at the two moments that nobody can hit from outside: when a request
 * has been sent and not arrived, and when it has been answered and the answer has not arrived.
 *
 * @param target where requests go on to
 */
export async function startGate(target: () => string) {
  const passed: Passed[] = [];
  const hooks = { before: pass, after: pass };
  const of = { before: "", after: "" };
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  // A connection that a client keeps is never closed at the moment it is used again.
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

    /** What happens at the next request, or the next of a method; everything after it passes. */
    next(when: "before" | "after", act: Hook, method: "GET" | "POST" | "" = "") {
      of[when] = method;
      hooks[when] = () => {
        hooks[when] = pass;
        return act();
      };
    },

    /** Sends everything that was ever posted once more, in any order. Returns the statuses. */
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

/** Of one connection, and not of the next. */
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
