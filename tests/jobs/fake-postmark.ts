import { on, once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { randomUUID } from "node:crypto";
import { z } from "zod";

/** A fake Postmark with scripted failures, some of which leave the outcome unknown. */

const Email = z.object({
  To: z.string(),
  Cc: z.string().optional(),
  ReplyTo: z.string().optional(),
  Subject: z.string(),
  HtmlBody: z.string(),
  TextBody: z.string(),
  Tag: z.string(),
  Metadata: z.record(z.string(), z.string()),
});

type Message = z.output<typeof Email> & { MessageID: string };

export type Behaviour =
  | "accept"
  /** Accepts the message, and the connection breaks before the answer. */
  | "accept and break"
  | "break"
  /** Accepts the message and never answers. */
  | "accept and hang"
  | "never answer"
  | "inactive recipient"
  | "bad token"
  | "search is down";

/** Starts the fake in place of Postmark. Call it before the client reads its settings. */
export async function startFakePostmark() {
  const accepted: Message[] = [];
  const searches: string[] = [];
  let behaviours: Behaviour[] = [];

  const server = createServer((request, response) => void answer(request, response));
  // Never closes an idle connection, because a client may reuse it at the same moment.
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? "/", "http://postmark");
    if (request.method === "GET") search(url, request, response);
    else take(await readBody(request), request, response);
  }

  function take(body: string, request: IncomingMessage, response: ServerResponse) {
    const behaviour = behaviours.shift() ?? "accept";
    const message = { ...Email.parse(JSON.parse(body)), MessageID: randomUUID() };
    if (behaviour.startsWith("accept")) accepted.push(message);
    server.emit("received");
    switch (behaviour) {
      case "accept":
        reply(response, 200, {
          To: message.To,
          SubmittedAt: new Date().toISOString(),
          MessageID: message.MessageID,
          ErrorCode: 0,
          Message: "OK",
        });
        break;
      case "inactive recipient":
        reply(response, 422, { ErrorCode: 406, Message: `Inactive addresses: ${message.To}` });
        break;
      case "bad token":
        reply(response, 401, { ErrorCode: 10, Message: "Bad token" });
        break;
      case "break":
      case "accept and break":
        request.socket.destroy();
        break;
      case "never answer":
      case "accept and hang":
      case "search is down":
    }
  }

  function search(url: URL, request: IncomingMessage, response: ServerResponse) {
    const id = url.searchParams.get("metadata_email_log_id") ?? "";
    searches.push(id);
    if (behaviours[0] === "search is down") {
      behaviours.shift();
      request.socket.destroy();
      return;
    }
    const Messages = accepted.filter((message) => message.Metadata.email_log_id === id);
    reply(response, 200, { TotalCount: Messages.length, Messages });
  }

  process.env.POSTMARK_API_URL = `http://127.0.0.1:${address.port}`;
  process.env.POSTMARK_SERVER_TOKEN = "token";
  return {
    accepted,
    searches,
    /** Sets the behaviours of the next calls. Later calls are accepted. */
    expect(...next: Behaviour[]) {
      behaviours = next;
    },
    async received(messages = 1) {
      const events = on(server, "received");
      for (let received = 0; received < messages; received++) await events.next();
      await events.return?.();
    },
    forget() {
      accepted.length = searches.length = behaviours.length = 0;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function readBody(request: IncomingMessage) {
  request.setEncoding("utf8");
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}

function reply(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}
