/**
 * Maximum difference between a webhook's time and the current time, in either direction. An older
 * webhook may be a replay.
 */
export const WEBHOOK_TOLERANCE_SECONDS = 300;
