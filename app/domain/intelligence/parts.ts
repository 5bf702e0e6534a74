/** What is known of where a matter stands (X, O-047 to O-052), as it is kept and as its card shows it. */

export const SEVERITIES = ["high", "medium", "low"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** How much a blocker holds a matter up, in words (O-055). */
export const SEVERITY_LABELS: Record<Severity, string> = {
  high: "High",
  medium: "Medium",
  low: "Low",
};

export type WaitingOn = {
  party: string;
  item: string;
  /** A day as YYYY-MM-DD. */
  last_mentioned: string;
  days_waiting: number;
};

export type Blocker = { severity: Severity; description: string };

export type IntelligenceParts = {
  waiting_on: WaitingOn[];
  blockers: Blocker[];
  key_dates: {
    transaction_open_days: number;
    last_email_days: number | null;
    target_completion_date: string | null;
    next_milestone: string;
  };
  context: {
    buyer: string | null;
    seller: string | null;
    solicitor: string | null;
    agent: string | null;
  };
};

const RED_AFTER_DAYS = 7;
const AMBER_AFTER_DAYS = 3;

const DAY_MS = 24 * 60 * 60 * 1000;

/** For how many whole days something is waited for; a moment to come has not been waited for. */
export function daysWaiting(since: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - since.getTime()) / DAY_MS));
}

/** How urgent a wait is: above 7 days red, above 3 amber (O-053, O-054). */
export function waitUrgency(days: number): "red" | "amber" | "none" {
  if (days > RED_AFTER_DAYS) return "red";
  return days > AMBER_AFTER_DAYS ? "amber" : "none";
}
