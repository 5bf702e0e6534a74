/**
 * Maximum difference between a webhook's time and ours, in either direction. An older webhook may
 * be a repeated one.
 */
export const WEBHOOK_TOLERANCE_SECONDS = 300;
