export const SEVERITIES = ["high", "medium", "low"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Labels of the severity of a blocker (O-055). */
export const SEVERITY_LABELS: Record<Severity, string> = {
  high: "High",
  medium: "Medium",
  low: "Low",
};

export type WaitingOn = {
  party: string;
  item: string;
  /** Date in the form YYYY-MM-DD. */
  last_mentioned: string;
  days_waiting: number;
};

export type Blocker = { severity: Severity; description: string };

/** Intelligence about a matter, as stored and shown (O-047 to O-052). */
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

const DAY_MS = 24 * 60 * 60 * 1000;

/** Counts the whole days from a time until now; 0 if the time is in the future. */
export function daysWaiting(since: Date, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - since.getTime()) / DAY_MS));
}
