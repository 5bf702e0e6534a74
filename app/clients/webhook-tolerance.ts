/** A webhook that was sent longer ago may be a copy that somebody kept. */
export const WEBHOOK_TOLERANCE_SECONDS = 300;
