/**
 * Postmark's double. The page /mocks/post-box shows the emails that it receives. For some
 * recipients, it always gives the same response:
 *
 *     bounce@…   406, the recipient is inactive
 *     invalid@…  300, the address is invalid
 *     down@…     500
 *     lost@…     500, although the email was sent
 *
 * It sends our site a webhook with the outcome for each recipient (postmark-outcomes.ts), and
 * answers 401 to the token "invalid". It enforces the limits that Postmark documents: 50
 * recipients, ten pairs of metadata (names of 20 characters, values of 80), subjects of 2,000
 * characters, tags of 1,000, 5 MB per body, 10 MB with attachments, no executable files, only known
 * streams, and headers of one line of ASCII.
 */

import { randomUUID } from "node:crypto";
import { http, HttpResponse } from "msw";
import { z } from "zod";
import type { Kind, State } from "./state.ts";

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
  MessageStream: z.string().optional(),
  Metadata: z.record(z.string(), z.string()).default({}),
  Headers: z.array(z.object({ Name: z.string(), Value: z.string() })).optional(),
  Attachments: z
    .array(
      z.object({ Name: z.string().min(1), Content: z.base64(), ContentType: z.string().min(1) }),
    )
    .optional(),
});

export type Email = z.output<typeof EmailShape>;

export const emails: Kind<Email> = { vendor: "postmark", name: "email", shape: EmailShape };

const Request = EmailShape.omit({ MessageID: true, SubmittedAt: true }).extend({
  Subject: z.string().default(""),
});

export function postmarkHandlers({
  state,
  baseUrl,
  tell,
}: {
  state: State;
  baseUrl: string;
  tell: (email: Email) => void;
}) {
  return [
    http.post(`${baseUrl}/email`, async ({ request }) => {
      if (isStranger(request))
        return refuse(401, 10, "Request does not contain a valid Server token.");
      if (!/^application\/json\b/.test(request.headers.get("content-type") ?? "")) {
        return refuse(422, 409, "The request header 'Content-Type' should be 'application/json'.");
      }
      const json: unknown = await request.json().catch(() => undefined);
      if (json === undefined) return refuse(422, 402, "The JSON is invalid.");
      const body = Request.safeParse(json);
      if (!body.success) return refuse(422, 403, "The JSON is incompatible with this request.");
      const tooMuch = overLimit(body.data);
      if (tooMuch) return refuse(422, 300, tooMuch);
      if (!body.data.HtmlBody && !body.data.TextBody) {
        return refuse(422, 300, "Provide either email TextBody or HtmlBody or both.");
      }
      return send(state, tell, body.data);
    }),

    http.get(`${baseUrl}/server`, ({ request }) =>
      isStranger(request)
        ? refuse(401, 10, "Request does not contain a valid Server token.")
        : HttpResponse.json({ ID: 1, Name: "Double", DeliveryType: "Sandbox", InboundHookUrl: "" }),
    ),

    http.get(`${baseUrl}/messages/outbound`, async ({ request }) => {
      if (isStranger(request))
        return refuse(401, 10, "Request does not contain a valid Server token.");
      const query = new URL(request.url).searchParams;
      const count = Number(query.get("count") ?? NaN);
      const start = Number(query.get("offset") ?? NaN);
      if (!(count >= 1 && count <= 500 && start >= 0 && count + start <= 10_000)) {
        return refuse(422, 600, "The parameters 'count' and 'offset' are out of range.");
      }
      const found = (await state.list(emails)).filter((email) => fits(email, query));
      const offset = Number(query.get("offset") ?? 0);
      const page = found.slice(offset, offset + Number(query.get("count") ?? 100));
      return HttpResponse.json({ TotalCount: found.length, Messages: page.map(summariseEmail) });
    }),
  ];
}

const MAX_BODY_BYTES = 5 * 1024 * 1024;
const MAX_MESSAGE_BYTES = 10 * 1024 * 1024;
const RUNS = /\.(?:exe|bat|cmd|com|js|msi|ps1|scr|vbs|jar)$/i;

/**
 * Returns the error for the first limit of Postmark's that the email exceeds; null if it exceeds
 * none.
 */
function overLimit(email: z.output<typeof Request>): string | null {
  const pairs = Object.entries(email.Metadata);
  const readers = [email.To, email.Cc ?? ""].join(",").split(",").filter(Boolean).length;
  const bodies = [email.HtmlBody ?? "", email.TextBody ?? ""];
  if (readers > 50) return "The number of recipients must not be more than 50.";
  if (email.Subject.length > 2_000) return "The subject must not have more than 2000 characters.";
  if ((email.Tag?.length ?? 0) > 1_000) return "The tag must not have more than 1000 characters.";
  if (pairs.length > 10) return "There must not be more than 10 metadata fields.";
  if (pairs.some(([name, value]) => name.length > 20 || value.length > 80)) {
    return "Metadata names have up to 20 characters and values up to 80.";
  }
  if (bodies.some((body) => Buffer.byteLength(body) > MAX_BODY_BYTES)) {
    return "A body must not be larger than 5 MB.";
  }
  const headers = email.Headers ?? [];
  if (headers.some(({ Name, Value }) => !/^[!-9;-~]+$/.test(Name) || !/^[ -~]+$/.test(Value))) {
    return "A header must be one line of ASCII characters.";
  }
  const files = email.Attachments ?? [];
  const attached = files.reduce((sum, { Content }) => sum + Content.length, 0);
  if (attached + bodies.join("").length > MAX_MESSAGE_BYTES) {
    return "A message must not be larger than 10 MB with its attachments.";
  }
  if (files.some(({ Name }) => RUNS.test(Name))) return "An attachment's type is not allowed.";
  if (![undefined, "outbound", "broadcast"].includes(email.MessageStream)) {
    return "The message stream does not exist on this server.";
  }
  return null;
}

async function send(state: State, tell: (email: Email) => void, email: z.output<typeof Request>) {
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
  tell(sent);
  if (mailbox === "lost") return refuse(500, 0, "Internal Server Error");
  const { To, SubmittedAt, MessageID } = sent;
  return HttpResponse.json({ To, SubmittedAt, MessageID, ErrorCode: 0, Message: "OK" });
}

export function addressIn(recipient: string): string {
  return (/<(.*)>/.exec(recipient)?.[1] ?? recipient).trim().toLowerCase();
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
