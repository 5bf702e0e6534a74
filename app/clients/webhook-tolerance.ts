/** A webhook that was sent longer ago may be a replayed copy. */
export const WEBHOOK_TOLERANCE_SECONDS = 300;
