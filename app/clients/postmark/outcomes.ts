import { z } from "zod";

/**
 * The outcome of an email that we sent, as Postmark posts it for each of its readers. Documents:
 * postmarkapp.com/developer/webhooks/delivery-webhook, bounce-webhook, spam-complaint-webhook; types of bounces:
 * postmarkapp.com/developer/api/bounce-api.
 */

/** Why an email did not arrive, or why the next one will not. */
export type Failure =
  | "no_mailbox"
  | "not_accepted"
  | "blocked"
  | "suspended"
  | "invalid"
  | "returned"
  | "complaint";

type PostmarkOutcome = {
  /** Postmark's id of the email. */
  message_id: string;
  /** Our own id of it, which it carried. */
  email_log_id: string | null;
  recipient: string;
  at: Date;
  /** Null when it was delivered. */
  failure: Failure | null;
};

/** Types that do not show whether an email arrived: it is still on its way, or a program answered it. */
const NO_FAILURES = ["Transient", "AutoResponder", "Subscribe", "Unsubscribe", "AddressChange"];

/** Any other type means that the mailbox did not accept it. */
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
  /** Of what we send, the values are texts. */
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

/** Opens, clicks and the like, if someone switches them on. */
const Other = z.object({
  RecordType: z.string().refine((type) => !["Delivery", "Bounce", "SpamComplaint"].includes(type)),
});

/**
 * Reads what Postmark says of an email.
 *
 * @returns "nothing" when it says neither that it arrived nor that it did not; null when it is no message of Postmark's
 */
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
