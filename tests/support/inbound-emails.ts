import type { ReceivedEmail } from "#app/clients/postmark/inbound.server.ts";
import type { SenderChecks } from "#app/clients/postmark/sender.ts";

/** What Postmark finds of a sender who is who they say. */
export const proved: SenderChecks = {
  found: true,
  spf: "pass",
  spf_domain: "example.com",
  dkim: "pass",
  dmarc: null,
  spam_score: -0.1,
  is_spam: false,
};

let messages = 0;

/** An email of nobody in particular, as it was read, unless it says otherwise. */
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
    checks: proved,
    has_other_senders: false,
    files: [],
    ...change,
  };
}
