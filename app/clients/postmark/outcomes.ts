import { z } from "zod";

/**
 * Delivery outcomes that Postmark posts for each recipient
 * (postmarkapp.com/developer/webhooks/delivery-webhook, bounce-webhook, spam-complaint-webhook).
 * Bounce types: postmarkapp.com/developer/api/bounce-api.
 */

/** Reason why this email or the next one cannot be delivered. */
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

/** Types without an outcome: the email is still under way, or was answered automatically. */
const NO_FAILURES = ["Transient", "AutoResponder", "Subscribe", "Unsubscribe", "AddressChange"];

/** Failure for each bounce type. Any other type is "not_accepted". */
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
  /** Metadata that we send has string values. */
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

/** Other webhooks, such as opens and clicks, if someone enables them. */
const Other = z.object({
  RecordType: z.string().refine((type) => !["Delivery", "Bounce", "SpamComplaint"].includes(type)),
});

/** Reads a webhook. Returns "nothing" if it has no outcome; null if it is not Postmark's. */
export function readPostmarkOutcome(body: unknown): PostmarkOutcome | "nothing" | null {
  const { data: said } = Outcome.safeParse(body);
  if (!said) return Other.safeParse(body).success ? "nothing" : null;
  const of = { message_id: said.MessageID, email_log_id: readOurId(said.Metadata) };
  if (said.RecordType === "Delivery") {
    return { ...of, recipient: said.Recipient, at: said.DeliveredAt, failure: null };
  }
  if (NO_FAILURES.includes(said.Type)) return "nothing";
  const failure = FAILURES[said.Type] ?? "not_accepted";
  return { ...of, recipient: said.Email, at: said.BouncedAt, failure };
}

function readOurId(metadata: Readonly<Record<string, unknown>> | null | undefined) {
  const id = metadata?.email_log_id;
  return typeof id === "string" && /^[\da-f]{24}$/.test(id) ? id : null;
}
