import { randomUUID } from "node:crypto";
import { http, HttpResponse } from "msw";
import { z } from "zod";
import type { Kind, State } from "./state.ts";

/**
 * Postmark's double: a post-box (/mocks/post-box). Recipients with an outcome of their own:
 *
 *     bounce@…   406, the recipient is inactive
 *     invalid@…  300, the address is not one
 *     down@…     500
 *     lost@…     500, though the email was sent: the ambiguous failure
 *
 * The token "invalid" is answered with 401.
 */

const EmailShape = z.object({
  MessageID: z.string(),
  SubmittedAt: z.string(),
  From: z.string(),
  To: z.string(),
  Cc: z.string().optional(),
  ReplyTo: z.string().optional(),
  Subject: z.string(),
  HtmlBody: z.string().optional(),
  TextBody: z.string().optional(),
  Tag: z.string().optional(),
  Metadata: z.record(z.string(), z.string()).default({}),
  Headers: z.array(z.object({ Name: z.string(), Value: z.string() })).optional(),
});

export type Email = z.output<typeof EmailShape>;

export const emails: Kind<Email> = { vendor: "postmark", name: "email", shape: EmailShape };

const Request = EmailShape.omit({ MessageID: true, SubmittedAt: true }).extend({
  Subject: z.string().default(""),
});

export function postmarkHandlers({ state, baseUrl }: { state: State; baseUrl: string }) {
  return [
    http.post(`${baseUrl}/email`, async ({ request }) => {
      if (isStranger(request))
        return refuse(401, 10, "Request does not contain a valid Server token.");
      const body = Request.safeParse(await request.json().catch(() => null));
      if (!body.success || (!body.data.HtmlBody && !body.data.TextBody)) {
        return refuse(422, 300, "Provide either email TextBody or HtmlBody or both.");
      }
      return send(state, body.data);
    }),

    http.get(`${baseUrl}/messages/outbound`, async ({ request }) => {
      if (isStranger(request))
        return refuse(401, 10, "Request does not contain a valid Server token.");
      const query = new URL(request.url).searchParams;
      const found = (await state.list(emails)).filter((email) => fits(email, query));
      const offset = Number(query.get("offset") ?? 0);
      const page = found.slice(offset, offset + Number(query.get("count") ?? 100));
      return HttpResponse.json({ TotalCount: found.length, Messages: page.map(summariseEmail) });
    }),
  ];
}

async function send(state: State, email: z.output<typeof Request>) {
  const [mailbox = "", host] = addressIn(email.To).split("@");
  if (!host || mailbox === "invalid") {
    return refuse(422, 300, `Invalid 'To' address: '${email.To}'.`);
  }
  if (mailbox === "bounce") {
    return refuse(
      422,
      406,
      `You tried to send to a recipient that has been marked as inactive. Found inactive addresses: ${email.To}.`,
    );
  }
  if (mailbox === "down") return refuse(500, 0, "Internal Server Error");

  const sent = { ...email, MessageID: randomUUID(), SubmittedAt: new Date().toISOString() };
  await state.put(emails, sent.MessageID, sent);
  if (mailbox === "lost") return refuse(500, 0, "Internal Server Error");
  const { To, SubmittedAt, MessageID } = sent;
  return HttpResponse.json({ To, SubmittedAt, MessageID, ErrorCode: 0, Message: "OK" });
}

/** "Name <name@host>" or "name@host", in lower case. */
export function addressIn(recipient: string): string {
  return (/<(.+)>/.exec(recipient)?.[1] ?? recipient).trim().toLowerCase();
}

function fits(email: Email, query: URLSearchParams) {
  const recipient = query.get("recipient");
  if (recipient && addressIn(email.To) !== recipient.toLowerCase()) return false;
  return [...query]
    .filter(([name]) => name.startsWith("metadata_"))
    .every(([name, value]) => email.Metadata[name.slice("metadata_".length)] === value);
}

function summariseEmail({ MessageID, SubmittedAt, From, To, Subject, Tag, Metadata }: Email) {
  return {
    MessageID,
    ReceivedAt: SubmittedAt,
    From,
    To: [{ Email: addressIn(To), Name: null }],
    Recipients: [addressIn(To)],
    Subject,
    Tag,
    Metadata,
    Status: "Sent",
    MessageStream: "outbound",
  };
}

function isStranger(request: { headers: Headers }) {
  const token = request.headers.get("x-postmark-server-token");
  return !token || token === "invalid";
}

function refuse(status: number, ErrorCode: number, Message: string) {
  return HttpResponse.json({ ErrorCode, Message }, { status });
}
