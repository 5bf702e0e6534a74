const RED_AFTER_DAYS = 7;
const AMBER_AFTER_DAYS = 3;

/**
 * Returns the colour for a number of days of waiting: red above 7, amber above 3 (O-053, O-054).
 */
export function waitUrgency(days: number): "red" | "amber" | "none" {
  if (days > RED_AFTER_DAYS) return "red";
  return days > AMBER_AFTER_DAYS ? "amber" : "none";
}
