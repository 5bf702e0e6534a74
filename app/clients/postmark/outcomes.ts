/**
 * Webhooks in which Postmark reports whether an email was delivered to each recipient
 * (postmarkapp.com/developer/webhooks/delivery-webhook, bounce-webhook, spam-complaint-webhook).
 * The types of bounces are listed at postmarkapp.com/developer/api/bounce-api.
 */

import { z } from "zod";

/** Reason why an email was not delivered, or why the next email to the same address will not be. */
export type Failure =
  | "no_mailbox"
  | "not_accepted"
  | "blocked"
  | "suspended"
  | "invalid"
  | "returned"
  | "complaint";

type PostmarkOutcome = {
  message_id: string;
  email_log_id: string | null;
  recipient: string;
  at: Date;
  failure: Failure | null;
};

/**
 * Types of bounces that are not failures: Postmark is still trying to deliver the email, or the
 * recipient's mailbox has answered automatically.
 */
const NO_FAILURES = ["Transient", "AutoResponder", "Subscribe", "Unsubscribe", "AddressChange"];

/** Our failure for each of Postmark's bounce types. All other types are "not_accepted". */
const FAILURES: Partial<Record<string, Failure>> = {
  HardBounce: "no_mailbox",
  BadEmailAddress: "no_mailbox",
  Blocked: "blocked",
  SpamNotification: "blocked",
  VirusNotification: "blocked",
  ChallengeVerification: "blocked",
  DMARCPolicy: "blocked",
  ManuallyDeactivated: "suspended",
  Unconfirmed: "suspended",
  SpamComplaint: "complaint",
};

const Message = z.object({
  MessageID: z.string().min(1).max(100),
  /** Metadata that was sent with the email. In our emails, all its values are strings. */
  Metadata: z.record(z.string(), z.unknown()).nullish(),
});
const Address = z.string().trim().min(3).max(320);

const Outcome = z.discriminatedUnion("RecordType", [
  Message.extend({
    RecordType: z.literal("Delivery"),
    Recipient: Address,
    DeliveredAt: z.coerce.date(),
  }),
  Message.extend({
    RecordType: z.enum(["Bounce", "SpamComplaint"]),
    Type: z.string().max(100),
    Email: Address,
    BouncedAt: z.coerce.date(),
  }),
]);

/**
 * Webhooks that we do not use, such as opens and clicks, in case someone enables them at Postmark.
 */
const Other = z.object({
  RecordType: z.string().refine((type) => !["Delivery", "Bounce", "SpamComplaint"].includes(type)),
});

/**
 * Reads a webhook. Returns "nothing" if it does not say whether an email was delivered; null if it
 * does not have the format of Postmark's webhooks.
 */
export function readPostmarkOutcome(body: unknown): PostmarkOutcome | "nothing" | null {
  const { data: outcome } = Outcome.safeParse(body);
  if (!outcome) return Other.safeParse(body).success ? "nothing" : null;
  const of = { message_id: outcome.MessageID, email_log_id: readOurId(outcome.Metadata) };
  if (outcome.RecordType === "Delivery") {
    return { ...of, recipient: outcome.Recipient, at: outcome.DeliveredAt, failure: null };
  }
  if (NO_FAILURES.includes(outcome.Type)) return "nothing";
  const failure = FAILURES[outcome.Type] ?? "not_accepted";
  return { ...of, recipient: outcome.Email, at: outcome.BouncedAt, failure };
}

function readOurId(metadata: Readonly<Record<string, unknown>> | null | undefined) {
  const id = metadata?.email_log_id;
  return typeof id === "string" && /^[\da-f]{24}$/.test(id) ? id : null;
}
