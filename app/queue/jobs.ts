import { z } from "zod";

/** Set by the crontab: the time that a job was due, which may be long ago. */
const meantFor = z.object({ ts: z.coerce.date() }).optional();

/**
 * Every job by its name in the queue, and what is stored with it until it runs: ids, never personal data. The work is in
 * app/jobs.
 */
export const payloads = {
  "send-email": z.object({ email_log_id: z.string() }),
  /** What has happened in a matter is told to one of its customers. */
  "tell-news": z.object({
    user_id: z.string(),
    transaction_id: z.string(),
    side: z.enum(["seller", "buyer"]),
  }),
  "weekly-summaries": z.object({ _cron: meantFor }),
  "remind-of-starts": z.object({ _cron: meantFor }),
  "tell-todays-dates": z.object({ _cron: meantFor }),
  "cancel-payment": z.object({
    stripe_transaction_id: z.string().nullable(),
    stripe_checkout_session_id: z.string().nullable(),
  }),
  "correct-stripe-customer": z.object({ user_id: z.string() }),
  purge: z.object({}),
  "make-data-copy": z.object({ data_copy_id: z.string() }),
  "erase-person": z.object({ privacy_request_id: z.string() }),
  "delete-documents": z.object({ keys: z.array(z.string()) }),
  /** The beginning of the comparison, where it is earlier than usual. */
  "reconcile-payments": z.object({ since: z.iso.datetime().optional() }),
  "refresh-check": z.object({ thirdfort_id: z.string() }),
  "refresh-checks": z.object({}),
  "seal-audit": z.object({}),
  "check-audit": z.object({}),
  "fold-list-counts": z.object({}),
  "check-list-counts": z.object({}),
  "keep-stages": z.object({}),
  "check-alerts": z.object({}),
  "expire-invitations": z.object({}),
  "rematch-emails": z.object({ email_rematch_id: z.string() }),
  "generate-report": z.object({ transaction_id: z.string() }),
  "weekly-leads": z.object({ _cron: meantFor }),
  "office-health": z.object({ _cron: meantFor }),
};

export type JobName = keyof typeof payloads;
export type JobPayload<Name extends JobName> = z.input<(typeof payloads)[Name]>;
