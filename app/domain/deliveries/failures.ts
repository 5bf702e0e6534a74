import type { Failure } from "#app/clients/postmark/outcomes.ts";

export const FAILURES: Record<Failure, string> = {
  no_mailbox: "The address doesn’t exist.",
  not_accepted: "The mailbox didn’t accept the email. It may be full or closed.",
  blocked: "The recipient’s mail server blocked the email.",
  suspended: "Postmark no longer sends to this address.",
  invalid: "Postmark rejected the email. Check that the address is valid.",
  returned: "The recipient’s mail server returned the email.",
  complaint: "The recipient marked our email as spam, so Postmark no longer sends to this address.",
};
