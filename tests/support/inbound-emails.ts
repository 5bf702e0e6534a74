import type { ReceivedEmail } from "#app/clients/postmark/inbound.server.ts";
import type { SenderChecks } from "#app/clients/postmark/sender.ts";

export const verifiedSender: SenderChecks = {
  found: true,
  spf: "pass",
  spf_domain: "example.com",
  dkim: "pass",
  dmarc: null,
  spam_score: -0.1,
  is_spam: false,
};

let messages = 0;

/** Returns a received email that matches no matter, unless `change` makes it match. */
export function receivedEmail(change: Partial<ReceivedEmail> = {}): ReceivedEmail {
  return {
    message_id: `message ${messages++} ${crypto.randomUUID()}`,
    from_email: "stranger@example.com",
    from_name: null,
    to_email: null,
    subject: "Hello",
    text_body: "How are things?",
    html_body: null,
    automatic: null,
    failed_recipients: [],
    mailbox_hashes: [],
    in_reply_to: [],
    thread: [],
    checks: verifiedSender,
    has_other_senders: false,
    files: [],
    ...change,
  };
}
