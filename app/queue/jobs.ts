import { z } from "zod";

/**
 * Every job by its name in the queue, and what is stored with it until it runs: ids, never personal data. What each
 * does stands in app/jobs.
 */
export const payloads = {
  "send-email": z.object({ email_log_id: z.string() }),
  "cancel-payment": z.object({
    stripe_transaction_id: z.string().nullable(),
    stripe_checkout_session_id: z.string().nullable(),
  }),
  "settle-search-order": z.object({ search_order_id: z.string() }),
  purge: z.object({}),
  "reconcile-payments": z.object({}),
  "fold-list-counts": z.object({}),
  "check-list-counts": z.object({}),
  "expire-invitations": z.object({}),
  "generate-report": z.object({ transaction_id: z.string() }),
  "weekly-leads": z.object({
    /** Put there by the crontab: the time it was meant for, which may be long over. */
    _cron: z.object({ ts: z.coerce.date() }).optional(),
  }),
};

export type JobName = keyof typeof payloads;
export type JobPayload<Name extends JobName> = z.input<(typeof payloads)[Name]>;
