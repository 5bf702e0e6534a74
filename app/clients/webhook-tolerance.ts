/** A webhook that was sent longer ago, or is dated later than this, may be a replayed copy. */
export const WEBHOOK_TOLERANCE_SECONDS = 300;
