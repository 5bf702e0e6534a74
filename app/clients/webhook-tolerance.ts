/** Maximum age of a webhook, past or future. Older webhooks may be replayed. */
export const WEBHOOK_TOLERANCE_SECONDS = 300;
